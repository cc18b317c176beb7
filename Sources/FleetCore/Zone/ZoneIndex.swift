import Synchronization

/// The zones at a position, found fast for many positions.
///
/// A grid finds the zones whose rectangles are at the position, and bands of latitude the edges of
/// their polygons that a line from it may cross.
public struct ZoneIndex: Sendable {
    private let areas: [BandedArea]
    private let grid: BoxGrid

    /// Creates the index of areas, by their number in this order.
    public init(_ areas: [ZoneArea]) {
        self.areas = areas.map(BandedArea.init)
        grid = BoxGrid(areas.map(\.box))
    }

    /// Returns the numbers of the areas that contain a position, ascending.
    public func areas(at position: Position) -> [Int] {
        grid.boxes(at: position).filter { areas[$0].contains(position) }
    }

    /// Returns the number of the first area that contains a position.
    public func first(at position: Position) -> Int? {
        grid.boxes(at: position).first { areas[$0].contains(position) }
    }

    /// Returns whether an area contains a position.
    public func contains(_ position: Position) -> Bool { first(at: position) != nil }
}

/// An area whose polygons are read when it is first compared with a position.
private final class BandedArea: Sendable {
    private let area: ZoneArea
    private let polygons = Mutex<[BandedPolygon]?>(nil)

    init(_ area: ZoneArea) { self.area = area }

    func contains(_ position: Position) -> Bool {
        guard !area.box.points(of: position).isEmpty else { return false }
        let polygons = polygons.withLock { known in
            let polygons = known ?? area.polygons.map(BandedPolygon.init)
            known = polygons
            return polygons
        }
        return polygons.contains { $0.contains(position) }
    }
}

/// The rectangles in each cell of a grid over all of them.
private struct BoxGrid: Sendable {
    private static let maxSize = 128
    private let latitudes: ClosedRange<Double>
    private let longitudes: ClosedRange<Double>
    /// Number of rows and of columns.
    private let size: Int
    /// The numbers of the rectangles in each cell, ascending, row by row.
    private let cells: [[Int]]

    init(_ boxes: [ZoneArea.Box]) {
        let latitudes = Self.span(boxes.map(\.latitudes))
        let longitudes = Self.span(boxes.map(\.longitudes))
        func parts(of box: ZoneArea.Box, _ size: Int) -> (ClosedRange<Int>, ClosedRange<Int>) {
            (
                Band.all(in: box.latitudes, of: latitudes, size),
                Band.all(in: box.longitudes, of: longitudes, size)
            )
        }
        func count(_ size: Int) -> Int {
            boxes.reduce(0) {
                let (rows, columns) = parts(of: $1, size)
                return $0 + rows.count * columns.count
            }
        }
        // Hostile rectangles are all in all cells: then a grid would be no use.
        var size = Self.maxSize
        while size > 1, count(size) > 8 * boxes.count + Self.maxSize * Self.maxSize { size /= 2 }
        var cells = [[Int]](repeating: [], count: size * size)
        for (number, box) in boxes.enumerated() {
            let (rows, columns) = parts(of: box, size)
            for row in rows {
                for column in columns { cells[row * size + column].append(number) }
            }
        }
        (self.latitudes, self.longitudes) = (latitudes, longitudes)
        (self.size, self.cells) = (size, cells)
    }

    private static func span(_ ranges: [ClosedRange<Double>]) -> ClosedRange<Double> {
        let low = ranges.map(\.lowerBound).min() ?? 0
        return low...(ranges.map(\.upperBound).max() ?? 0)
    }

    /// Returns the numbers of the rectangles that may be at a position, ascending.
    func boxes(at position: Position) -> [Int] {
        guard latitudes.contains(position.latitude) else { return [] }
        let row = Band.number(of: position.latitude, in: latitudes, size)
        let found = [0.0, 360, -360].map { position.longitude + $0 }.filter(longitudes.contains)
            .map { cells[row * size + Band.number(of: $0, in: longitudes, size)] }
        return found.count < 2 ? found.first ?? [] : Set(found.joined()).sorted()
    }
}

/// A polygon with its edges by latitude, so that a point is compared with few of them.
private struct BandedPolygon: Sendable {
    private static let maxBands = 1024
    private let edges: [ZonePolygon.Edge]
    private let box: ZoneArea.Box
    /// For each band, the end of its numbers in `numbers`.
    private var ends: [Int] = []
    /// The numbers of the edges in each band.
    private var numbers: [Int32] = []

    init(_ polygon: ZonePolygon) {
        var edges: [ZonePolygon.Edge] = []
        polygon.forEachEdge { edges.append($0) }
        (self.edges, box) = (edges, polygon.box)
        let spans = edges.map { $0.south.latitude...$0.north.latitude }
        // A hostile polygon has only edges that cross all bands: then they would be no use.
        var count = min(Self.maxBands, max(1, spans.count / 8))
        while count > 1, entries(spans, count) > 4 * spans.count { count /= 2 }
        var bands = [[Int32]](repeating: [], count: count)
        for (number, span) in spans.enumerated() {
            for band in Band.all(in: span, of: box.latitudes, count) {
                bands[band].append(Int32(number))
            }
        }
        for band in bands {
            numbers += band
            ends.append(numbers.count)
        }
    }

    private func entries(_ spans: [ClosedRange<Double>], _ count: Int) -> Int {
        spans.reduce(0) { $0 + Band.all(in: $1, of: box.latitudes, count).count }
    }

    func contains(_ position: Position) -> Bool {
        box.points(of: position).contains { point in
            let band = Band.number(of: point.latitude, in: box.latitudes, ends.count)
            let crossed = numbers[(band == 0 ? 0 : ends[band - 1])..<ends[band]].count {
                edges[Int($0)].isCrossed(from: point)
            }
            return crossed % 2 == 1
        }
    }
}

/// Parts of equal size of a range.
private enum Band {
    /// Returns the number of the part that a value is in, of `count`.
    static func number(of value: Double, in range: ClosedRange<Double>, _ count: Int) -> Int {
        let length = range.upperBound - range.lowerBound
        guard length > 0 else { return 0 }
        return min(count - 1, Int((value - range.lowerBound) / length * Double(count)))
    }

    /// Returns the numbers of the parts that a part of the range touches.
    static func all(
        in part: ClosedRange<Double>, of range: ClosedRange<Double>, _ count: Int
    ) -> ClosedRange<Int> {
        let first = number(of: part.lowerBound, in: range, count)
        return first...number(of: part.upperBound, in: range, count)
    }
}
