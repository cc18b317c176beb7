import FleetCore
import FleetTeam
import Foundation
import HTTPTypes

/// A parameter that the query of a route of the API understands, as `openapi.json` describes it; or
/// a field of a form that programs send.
struct QueryParameter: Sendable, Equatable {
    /// The values that it may have; none is empty.
    enum Value: Sendable, Equatable {
        /// A text, which the handler may parse.
        case text
        /// A text of at most this many Unicode scalars.
        case shortText(Int)
        case number(ClosedRange<Int64>)
        /// `1` or `0`, or `true` or `false`.
        case flag
        case choice([String])
        case uuid
        /// A number from 0 to 100, which the handler parses.
        case percent
        /// A day such as `2026-01-31`, which the handler parses.
        case day
    }

    let name: String
    let value: Value
    /// Whether it may occur more than once.
    let isRepeated: Bool
    /// The description in `openapi.json`, which is in English.
    private(set) var text: String?
    private(set) var isRequired = false
    /// The value without one in `openapi.json`.
    private let byDefault: FieldValue

    init(
        _ name: String, _ value: Value, _ text: String? = nil, isRepeated: Bool = false,
        byDefault: FieldValue = .absent
    ) {
        (self.name, self.value, self.text) = (name, value, text)
        (self.isRepeated, self.byDefault) = (isRepeated, byDefault)
    }

    /// Returns the parameter with the text of one route.
    func described(_ text: String, isRequired: Bool = false) -> QueryParameter {
        var parameter = self
        (parameter.text, parameter.isRequired) = (text, isRequired)
        return parameter
    }

    /// The parameters for the format of a list that can be CSV.
    static func formats(_ names: [String], _ text: String = "Format.") -> [QueryParameter] {
        [QueryParameter("format", .choice(names), text, byDefault: .text("json")), csvLocale]
    }

    /// Language of the Excel that CSV is for.
    static let csvLocale = QueryParameter(
        "csv-locale", .choice(CSVLocale.allCases.map(\.rawValue)),
        """
        Language of the Excel that opens CSV with a double click: its separators, local times of \
        the server, and IDs such as 00123 as text.
        """)

    /// Name of the source to select from.
    static let source = QueryParameter("source", .text, "Name of a source.")

    /// The filters of vehicles.
    static let filters: [QueryParameter] =
        FilterInput.Field.filters.map { field in
            let value: Value =
                switch field {
                case .state: .choice(VehicleState.allCases.map(\.rawValue))
                case .alarm: .choice(FilterInput.alarmNames)
                case .rule: .choice(FilterInput.ruleNames)
                case .minBattery, .maxBattery: .percent
                default: .text
                }
            return QueryParameter(
                field.rawValue, value, field.parameterText, isRepeated: field.isList)
        } + [
            QueryParameter("favorites", .flag, "Only favorites."),
            QueryParameter(
                "view", .text, "Name or ID of a view, whose fields the others replace."),
            unhandled, moment,
        ]

    /// A past time.
    static let moment = QueryParameter(
        "at", .text,
        """
        A past time that the history has: the vehicles as they were then. \(Self.timeText) \
        Before the history, and without one, the status is 404.
        """)

    /// How times are written.
    static let timeText = """
        RFC 3339, 2026-05-01 14:00 in the time zone of the system, or such as yesterday 14:00 and -2h.
        """

    /// The start of a period.
    static let from = QueryParameter("from", .text)

    /// The end of a period.
    static let to = QueryParameter("to", .text)

    /// The month of a period.
    static let month = QueryParameter(
        "month", .text, "A month such as 2026-05, instead of from and to.")

    /// The group whose handled entries are left out.
    static let unhandled = QueryParameter(
        "unhandled", .choice(AttentionGroup.ofVehicles.map(\.rawValue)),
        """
        Only vehicles that nobody has taken, and that are not snoozed in this group of the \
        attention list.
        """)

    /// The requirement that a text does not meet, such as `must be 1 or 0`; `nil` if it is a value.
    func requirement(notMetBy text: String) -> String? {
        switch value {
        case .text, .percent, .day: return nil
        case .shortText(let limit):
            return text.unicodeScalars.count <= limit
                ? nil : localized("must be at most \(limit) characters long")
        case .number(let range):
            let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            if isNumber, Int64(text).map(range.contains) == true { return nil }
            let (low, high) = (range.lowerBound, range.upperBound)
            return high == .max
                ? localized("must be a whole number from \(low) or more")
                : localized("must be a whole number from \(low) to \(high)")
        case .flag: return Self.flag(text) == nil ? localized("must be 1 or 0") : nil
        case .choice(let names):
            return names.contains(text) ? nil : localized("must be one of: \(names.listed)")
        case .uuid: return UUID(uuidString: text) == nil ? localized("must be a UUID") : nil
        }
    }

    /// Returns the value of a flag; `nil` for another text.
    fileprivate static func flag(_ text: String) -> Bool? {
        ["1": true, "true": true, "0": false, "false": false][text]
    }
}

