import FleetCore
import Testing

@testable import FleetTUI

@Suite("Every vehicle on the map is reachable")
struct MapReachabilityTests {
    /// Visits a map with Tab and Enter, including every group with an unseen vehicle.
    private struct Walker {
        var seen: Set<Int64> = []
        var depth = 0

        mutating func walk(_ map: MapScreen) {
            var map = map
            map.selection = nil
            map.press(.tab)
            guard let first = map.selection else { return }
            repeat {
                enter(map)
                map.press(.tab)
            } while map.selection != first
        }

        private mutating func enter(_ map: MapScreen) {
            var map = map
            let unseen = members(map).subtracting(seen)
            guard !unseen.isEmpty else { return }
            for _ in 0...unseen.count {
                guard case .perform(.read(.vehicleAtRow(let row))) = map.press(.enter)?.first else {
                    break
                }
                seen.insert(row)
            }
            guard !unseen.isSubset(of: seen), depth < 20 else { return }
            depth += 1
            walk(map)
            depth -= 1
        }

        /// The vehicles of the selected item.
        private func members(_ map: MapScreen) -> Set<Int64> {
            let frame = map.frame
            switch map.selectedItem(in: frame) {
            case .vehicle(let point): return [map.points.all[point].row]
            case .cluster(let cluster):
                let members = frame.members(in: frame.clusters[cluster].cells).joined()
                return Set(members.map { map.points.all[Int($0)].row })
            case .note, nil: return []
            }
        }
    }

    @Test("Tab and Enter reach every vehicle", arguments: [(80, 24), (40, 12), (20, 8)])
    func reach(columns: Int, rows: Int) {
        let points =
            MapSamples.town(150, spread: 0.05) + MapSamples.pile(40, from: 150)
            + MapSamples.world(20, seed: 8).map { point in
                var point = point
                point.row += 190
                return point
            }
        var walker = Walker()
        walker.walk(MapSamples.map(points, columns, rows))
        #expect(walker.seen == Set(0..<210))
    }
}
