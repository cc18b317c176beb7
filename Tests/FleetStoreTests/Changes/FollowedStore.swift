import FleetCore
import FleetStore
import Foundation
import Testing

/// A store with one reader that follows the changes of a source.
struct FollowedStore {
    /// Time that the reader wants the changes, in seconds.
    static let now = 1_700_000_000.0

    let store: any StoreUnderTest
    /// Rows of the list as JSON with sorted keys, by the bytes of the vehicle ID.
    private(set) var mirror: [[UInt8]: Data] = [:]
    private(set) var cursor: ChangeCursor?
    private(set) var resets = 0
    /// The batches that were read.
    private(set) var batches: [ChangeBatch] = []

    init(_ store: any StoreUnderTest) {
        self.store = store
    }

    /// Commits a snapshot of a request that began `seconds` after `now`.
    @discardableResult
    func commit(_ vehicles: [Vehicle], _ seconds: Double) async throws -> SnapshotInfo {
        try await store.snapshots.commit(outcome(vehicles, at: Self.now + seconds), for: demo)
    }

    @discardableResult
    func want(_ seconds: Double = 0, rotation: IDRotation? = nil) async throws -> ChangeCursor? {
        try await store.changes.want(
            [WantedChanges(demo.uuid, rotation: rotation)],
            at: Timestamp(seconds: Self.now + seconds))[demo.uuid]
    }

    /// Applies the new batches, or reads the list again after a reset.
    mutating func follow(limit: Int = 100) async throws {
        guard let cursor else { return try reload() }
        switch try await store.changes.batches(of: demo.uuid, after: cursor, limit: limit) {
        case .reset, .lost:
            resets += 1
            try reload()
        case .batches(let new):
            for batch in new { try apply(batch) }
        }
    }

    private mutating func reload() throws {
        (mirror, cursor) = try store.snapshots.read {
            (try Self.list($0), try $0.changeCursor(of: demo))
        }
    }

    private mutating func apply(_ batch: ChangeBatch) throws {
        let json = try JSONSerialization.jsonObject(with: Data(batch.changes))
        let changes = try #require(json as? [String: [Any]])
        let upserted = try #require(changes["upserted"] as? [[String: Any]])
        let removed = try #require(changes["removed"] as? [String])
        #expect(batch.rows == upserted.count + removed.count)
        for row in upserted { mirror[try Self.key(row)] = try Self.sorted(row) }
        for id in removed {
            #expect(mirror.removeValue(forKey: Array(id.utf8)) != nil)
        }
        #expect(batch.total == mirror.count)
        cursor = batch.cursor
        batches.append(batch)
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
                    try reader.forEachVehicle(VehicleQuery(), of: demo, body)
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
