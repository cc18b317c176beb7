/// One-to-one matching of departed and arrived vehicles by traits and location, which re-identifies
/// vehicles whose IDs rotated.
///
/// Exactly equal locations are matched first, with equal charge before any charge. Then come the
/// nearest, within 2, 8 and 30 metres (see ``VehicleLocation/cost(to:within:)``): in a few rounds
/// each arrived vehicle proposes to the nearest departed one that is left, which accepts the
/// nearest proposal. The rest of a crowd is paired within cells of 21 metres, in order of charge.
/// The time is linear in the number of vehicles, however dense the crowd.
struct LocationMatching {
    /// The maximum distance of a match, in metres: the noise of a stationary receiver.
    static let radius = 30.0

    private let departed: [VehicleLocation]
    private let arrived: [VehicleLocation]
    /// The indices that are not matched yet.
    private var departedLeft: [Int32]
    private var arrivedLeft: [Int32]
    /// The index of the departed vehicle for each arrived one; -1 if there is none.
    private(set) var partners: [Int32]

    /// Matches as many vehicles as possible.
    init(departed: [VehicleLocation], arrived: [VehicleLocation]) {
        self.departed = departed
        self.arrived = arrived
        departedLeft = departed.indices.map { Int32($0) }
        arrivedLeft = arrived.indices.map { Int32($0) }
        partners = Array(repeating: -1, count: arrived.count)
        pairExact { ExactLocation($0, withCharge: true) }
        pairExact { ExactLocation($0, withCharge: false) }
        departedLeft.removeAll { departed[Int($0)].station != 0 }
        arrivedLeft.removeAll { arrived[Int($0)].station != 0 }
        pairNearest(within: 2, rounds: 3)
        pairNearest(within: 8, rounds: 3)
        pairNearest(within: Self.radius, rounds: 4)
        pairCrowds()
    }

    /// Pairs the remaining vehicles of each cell, in order of charge.
    private mutating func pairCrowds() {
        let (departed, arrived) = (departed, arrived)
        departedLeft.sort { departed[Int($0)].percent < departed[Int($1)].percent }
        arrivedLeft.sort { arrived[Int($0)].percent < arrived[Int($1)].percent }
        let grid = CellGrid(size: Self.radius / 2.0.squareRoot())
        pairExact { location in
            let row = grid.row(of: location)
            let column = grid.column(of: location, among: grid.columns(inRow: row))
            return CellGrid.key(row: row, column: column, traits: location.traits)
        }
    }

    /// Pairs vehicles with equal keys, in order.
    private mutating func pairExact<Key: Hashable>(by key: (VehicleLocation) -> Key) {
        guard !departedLeft.isEmpty, !arrivedLeft.isEmpty else { return }
        var heads: [Key: Int32] = [:]
        heads.reserveCapacity(departedLeft.count)
        var nexts: [Int32] = Array(repeating: -1, count: departed.count)
        for index in departedLeft.reversed() {
            let key = key(departed[Int(index)])
            nexts[Int(index)] = heads.updateValue(index, forKey: key) ?? -1
        }
        for index in arrivedLeft {
            let location = arrived[Int(index)]
            let key = key(location)
            guard let head = heads[key], head >= 0 else { continue }
            let other = departed[Int(head)]
            guard other.traits == location.traits, location.distance(to: other) <= Self.radius
            else { continue }
            heads[key] = nexts[Int(head)]
            partners[Int(index)] = head
        }
        removeMatched()
    }

    private mutating func pairNearest(within radius: Double, rounds: Int) {
        let limit = radius < Self.radius ? radius : .greatestFiniteMagnitude
        for _ in 0..<rounds {
            guard !departedLeft.isEmpty, !arrivedLeft.isEmpty else { return }
            let candidates = VehicleLocationIndex(departed, selected: departedLeft, radius: radius)
            var proposals: [Int32] = Array(repeating: -1, count: departed.count)
            var costs: [Double] = Array(repeating: .infinity, count: departed.count)
            for index in arrivedLeft {
                let location = arrived[Int(index)]
                guard let best = candidates.nearest(to: location, radius: radius, limit: limit),
                    best.cost < costs[Int(best.index)]
                else { continue }
                costs[Int(best.index)] = best.cost
                proposals[Int(best.index)] = index
            }
            for index in departedLeft where proposals[Int(index)] >= 0 {
                partners[Int(proposals[Int(index)])] = index
            }
            // In a crowd all propose to the same few; another round gains little.
            guard removeMatched() > arrivedLeft.count / 50 else { return }
        }
    }

    /// Removes the matched vehicles from the remaining ones; returns their number.
    @discardableResult
    private mutating func removeMatched() -> Int {
        let before = arrivedLeft.count
        var isTaken = Array(repeating: false, count: departed.count)
        for index in arrivedLeft where partners[Int(index)] >= 0 {
            isTaken[Int(partners[Int(index)])] = true
        }
        arrivedLeft.removeAll { partners[Int($0)] >= 0 }
        departedLeft.removeAll { isTaken[Int($0)] }
        return before - arrivedLeft.count
    }
}
