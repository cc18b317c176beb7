/// A polygon with holes on the map (RFC 7946, section 3.1.6).
///
/// Its edges are straight in degrees (section 3.1.1). A point is inside if a line from it crosses
/// the rings an odd number of times, so neither their direction matters nor which of them are
/// holes. GBFS 2.1 to 2.3 give a meaning to the direction, in contradiction to RFC 7946, and 3.0
/// dropped it.
public struct ZonePolygon: Equatable, Sendable {
    /// A point of a ring, in degrees; a longitude may exceed 180 if the polygon crosses the 180th
    /// meridian.
    public struct Point: Equatable, Sendable {
        let longitude: Double
        let latitude: Double

        /// Creates a point; returns `nil` unless it is on the map, or one turn beyond.
        public init?(longitude: Double, latitude: Double) {
            guard (-540...540).contains(longitude), (-90...90).contains(latitude) else {
                return nil
            }
            (self.longitude, self.latitude) = (longitude, latitude)
        }
    }

    /// An edge from south to north.
    private struct Edge: Equatable {
        let south: Point
        let north: Point

        /// Whether a line from the point to the east crosses the edge.
        func isCrossed(from point: Point) -> Bool {
            guard south.latitude <= point.latitude, point.latitude < north.latitude else {
                return false
            }
            let height = north.latitude - south.latitude
            let rise = point.latitude - south.latitude
            return (point.longitude - south.longitude) * height
                < rise * (north.longitude - south.longitude)
        }
    }

    private let edges: [Edge]
    private let longitudes: ClosedRange<Double>
    private let bands: LatitudeBands

    /// Creates a polygon; returns `nil` if it has no area.
    ///
    /// - Parameter rings: The outline and the holes; the last point of each may repeat the first.
    public init?(rings: [[Point]]) {
        var edges: [Edge] = []
        for ring in rings {
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1))
            where start.latitude != end.latitude {
                let isNorthward = start.latitude < end.latitude
                edges.append(
                    Edge(south: isNorthward ? start : end, north: isNorthward ? end : start))
            }
        }
        let all = edges.flatMap { [$0.south.longitude, $0.north.longitude] }
        guard let west = all.min(), let east = all.max(), west < east,
            let bands = LatitudeBands(edges.map { $0.south.latitude...$0.north.latitude })
        else { return nil }
        (self.edges, longitudes, self.bands) = (edges, west...east, bands)
    }

    /// Returns whether a position is inside; on an edge, it may be inside or not.
    public func contains(_ position: Position) -> Bool {
        guard bands.range.contains(position.latitude) else { return false }
        return [0.0, 360, -360].contains { turn in
            let longitude = position.longitude + turn
            guard longitudes.contains(longitude),
                let point = Point(longitude: longitude, latitude: position.latitude)
            else { return false }
            let crossed = bands.edges(at: position.latitude).count {
                edges[Int($0)].isCrossed(from: point)
            }
            return crossed % 2 == 1
        }
    }
}

/// The edges of a polygon by latitude, so that a point is compared with few of them.
private struct LatitudeBands: Equatable {
    private static let maxBands = 1024
    /// The latitudes of all edges.
    let range: ClosedRange<Double>
    /// For each band, the end of its numbers in `numbers`.
    private var ends: [Int]
    /// The numbers of the edges in each band.
    private var numbers: [Int32] = []

    /// Creates the bands; returns `nil` without edges.
    ///
    /// - Parameter spans: The latitudes of each edge.
    init?(_ spans: [ClosedRange<Double>]) {
        guard let south = spans.map(\.lowerBound).min(), let north = spans.map(\.upperBound).max()
        else { return nil }
        range = south...north
        // A hostile polygon has only edges that cross all bands: then they would be no use.
        var count = min(Self.maxBands, max(1, spans.count / 8))
        while count > 1, Self.entries(spans, range, count) > 4 * spans.count { count /= 2 }
        var bands = [[Int32]](repeating: [], count: count)
        for (number, span) in spans.enumerated() {
            for band in Self.bands(span, range, count) { bands[band].append(Int32(number)) }
        }
        ends = []
        for band in bands {
            numbers += band
            ends.append(numbers.count)
        }
    }

    /// Returns the numbers of the edges that may have a latitude in `range`.
    func edges(at latitude: Double) -> ArraySlice<Int32> {
        let band = Self.band(latitude, range, ends.count)
        return numbers[(band == 0 ? 0 : ends[band - 1])..<ends[band]]
    }

    private static func entries(
        _ spans: [ClosedRange<Double>], _ range: ClosedRange<Double>, _ count: Int
    ) -> Int {
        spans.reduce(0) { $0 + bands($1, range, count).count }
    }

    private static func bands(
        _ span: ClosedRange<Double>, _ range: ClosedRange<Double>, _ count: Int
    ) -> ClosedRange<Int> {
        band(span.lowerBound, range, count)...band(span.upperBound, range, count)
    }

    private static func band(
        _ latitude: Double, _ range: ClosedRange<Double>, _ count: Int
    ) -> Int {
        let share = (latitude - range.lowerBound) / (range.upperBound - range.lowerBound)
        return min(count - 1, Int(share * Double(count)))
    }
}
