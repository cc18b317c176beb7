/// Documents and simulation addresses for tests.
enum Feeds {
    /// Returns a vehicles document with vehicles of these IDs.
    static func vehicles(_ ids: String...) -> String { vehicles(ids) }

    static func vehicles(_ ids: [String]) -> String {
        let vehicles = ids.map { #"{"identificationCode":"\#($0)","color":"BlueRed"}"# }
        return #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#
    }

    /// Returns a vehicles document with a TTL of 600 s, so no scheduled poll happens during a test.
    static func longLived(_ ids: String...) -> String { longLived(ids) }

    static func longLived(_ ids: [String]) -> String {
        #"{"ttl":600,"# + vehicles(ids).dropFirst()
    }

    /// A simulated fleet whose clock is frozen.
    static let frozen = "sim://?vehicles=20&now=2026-01-31T12:00:00Z"

    /// A simulated fleet with a new snapshot every 50 ms.
    static let quick = "sim://?vehicles=5&min_interval=0.05&max_interval=0.05"
}
