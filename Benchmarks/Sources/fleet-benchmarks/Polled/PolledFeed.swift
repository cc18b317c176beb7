/// Vehicle document of a GBFS 2.3 feed, in memory; some vehicles move with each change.
struct PolledFeed {
    /// The `ttl` in seconds.
    static let ttl = 60
    private static let opening = Array(#"{"last_updated":"#.utf8)
    /// The document.
    private(set) var bytes: [UInt8]
    private let vehicles: [Vehicle]
    private var turn = 0
    var hasChanged: Bool { turn > 0 }

    /// Positions of a vehicle in the document.
    private struct Vehicle {
        /// A digit of its latitude, 111 m.
        let latitude: UInt32
        /// The ten digits of `last_reported`.
        let report: UInt32
    }

    /// Creates the feed of generated vehicles.
    /// - Parameter numbers: Their numbers.
    init(_ numbers: Range<Int>) {
        bytes = Self.opening
        bytes += #"\#(FeedFile.firstUpdate),"ttl":\#(Self.ttl),"version":"2.3""#.utf8
        bytes += #","data":{"bikes":["#.utf8
        var vehicles: [Vehicle] = []
        vehicles.reserveCapacity(numbers.count)
        for number in numbers {
            if number > numbers.lowerBound { bytes += ",\n".utf8 }
            let start = bytes.count
            bytes += FeedVehicle(number: number).json(hasMoved: false).utf8
            let (latitude, report) = Self.offsets(bytes[start...])
            vehicles.append(
                Vehicle(latitude: UInt32(start + latitude), report: UInt32(start + report)))
        }
        bytes += "]}}\n".utf8
        self.vehicles = vehicles
    }

    /// Moves every 50th vehicle, 2 %, others each time, and sets its report and `last_updated`.
    mutating func change(at seconds: Int) {
        let digits = Array(String(seconds).utf8)
        replace(at: Self.opening.count, by: digits)
        var index = turn % FeedFile.changeInterval
        while index < vehicles.count {
            let vehicle = vehicles[index]
            let digit = Int(vehicle.latitude)
            bytes[digit] = (bytes[digit] - UInt8(ascii: "0") + 5) % 10 + UInt8(ascii: "0")
            replace(at: Int(vehicle.report), by: digits)
            index += FeedFile.changeInterval
        }
        turn += 1
    }

    private mutating func replace(at start: Int, by digits: [UInt8]) {
        bytes.replaceSubrange(start..<start + digits.count, with: digits)
    }

    /// Returns the offsets of a vehicle's object: the third decimal of `lat`, and `last_reported`.
    private static func offsets(_ object: ArraySlice<UInt8>) -> (latitude: Int, report: Int) {
        func end(of name: String) -> Int {
            let pattern = Array(#""\#(name)":"#.utf8)
            let start = object.indices.first {
                object[$0] == pattern[0] && object[$0...].starts(with: pattern)
            }
            return (start ?? object.endIndex) + pattern.count - object.startIndex
        }
        return (end(of: "lat") + "48.80".utf8.count, end(of: "last_reported"))
    }
}
