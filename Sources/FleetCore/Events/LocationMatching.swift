/// Finds vehicles again that have new codes: those that came are matched with those that went, one
/// to one, by their kind and place.
///
/// Exactly the same place comes first, with the same charge before any charge. Then the nearest,
/// within 2, 8 and 30 metres (see ``Spot/cost(to:within:)``): in a few rounds each of those that
/// came asks for the nearest that is left, and each that is asked for takes the nearest that asks.
/// What is then left in a crowd is paired off within cells of 21 metres, in the order of the
/// charge. The work grows with the count, however dense the crowd.
struct PlaceMatching {
    /// The greatest distance of a match, in metres: the noise of a receiver that does not move.
    static let radius = 30.0

    private let went: [Spot]
    private let came: [Spot]
    /// What is left of each, as places in the lists.
    private var wentLeft: [Int32]
    private var cameLeft: [Int32]
    /// For each of those that came the one that went; -1 is none.
    private(set) var partners: [Int32]

    /// Matches all that can be matched.
    init(went: [Spot], came: [Spot]) {
        self.went = went
        self.came = came
        wentLeft = went.indices.map { Int32($0) }
        cameLeft = came.indices.map { Int32($0) }
        partners = Array(repeating: -1, count: came.count)
        pairExact { ExactSpot($0, withCharge: true) }
        pairExact { ExactSpot($0, withCharge: false) }
        wentLeft.removeAll { went[Int($0)].station != 0 }
        cameLeft.removeAll { came[Int($0)].station != 0 }
        pairNearest(within: 2, rounds: 3)
        pairNearest(within: 8, rounds: 3)
        pairNearest(within: Self.radius, rounds: 4)
        pairCrowds()
    }

    /// Pairs what is left in the same cell, in the order of their charge.
    private mutating func pairCrowds() {
        let (went, came) = (went, came)
        wentLeft.sort { went[Int($0)].percent < went[Int($1)].percent }
        cameLeft.sort { came[Int($0)].percent < came[Int($1)].percent }
        let grid = CellGrid(size: Self.radius / 2.0.squareRoot())
        pairExact { spot in
            let row = grid.row(of: spot)
            let column = grid.column(of: spot, among: grid.columns(inRow: row))
            return CellGrid.key(row: row, column: column, kind: spot.kind)
        }
    }

    /// Pairs those that have the same key, in their order.
    private mutating func pairExact<Key: Hashable>(by key: (Spot) -> Key) {
        guard !wentLeft.isEmpty, !cameLeft.isEmpty else { return }
        var heads: [Key: Int32] = [:]
        heads.reserveCapacity(wentLeft.count)
        var nexts: [Int32] = Array(repeating: -1, count: went.count)
        for place in wentLeft.reversed() {
            let key = key(went[Int(place)])
            nexts[Int(place)] = heads.updateValue(place, forKey: key) ?? -1
        }
        for place in cameLeft {
            let spot = came[Int(place)]
            let key = key(spot)
            guard let head = heads[key], head >= 0 else { continue }
            let other = went[Int(head)]
            guard other.kind == spot.kind, spot.distance(to: other) <= Self.radius else { continue }
            heads[key] = nexts[Int(head)]
            partners[Int(place)] = head
        }
        dropMatched()
    }

    private mutating func pairNearest(within radius: Double, rounds: Int) {
        let limit = radius < Self.radius ? radius : .greatestFiniteMagnitude
        for _ in 0..<rounds {
            guard !wentLeft.isEmpty, !cameLeft.isEmpty else { return }
            let index = SpotIndex(went, chosen: wentLeft, radius: radius)
            var asking: [Int32] = Array(repeating: -1, count: went.count)
            var costs: [Double] = Array(repeating: .infinity, count: went.count)
            for place in cameLeft {
                let spot = came[Int(place)]
                guard let best = index.nearest(to: spot, radius: radius, limit: limit),
                    best.cost < costs[Int(best.place)]
                else { continue }
                costs[Int(best.place)] = best.cost
                asking[Int(best.place)] = place
            }
            for place in wentLeft where asking[Int(place)] >= 0 {
                partners[Int(asking[Int(place)])] = place
            }
            // In a crowd all ask for the same few; another round brings little.
            guard dropMatched() > cameLeft.count / 50 else { return }
        }
    }

    /// Takes the matched ones out of those that are left; returns how many there were.
    @discardableResult
    private mutating func dropMatched() -> Int {
        let before = cameLeft.count
        var isTaken = Array(repeating: false, count: went.count)
        for place in cameLeft where partners[Int(place)] >= 0 {
            isTaken[Int(partners[Int(place)])] = true
        }
        cameLeft.removeAll { partners[Int($0)] >= 0 }
        wentLeft.removeAll { isTaken[Int($0)] }
        return before - cameLeft.count
    }
}