extension QueryParameter {
    /// The parameter in `openapi.json`.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("name", name)
        object.add("in", "query")
        object.add("required", isRequired ? true : nil)
        object.add("description", text)
        object.add("schema", schema(nil))
        object.add("explode", isRepeated ? true : nil)
        return object
    }

    /// Returns the schema of its value, or its values, in `openapi.json`.
    func schema(_ text: String?) -> JSONObjectWriter {
        var limits = FieldLimits(byDefault: byDefault)
        var schema = FieldSchema("string")
        switch value {
        case .text: limits.length = 1...Int.max
        case .shortText(let limit): limits.length = 1...limit
        case .number(let range):
            schema = FieldSchema("integer")
            let end = range.upperBound == .max ? Double.infinity : Double(range.upperBound)
            limits.range = Double(range.lowerBound)...end
        case .flag: limits.choices = ["1", "0", "true", "false"]
        case .choice(let names): limits.choices = names
        case .uuid: schema = FieldSchema("string", format: "uuid")
        case .percent: (schema, limits.range) = (FieldSchema("number"), 0...100)
        case .day: (limits.format, limits.length) = ("date", 1...Int.max)
        }
        guard isRepeated else { return limits.json(schema, text) }
        return FieldLimits().json(FieldSchema(elements: limits.json(schema, nil)), text)
    }
}

extension FilterInput.Field {
    /// The description of the parameter in `openapi.json`.
    fileprivate var parameterText: String {
        switch self {
        case .color: "Colors: red, blue-red for both tones, unknown or all."
        case .type: "A type's name, a vehicle_type_id or a form factor."
        case .state:
            """
            States; without any, those in the public space (not missing, elsewhere or removed).
            """
        case .minBattery, .maxBattery: "Percent."
        case .minRange: "Distance, such as 6km."
        case .maxRange: "Distance."
        case .idle: "Time without a report or a move, such as 24h."
        case .alarm: "Only vehicles with an alarm of this sensor, or of any."
        case .near: "LAT,LON in decimal degrees."
        case .within: "Distance from near, such as 500m."
        case .bbox: "SOUTH,WEST,NORTH,EAST in decimal degrees."
        case .zone:
            "Names of zones of the operator, of which one must contain the vehicle."
        case .rule:
            """
            Rules of the operator's zones, of which one must hold for the vehicle where it is.
            """
        case .region:
            "Names or IDs of regions of the operator, of which one must be that of the vehicle."
        case .station: "A station_id."
        case .listed: "Whether the vehicle has a row in the asset list: yes or no."
        case .search:
            "Text in ID, name, type, station, color or a property; with * and ? a pattern."
        case .condition:
            """
            Conditions for properties, such as Shelf=A3, Shelf!=A3 or Shelf=A*; without a value, the \
            vehicles that lack the property.
            """
        case .sort, .reverse, .limit, .favorites, .fields, .nearMe: ""
        }
    }
}

extension QueryItems {
    /// - Throws: `Problem` (400) with the name of an item that none of the parameters accepts.
    func require(_ parameters: [QueryParameter]) throws(Problem) {
        guard !items.isEmpty else { return }
        guard !isTruncated else {
            throw Problem(
                .badRequest, "The query has more than \(Self.maxCount) items.",
                hint: "Send fewer.", parameter: items.last.map { $0.name.shortened })
        }
        if let malformedName {
            throw Problem(malformedName, "must be percent-encoded UTF-8")
        }
        var names: Set<String> = []
        for (name, value) in items {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                throw Problem(unknown: name, parameters)
            }
            guard names.insert(name).inserted || parameter.isRepeated else {
                throw Problem(name, "occurs more than once")
            }
            guard !value.isEmpty else { throw Problem(name, "has no value") }
            if let requirement = parameter.requirement(notMetBy: value) {
                throw Problem(name, .verbatim(requirement))
            }
        }
    }

    /// Returns the items that the parameters accept, for the address of the same list in the API.
    func accepted(by parameters: [QueryParameter]) -> QueryItems {
        var names: Set<String> = []
        return QueryItems(
            items.filter { name, value in
                guard let parameter = parameters.first(where: { $0.name == name }),
                    !value.isEmpty, parameter.requirement(notMetBy: value) == nil
                else { return false }
                return names.insert(name).inserted || parameter.isRepeated
            })
    }

    /// Returns whether a flag is set; it is not without a value.
    /// - Throws: `Problem` (400) for another value.
    func flag(_ name: String) throws(Problem) -> Bool {
        guard let text = self[name] else { return false }
        guard let flag = QueryParameter.flag(text) else { throw Problem(name, "must be 1 or 0") }
        return flag
    }

    /// Returns the values of a parameter that are not empty, after a check.
    /// - Throws: `Problem` (400).
    func values(of parameter: QueryParameter) throws(Problem) -> [String] {
        let values = all(parameter.name)
        for value in values {
            guard let requirement = parameter.requirement(notMetBy: value) else { continue }
            throw Problem(parameter.name, .verbatim(requirement))
        }
        return values
    }

    /// Returns the first value of a parameter, after a check; `nil` without a value.
    /// - Throws: `Problem` (400).
    func value(of parameter: QueryParameter) throws(Problem) -> String? {
        try values(of: parameter).first
    }
}

extension Problem {
    /// Creates the answer to an invalid value of a parameter.
    /// - Parameter mistake: Follows the name of the parameter, without a full stop.
    init(_ parameter: String, _ mistake: LocalizedText) {
        self.init(
            .badRequest, "The parameter \(parameter.shortened) \(mistake.text).",
            hint: "Correct it, or leave it out.", parameter: parameter.shortened)
    }

    /// Creates the answer to a parameter with an unknown name.
    fileprivate init(unknown name: String, _ parameters: [QueryParameter]) {
        let known = parameters.map(\.name).joined(separator: ", ")
        self.init(
            .badRequest, "The parameter \(name.shortened) is not known here.",
            hint: parameters.isEmpty
                ? "This address has no parameters." : "This address has the parameters \(known).",
            parameter: name.shortened)
    }
}

extension String {
    /// A name of a request as an answer repeats it.
    fileprivate var shortened: String { String(unicodeScalars.prefix(100)) }
}
