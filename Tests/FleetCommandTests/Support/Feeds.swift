/// Documents that servers and files of the tests hold.
enum Feeds {
    /// A vehicles document with vehicles of these codes.
    static func vehicles(_ codes: String...) -> String { vehicles(codes) }

    static func vehicles(_ codes: [String]) -> String {
        let vehicles = codes.map { #"{"identificationCode":"\#($0)","color":"BlueRed"}"# }
        return #"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#
    }

    /// The same, good for so long that nobody asks again by itself within a test.
    static func lasting(_ codes: String...) -> String { lasting(codes) }

    static func lasting(_ codes: [String]) -> String {
        #"{"ttl":600,"# + vehicles(codes).dropFirst()
    }

    /// A simulated fleet that stands still.
    static let still = "sim://?vehicles=20&now=2026-01-31T12:00:00Z"

    /// A simulated fleet that makes a snapshot every twentieth of a second.
    static let quick = "sim://?vehicles=5&min_interval=0.05&max_interval=0.05"

    /// More zeros than a gzip stream of honest text could hold.
    static func bomb() async throws -> [UInt8] {
        try await Tool.run("sh", "-c", "head -c 67108864 /dev/zero | gzip")
    }
}
