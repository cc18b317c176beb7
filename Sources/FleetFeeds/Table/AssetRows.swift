import FleetCore
import Foundation

/// The rows of an asset list, to be joined with the vehicles of a feed.
struct AssetRows: Codable {
    /// The ID of a row, and the values that the vehicle with this ID gets.
    private struct Row: Codable {
        var id: String
        var name: String?
        /// The text of the ``CustomProperties``.
        var properties: String
    }

    /// Maximum size of the rows as text that is stored with a snapshot.
    private static let maxStoredBytes = 1 << 20

    /// Text that differs if anything that the rows add to vehicles may differ.
    let digest: String
    private let rows: [Row]
    private let properties: [CustomProperty]
    private let notices: [String]
    /// The rows as text, for a time when the list cannot be read; `nil` if they are too large.
    private(set) var stored: String?

    private enum CodingKeys: String, CodingKey { case digest, rows, properties, notices }

    /// Reads the document of an asset list.
    ///
    /// All columns but those of the ID and the name are properties, whatever they are called: the
    /// feed has the fields.
    ///
    /// - Throws: A failure at the location of the list.
    init(
        _ bytes: consuming [UInt8], of list: AssetList, labelField: LabelField?,
        zone: SystemTimeZone, maxRows: Int
    ) throws(FeedFailure) {
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine($0) }
        hash.combine(list.settingsJSON)
        hash.combine(labelField?.text ?? "")
        digest = StableHash.digits(of: hash.value)
        let location = list.location.description
        let parsed = try FeedDocument<FeedContent>(
            anyVehicles: bytes, at: location,
            TableReading(
                settings: list.table, recognized: [.id, .name], zone: zone, maxVehicles: maxRows))
        guard case .vehicles(let document) = parsed.content, let table = document.table else {
            throw FeedFailure(
                .table(
                    .unreadableTable(
                        "the asset list is not a table",
                        hint: "use a spreadsheet with a column of IDs, as CSV or XLSX")),
                at: location)
        }
        rows = document.vehicles.map {
            Row(id: $0.id, name: $0.name, properties: $0.properties.text)
        }
        properties = table.properties
        notices = document.parseReport.notices(of: "row")
        // Once, since each refresh stores it.
        if let text = try? StoredJSON.encoder(sorted: false).encode(self),
            text.count <= Self.maxStoredBytes
        {
            stored = String(decoding: text, as: UTF8.self)
        }
    }

    /// Reads rows that were stored; returns `nil` for other texts.
    init?(stored text: String?) {
        guard let text,
            let rows = try? StoredJSON.decoder.decode(Self.self, from: Data(text.utf8))
        else { return nil }
        self = rows
        stored = text
    }

    /// Adds the properties of the rows to the vehicles of a snapshot.
    ///
    /// - Parameter id: Function that returns the text of a vehicle that is compared with the IDs of
    ///   the rows; `nil` for a vehicle without it.
    func join(to snapshot: inout Snapshot, by id: (Vehicle) -> String?) {
        let indices = Dictionary(
            rows.enumerated().map { (ByteString($1.id), $0) }, uniquingKeysWith: { $1 })
        var isMatched = [Bool](repeating: false, count: rows.count)
        var unlisted = 0
        for index in snapshot.vehicles.indices {
            let row = id(snapshot.vehicles[index]).flatMap { indices[ByteString($0)] }
            snapshot.vehicles[index].isListed = row != nil
            guard let row else {
                unlisted += 1
                continue
            }
            isMatched[row] = true
            snapshot.vehicles[index].add(
                name: rows[row].name, CustomProperties(text: rows[row].properties))
        }
        let unmatched = rows.indices.filter { !isMatched[$0] }
        snapshot.feed.assets = AssetMatch(
            rows: rows.count, unmatched: unmatched.count,
            unmatchedIDs: unmatched.prefix(AssetMatch.maxListed).map { rows[$0].id },
            unlisted: unlisted)
        snapshot.feed.describeAssets(
            properties, haveNames: rows.contains { $0.name != nil })
        notices.forEach { snapshot.parseReport.warn("asset list: " + $0) }
    }
}

extension Vehicle {
    /// Adds the values of a row that the feed does not have.
    fileprivate mutating func add(name other: String?, _ others: CustomProperties) {
        name = name ?? other
        guard !properties.isEmpty else { return properties = others }
        for (name, value) in others.all where properties[name] == nil {
            properties.append(value, to: name)
        }
    }
}

extension FeedDescription {
    fileprivate mutating func describeAssets(_ others: [CustomProperty], haveNames: Bool) {
        if haveNames { hasNames = true }
        var all = properties ?? []
        for other in others {
            if let index = all.firstIndex(where: { ByteOrder.equal($0.name, other.name) }) {
                // Both have values under one name, which only those see who see both.
                all[index].visibility = max(all[index].visibility, other.visibility)
            } else {
                all.append(other)
            }
        }
        properties = all.isEmpty ? nil : all
    }
}
