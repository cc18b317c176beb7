import FleetCore
import FleetSQL
import Foundation
import Testing

/// A store with one reader that follows the changes of a source.
struct FollowedStore {
    /// Time of the first commit, in seconds.
    static let now = 1_700_000_000.0

    let store: any StoreUnderTest
    /// Rows of the list as JSON with sorted keys, by the bytes of the vehicle ID.
    private(set) var mirror: [[UInt8]: Data] = [:]
    private(set) var cursor: ChangeCursor?
    private(set) var resets = 0
    /// The changes that were read.
    private(set) var changes: [SourceChanges] = []
    /// The records of the commits; `nil` for none.
    var recording: Recording?

    init(_ store: any StoreUnderTest, rotation: IDRotation? = nil) {
        self.store = store
        recording = Recording(rotation: rotation)
    }

    /// Commits a snapshot of a request that began `seconds` after `now`.
    @discardableResult
    func commit(
        _ vehicles: [Vehicle], _ seconds: Double, trips: [VehicleTrip] = []
    ) async throws -> SnapshotInfo {
        try await store.snapshots.commit(
            outcome(vehicles, at: Self.now + seconds, trips: trips), for: demo, recording: recording
        )
    }

    /// Returns the newest cursor of the source.
    func newest() async throws -> ChangeCursor? {
        try await store.changes.cursors(of: [demo.uuid])[demo.uuid]
    }

    /// Applies the changes after the cursor, or reads the list again after a reset.
    mutating func follow() async throws {
        guard let cursor else { return try reload() }
        switch try await store.changes.changes(
            of: demo.uuid, after: cursor, maxBytes: 1 << 20, as: [.english])
        {
        case .reset, .lost:
            resets += 1
            try reload()
        case .changes(let new): try apply(new)
        }
    }

    private mutating func reload() throws {
        (mirror, cursor) = try store.snapshots.read {
            (try Self.list($0), try $0.changeCursor(of: demo))
        }
    }

    private mutating func apply(_ new: SourceChanges) throws {
        let json = try JSONSerialization.jsonObject(with: Data(new.vehicles.vehicles))
        let vehicles = try #require(json as? [String: [Any]])
        let upserted = try #require(vehicles["upserted"] as? [[String: Any]])
        for row in upserted { mirror[try Self.key(row)] = try Self.sorted(row) }
        // Those that came and left since are among them.
        for id in try #require(vehicles["removed"] as? [String]) { mirror[Array(id.utf8)] = nil }
        let isElsewhere = VehicleState.allCases.filter { !$0.isInPublicSpace }
            .map { "\"state\":\"\($0.rawValue)\"" }
        #expect(
            new.total
                == mirror.values.count { row in
                    let text = String(decoding: row, as: UTF8.self)
                    return !isElsewhere.contains { text.contains($0) }
                })
        cursor = new.cursor
        changes.append(new)
    }

    /// Returns what `fleet list` shows.
    func list() throws -> [[UInt8]: Data] { try store.snapshots.read(Self.list) }

    private static func list(_ reader: any SnapshotReader) throws -> [[UInt8]: Data] {
        guard let info = try reader.info(of: demo) else { return [:] }
        var header = ListHeader(
            source: "demo", feed: info.feed, fetchedAt: info.fetchedAt, isStale: false,
            counts: VehicleCounts(total: info.total, matching: info.total, unknownBattery: 0))
        header.rotation = info.rotation
        var text: [UInt8] = []
        var sink = ByteSink { text += $0 }
        let style = TableStyle(width: nil, isColored: false, now: info.fetchedAt) { _ in "" }
        _ = try VehicleListEncoder(format: .ndjson, header: header, style: style)
            .write(
                vehicles: { body in
                    try reader.forEachVehicle(.everything, of: demo, body)
                }, to: &sink)
        var rows: [[UInt8]: Data] = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let row = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            let object = try #require(row)
            rows[try key(object)] = try sorted(object)
        }
        return rows
    }

    private static func key(_ row: [String: Any]) throws -> [UInt8] {
        Array(try #require(row["vehicle_id"] as? String).utf8)
    }

    private static func sorted(_ row: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
    }
}
