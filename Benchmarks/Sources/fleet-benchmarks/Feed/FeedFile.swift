/// The vehicle file of a made-up GBFS 2.3 feed.
struct FeedFile {
    /// When the feed was first updated, in seconds since 1970.
    static let firstUpdate = 1_700_000_000
    /// One of how many vehicles differs in the second state of the fleet: 2 %.
    static let movingShare = 50

    private static let opening = #"{"last_updated":"#
    /// How many vehicles it has.
    let count: Int
    let path: String
    /// How long it says that it is good, in seconds.
    var ttl = 60

    /// Writes the file.
    /// - Parameter hasMoved: whether one vehicle of `movingShare` stands elsewhere.
    func write(hasMoved: Bool = false) throws {
        let file = try FileWriter(path: path)
        try file.append(
            Self.opening + String(Self.firstUpdate)
                + #","ttl":\#(ttl),"version":"2.3","data":{"bikes":["#)
        for number in 0..<count {
            if number % 10_000 == 0 { try Interrupts.check() }
            let moves = hasMoved && number % Self.movingShare == 0
            let vehicle = FeedVehicle(number: number).json(hasMoved: moves)
            try file.append(number == 0 ? vehicle : ",\n" + vehicle)
        }
        try file.append("]}}\n")
        try file.finish()
    }

    /// Sets the time of the file's update: seconds after the first one.
    func update(after seconds: Int) throws {
        try Files.overwrite(
            path, at: Self.opening.utf8.count, with: String(Self.firstUpdate + seconds))
    }

    /// The least codes, in order.
    func leastIDs(_ limit: Int, redOnly: Bool) -> [String] {
        var least: [String] = []
        for number in 0..<count {
            let vehicle = FeedVehicle(number: number)
            guard !redOnly || vehicle.kind.isRed else { continue }
            if least.count == limit, let last = least.last, vehicle.id >= last { continue }
            let place = least.firstIndex { $0 > vehicle.id } ?? least.endIndex
            least.insert(vehicle.id, at: place)
            if least.count > limit { least.removeLast() }
        }
        return least
    }
}
