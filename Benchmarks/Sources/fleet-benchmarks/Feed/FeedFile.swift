/// Vehicle file of a generated GBFS 2.3 feed.
struct FeedFile {
    /// First `last_updated`, in seconds since 1970.
    static let firstUpdate = 1_700_000_000
    /// Every 50th vehicle, 2 %, differs in the second state of the fleet.
    static let changeInterval = 50

    private static let opening = #"{"last_updated":"#
    /// Number of vehicles.
    let count: Int
    let path: String
    /// The `ttl` in seconds.
    var ttl = 60

    /// Writes the file.
    /// - Parameter hasMoved: Whether one of `changeInterval` vehicles has moved.
    func write(hasMoved: Bool = false) throws {
        let file = try FileWriter(path: path)
        try file.append(
            Self.opening + String(Self.firstUpdate)
                + #","ttl":\#(ttl),"version":"2.3","data":{"bikes":["#)
        for number in 0..<count {
            if number % 10_000 == 0 { try Interrupts.check() }
            let moves = hasMoved && number % Self.changeInterval == 0
            let vehicle = FeedVehicle(number: number).json(hasMoved: moves)
            try file.append(number == 0 ? vehicle : ",\n" + vehicle)
        }
        try file.append("]}}\n")
        try file.finish()
    }

    /// Sets `last_updated` to a number of seconds after `firstUpdate`.
    func update(after seconds: Int) throws {
        try Files.overwrite(
            path, at: Self.opening.utf8.count, with: String(Self.firstUpdate + seconds))
    }

    /// Returns the lowest IDs in ascending order.
    func lowestIDs(_ limit: Int, redOnly: Bool) -> [String] {
        var ids: [String] = []
        for number in 0..<count {
            let vehicle = FeedVehicle(number: number)
            guard !redOnly || vehicle.type.isRed else { continue }
            if ids.count == limit, let last = ids.last, vehicle.id >= last { continue }
            let index = ids.firstIndex { $0 > vehicle.id } ?? ids.endIndex
            ids.insert(vehicle.id, at: index)
            if ids.count > limit { ids.removeLast() }
        }
        return ids
    }
}
