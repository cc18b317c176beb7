import FleetCore
import Testing

@Suite("The order of a short way")
struct VisitOrderTests {
    private func length(_ way: [Position]) -> Double {
        zip(way, way.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    @Test("positions along a street are visited from one end to the other")
    func street() {
        let street = [5, 1, 4, 2, 3].compactMap {
            Position(latitude: 48, longitude: 2 + 0.01 * $0)
        }
        let start = Position(latitude: 48, longitude: 2)
        #expect(VisitOrder.indices(of: street, from: start) == [1, 3, 4, 2, 0])
        #expect(VisitOrder.indices(of: street).first == 0)
        #expect(VisitOrder.indices(of: []) == [])
        let same = VisitOrder.indices(of: [street[0], street[0]], from: street[0])
        #expect(same.sorted() == [0, 1])
    }

    @Test("each position is visited once, on a short way, also across the date line")
    func permutation() {
        var seed: UInt64 = 7
        func random() -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(seed >> 40) / Double(1 << 24)
        }
        let start = Position(latitude: 0.05, longitude: 179.95)
        for count in [1, 2, 3, 6, VisitOrder.maxCount, VisitOrder.maxCount + 20] {
            let positions = (0..<count).compactMap { _ in
                let longitude = 179.9 + 0.2 * random()
                return Position(
                    latitude: 0.1 * random(),
                    longitude: longitude > 180 ? longitude - 360 : longitude)
            }
            let order = VisitOrder.indices(of: positions, from: start)
            #expect(order.sorted() == Array(0..<count))
            guard count <= 6 else { continue }
            let way = length([start].compactMap(\.self) + order.map { positions[$0] })
            let best = permutations(Array(0..<count)).map { other in
                length([start].compactMap(\.self) + other.map { positions[$0] })
            }.min()
            #expect(way <= (best ?? 0) * 1.25, "\(count)")
        }
    }

    private func permutations(_ items: [Int]) -> [[Int]] {
        guard items.count > 1 else { return [items] }
        return items.flatMap { first in
            permutations(items.filter { $0 != first }).map { [first] + $0 }
        }
    }
}
