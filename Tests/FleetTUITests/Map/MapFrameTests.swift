import FleetCore
import Testing

@testable import FleetTUI

@Suite("Every vehicle in view is shown exactly once, as a dot or in a count")
struct MapFrameTests {
    /// The cell of a point, computed independently.
    private func cell(_ point: MapPoint, _ view: MapViewport) -> (column: Int, row: Int)? {
        let (x, y) = (point.x * view.scale / 2, point.y * view.scale / 4)
        let (column, row) = (
            Int(x.rounded(.down)) - view.column, Int(y.rounded(.down)) - view.row
        )
        return Rect(view.size).contains(column: column, row: row) ? (column, row) : nil
    }

    @Test("counts and dots add up to the vehicles in view, wherever the view is")
    func sums() {
        var generator = SeededGenerator(seed: 5)
        var clusters = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            let points = MapSamples.town(Int(seed) * 100, spread: 0.05, seed: seed)
            var map = MapSamples.map(points, Int(seed) * 10, Int(seed) * 2 + 4)
            for _ in 0..<6 {
                let frame = map.frame
                let inView = points.filter { cell($0, map.viewport) != nil }
                let counted = frame.clusters.reduce(0) { $0 + $1.count }
                let shown = frame.items(points).count - frame.clusters.count
                #expect(counted + shown == inView.count)
                #expect(map.summary.hasPrefix(ShortText.grouped(inView.count) + " of "))
                clusters += frame.clusters.count
                map.press([.right, .up, .character("+")].randomElement(using: &generator)!)
            }
        }
        #expect(clusters > 50)
    }

    @Test("every vehicle that is not counted has its dot lit")
    func dots() {
        let points = MapSamples.town(600, spread: 1)
        let map = MapSamples.map(points)
        let (frame, canvas) = (map.frame, map.canvas)
        var lit = Array(repeating: BrailleDots(), count: 80 * 24)
        for point in points {
            guard let (column, row) = cell(point, map.viewport),
                frame.cluster(column: column, row: row) == nil
            else { continue }
            lit[row * 80 + column].light(
                x: Int(point.x * map.viewport.scale), y: Int(point.y * map.viewport.scale))
        }
        // The north arrow and the scale bar cover the first and the last row.
        for row in 1..<23 {
            for column in 0..<80 where frame.cluster(column: column, row: row) == nil {
                let dots = lit[row * 80 + column]
                guard canvas[column, row].style.isBold == false else { continue }
                #expect(canvas[column, row].character == (dots.count == 0 ? " " : dots.character))
            }
        }
    }

    @Test("24 vehicles at one location are shown as dots, 25 as a count")
    func threshold() {
        #expect(MapSamples.map(MapSamples.pile(24)).frame.clusters.isEmpty)
        let clusters = MapSamples.map(MapSamples.pile(25)).frame.clusters
        #expect(clusters.map(\.count) == [25])
        #expect(clusters.map(\.label.text) == [" 25 "])
    }

    @Test("many vehicles are shown as dots while they can be told apart, and as a count otherwise")
    func readable() {
        func density(_ count: Int, lit: Int) -> BlockDensity {
            var density = BlockDensity()
            density.add(count, lit: lit, column: 0, row: 0)
            return density
        }
        #expect(!density(100, lit: 50).isUnreadable)
        #expect(density(101, lit: 50).isUnreadable)
        #expect(!density(128, lit: 128).isUnreadable)
        #expect(density(129, lit: 129).isUnreadable)
    }

    @Test("moving the map does not regroup the vehicles of a count")
    func stableGroups() {
        let points = MapSamples.town(4000, spread: 0.1)
        var map = MapSamples.map(points)
        let before = groups(map)
        #expect(before.count > 3)
        map.press(.right)
        map.press(.down)
        let after = groups(map)
        #expect(!after.isEmpty)
        for group in after { #expect(before.contains(group)) }
    }

    /// The vehicles of each cluster that is entirely in view.
    private func groups(_ map: MapScreen) -> Set<[Int32]> {
        let frame = map.frame
        let whole = frame.clusters.filter { $0.cells.columns == 8 && $0.cells.rows == 4 }
        return Set(whole.map { frame.members(in: $0.cells).joined().sorted() })
    }

    @Test("no count covers another or leaves the view")
    func labels() {
        var generator = SeededGenerator(seed: 6)
        for seed in 1...15 as ClosedRange<UInt64> {
            let points = MapSamples.town(3000, spread: 0.1, seed: seed)
            var map = MapSamples.map(points, 16 + Int(seed) * 6, 4 + Int(seed) * 2)
            for _ in 0..<Int.random(in: 0...3, using: &generator) { map.press(.right) }
            let view = Rect(map.viewport.size)
            let labels = map.frame.clusters.map(\.label.cells)
            for (index, label) in labels.enumerated() {
                #expect(label.intersection(view) == label)
                for other in labels[..<index] {
                    #expect(label.intersection(other).columns * label.intersection(other).rows == 0)
                }
            }
        }
    }

    @Test("items are ordered from top to bottom and from left to right, dot by dot")
    func order() {
        let points = MapSamples.town(3000, spread: 0.3)
        let map = MapSamples.map(points)
        let frame = map.frame
        let items = frame.items(points)
        #expect(zip(items, items.dropFirst()).allSatisfy { $0.cell <= $1.cell })
        let vehicles = items.compactMap { placed -> MapPoint? in
            if case .vehicle(let point) = placed.item { points[point] } else { nil }
        }
        for (one, next) in zip(vehicles, vehicles.dropFirst())
        where frame.cell(of: one) == frame.cell(of: next) {
            let scale = map.viewport.scale
            #expect((one.y * scale).rounded(.down) <= (next.y * scale).rounded(.down))
        }
    }
}
