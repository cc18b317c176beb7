import FleetCore

/// A line of the table: a field of a document, in some versions.
struct SpecificationField: Sendable {
    /// Whether documents must have the field.
    enum Need: Sendable {
        /// In each object that may have it.
        case required
        /// In each object, except in feeds that are reduced to what dashboards ask for (MDS).
        case unlessReduced
        /// Never, or only under one of the table's conditions.
        case optional
    }

    /// Path in the document: keys joined by `/`, `*` for each element of an array, and `<…>` for
    /// keys that are not fixed.
    let path: String
    /// What the value must be.
    let type: ValueType
    /// Whether it must be there.
    let need: Need
    /// Versions that have the field.
    let versions: ClosedRange<SpecificationVersion>
    /// What the rules about data do with the value.
    let role: FieldRole?

    init(
        _ path: String, _ type: ValueType, _ need: Need = .optional,
        _ versions: ClosedRange<SpecificationVersion> = .all, role: FieldRole? = nil
    ) {
        (self.path, self.type, self.need) = (path, type, need)
        (self.versions, self.role) = (versions, role)
    }
}

extension [SpecificationField] {
    /// Returns the fields with their paths below another path.
    static func under(_ path: String, _ fields: Self) -> Self {
        fields.map { field in
            let full = field.path.isEmpty ? path : path + "/" + field.path
            return SpecificationField(
                full, field.type, field.need, field.versions, role: field.role)
        }
    }
}

/// What a value must be.
struct ValueType: Sendable {
    /// Types of JSON.
    struct Kinds: OptionSet, Sendable {
        let rawValue: UInt8
        static let string = Self(rawValue: 1)
        static let boolean = Self(rawValue: 2)
        /// A number without a fraction.
        static let integer = Self(rawValue: 4)
        /// Any number.
        static let number = Self(rawValue: 8)
        static let object = Self(rawValue: 16)
        static let array = Self(rawValue: 32)
        static let null = Self(rawValue: 64)
        static let any: Self = [.string, .boolean, .number, .object, .array, .null]
    }

    /// Fields that each value of a type has, which the table need not repeat.
    enum Content: Sendable, Equatable {
        /// None.
        case plain
        /// Texts with their languages (GBFS 3.0 and later).
        case localized
        /// Coordinates of a MultiPolygon (RFC 7946).
        case multiPolygon
        /// Links to rent (`rental_uris`).
        case links
    }

    /// Types of JSON that it may have.
    var kinds: Kinds
    /// The smallest number.
    var minimum: Double?
    /// The largest number.
    var maximum: Double?
    /// The texts that are allowed; `nil` for all.
    var values: [String]?
    /// Format of a text.
    var format: TextFormat?
    /// The smallest number of elements or members.
    var minCount = 0
    /// The largest number of elements.
    var maxCount = Int.max
    /// Whether an object must not have other fields.
    var isClosed = false
    var content = Content.plain

    init(_ kinds: Kinds) { self.kinds = kinds }
}

extension ValueType {
    static let string = ValueType(.string)
    static let boolean = ValueType(.boolean)
    static let number = ValueType(.number)
    static let integer = ValueType(.integer)
    static let object = ValueType(.object)
    static let array = ValueType(.array)
    static let any = ValueType(.any)
    /// A number of things.
    static let count = integer(0)
    /// A price, a distance or another amount.
    static let amount = number(0)
    /// A time in seconds since 1970, not before GBFS existed.
    static let time = integer(Timestamp.beginOfGBFS.seconds)
    /// Such a time that may have a fraction.
    static let fractionalTime = number(Timestamp.beginOfGBFS.seconds)
    static let latitude = number(-90, 90)
    static let longitude = number(-180, 180)
    /// A boolean of GBFS 1.1.
    static let zeroOrOne = number(0, 1)
    /// A boolean of GBFS 1.0.
    static let booleanOrNumber = ValueType([.boolean, .number])
    static let link = text(.uri)
    static let dateTime = text(.dateTime)
    static let date = text(.date)
    static let language = text(.language)
    static let uuid = text(.uuid)

    static func integer(_ minimum: Double, _ maximum: Double? = nil) -> Self {
        var type = integer
        (type.minimum, type.maximum) = (minimum, maximum)
        return type
    }

    static func number(_ minimum: Double, _ maximum: Double? = nil) -> Self {
        var type = number
        (type.minimum, type.maximum) = (minimum, maximum)
        return type
    }

    static func text(_ format: TextFormat) -> Self {
        var type = string
        type.format = format
        return type
    }

    /// One of some texts.
    static func one(of values: String...) -> Self {
        var type = string
        type.values = values
        return type
    }

    /// One of many texts.
    static func one(in values: [String]) -> Self {
        var type = string
        type.values = values
        return type
    }

    /// An array with a number of elements.
    static func array(_ minCount: Int, _ maxCount: Int = .max) -> Self {
        var type = array
        (type.minCount, type.maxCount) = (minCount, maxCount)
        return type
    }

    /// An object with a number of members.
    static func object(atLeast minCount: Int) -> Self {
        var type = object
        type.minCount = minCount
        return type
    }

    /// An object without other fields.
    static let closed: Self = {
        var type = object
        type.isClosed = true
        return type
    }()

    /// Texts with their languages (GBFS 3.0 and later).
    static let localized = localized(nil)

    /// Texts of a format with their languages.
    static func localized(_ format: TextFormat?) -> Self {
        var type = array
        (type.content, type.format) = (.localized, format)
        return type
    }

    /// A GeoJSON MultiPolygon.
    static let multiPolygon: Self = {
        var type = object
        type.content = .multiPolygon
        return type
    }()

    /// The links of `rental_uris`.
    static let links: Self = {
        var type = object
        type.content = .links
        return type
    }()
}

/// IDs that documents define, to which others refer.
enum IDSpace: Int, CaseIterable, Sendable {
    case vehicles, vehicleTypes, stations, regions, plans, alerts

    /// Name of one of them.
    var name: String {
        switch self {
        case .vehicles: "vehicle"
        case .vehicleTypes: "vehicle type"
        case .stations: "station"
        case .regions: "region"
        case .plans: "pricing plan"
        case .alerts: "alert"
        }
    }
}

/// What the rules about data do with a value.
enum FieldRole: Equatable, Sendable {
    /// It is the ID of the object.
    case defines(IDSpace)
    /// It is the ID of another object.
    case refers(IDSpace)
    /// It is the ID of a station that another document describes.
    case stationOfStatus
    case latitude, longitude
    case vehicleType, typeOfStation, range, fuel
    case propulsion, maxRange, defaultPlan, planOfType, reservationPrice
    case capacity, isVirtual, vehicles, docks, otherPlaces, vehiclesOfType, docksOfType
    case feedName, feedLink
    case iosLink, androidLink, iosStore, androidStore
    case lastUpdated, ttl
    /// The time of a report.
    case reported
    /// Parts of a polygon.
    case ring, position, ordinate
    /// Whether rides are allowed in a zone.
    case allowsRides
}
