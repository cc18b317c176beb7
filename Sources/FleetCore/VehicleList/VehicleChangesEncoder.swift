/// The changes between two snapshots, in UTF-8 without line breaks.
public struct EncodedChanges: Equatable, Sendable {
    /// For programs: `{"upserted":[…],"removed":[…]}`, the new and changed vehicles as they are in
    /// the JSON list, and the IDs of those that left the feed.
    public var vehicles: [UInt8]
    /// For pages, by the language of their texts:
    /// `{"rows":[{"vehicle_id","lat","lon","alarm","cells"}],"removed":[…]}`, where `alarm` is only
    /// there if it is true, and `cells` has the known values by column, as they are shown.
    public var rows: [Language: [UInt8]]

    /// The number of bytes of the largest form.
    public var count: Int { max(vehicles.count, rows.values.map(\.count).max() ?? 0) }

    /// Creates changes from their objects.
    public init(vehicles: [UInt8], rows: [Language: [UInt8]]) {
        (self.vehicles, self.rows) = (vehicles, rows)
    }
}

/// The form of the rows for pages.
public struct ChangeRows: Sendable, ExpressibleByArrayLiteral {
    /// The languages of the rows, without duplicates.
    public var languages: [Language]
    /// The charge at which a battery is low, in percent; `nil` if none is.
    public var lowBattery: Double?

    /// Creates the form of the rows of a source.
    public init(_ languages: [Language], lowBattery: Double?) {
        (self.languages, self.lowBattery) = (languages, lowBattery)
    }

    /// Creates rows in these languages, of a source with the bound of new ones.
    public init(arrayLiteral languages: Language...) {
        self.init(languages, lowBattery: AttentionRules().lowBattery)
    }
}

/// Encoder for the changes between two snapshots.
public struct VehicleChangesEncoder {
    /// The rows in one language.
    private struct Rows {
        let language: Language
        let cells: VehicleCells
        var text = UTF8Buffer()
    }

    private let rotation: IDRotation
    private let feed: FeedDescription
    private var vehicles = UTF8Buffer()
    private var rows: [Rows]

    /// Creates an encoder of changes with no vehicles yet.
    ///
    /// - Parameters:
    ///   - feed: The feed, which names the types of vehicles.
    ///   - rows: The form of the rows for pages.
    public init(rotation: IDRotation, feed: FeedDescription, as rows: ChangeRows) {
        (self.rotation, self.feed) = (rotation, feed)
        self.rows = rows.languages.map { language in
            Rows(
                language: language,
                cells: VehicleCells(
                    feed, origin: nil, lowBattery: rows.lowBattery, in: language))
        }
        vehicles.append("{\"upserted\":[")
        for index in self.rows.indices { self.rows[index].text.append("{\"rows\":[") }
    }

    /// Adds a new or changed vehicle.
    public mutating func add(_ vehicle: Vehicle) {
        vehicles.separate(after: UInt8(ascii: "["))
        vehicles.appendJSON(
            vehicle,
            in: ListedSource(rotation: rotation, regions: feed.regionNames, locatingFeed: feed),
            VehicleProperty.listed)
        for index in rows.indices {
            rows[index].text.append(vehicle, rows[index].cells)
        }
    }

    /// Adds the IDs of the removed vehicles and returns the changes.
    public consuming func finish(removing ids: some Sequence<String>) -> EncodedChanges {
        var removed = UTF8Buffer()
        removed.append("],\"removed\":[")
        for id in ids {
            removed.separate(after: UInt8(ascii: "["))
            removed.appendJSON(id)
        }
        removed.append("]}")
        var encoded: [Language: [UInt8]] = [:]
        for rows in rows { encoded[rows.language] = rows.text.bytes + removed.bytes }
        return EncodedChanges(vehicles: vehicles.bytes + removed.bytes, rows: encoded)
    }
}

extension UTF8Buffer {
    /// Appends the row of a vehicle.
    fileprivate mutating func append(_ vehicle: Vehicle, _ cells: VehicleCells) {
        separate(after: UInt8(ascii: "["))
        append(UInt8(ascii: "{"))
        for field in [VehicleProperty.vehicleID, .latitude, .longitude] {
            appendMember(field.name, field.value(of: vehicle, in: ListedSource()))
        }
        if vehicle.hasAlarm { append(",\"alarm\":true") }
        append(",\"cells\":{")
        // The ID never changes, and distances depend on the reader.
        for column in VehicleColumn.allCases where column != .id {
            let cell = cells.cell(column, of: vehicle)
            guard cell.isKnown else { continue }
            separate(after: UInt8(ascii: "{"))
            appendJSON(column.rawValue)
            append(UInt8(ascii: ":"))
            appendJSON(cell)
        }
        append("}}")
    }

    /// Appends a comma, unless the last byte opens a list.
    fileprivate mutating func separate(after opening: UInt8) {
        if bytes.last != opening { append(UInt8(ascii: ",")) }
    }
}
