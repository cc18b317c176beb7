import Foundation

/// The detail in which a map shows zones: how exact their outlines are, and the part of the world
/// in view.
public struct ZoneDetail: Equatable, Sendable {
    /// How far an outline may be off, in degrees of longitude; 0 for none.
    public let tolerance: Double
    /// The part of the world in which outlines are exact; `nil` for all of it.
    public let box: ZoneArea.Box?

    /// All points.
    public static let full = ZoneDetail(tolerance: 0)

    /// Creates a detail.
    public init(tolerance: Double, box: ZoneArea.Box? = nil) {
        (self.tolerance, self.box) = (tolerance, box)
    }

    /// The zooms of maps whose world is 512 · 2^zoom pixels wide.
    public static let zooms = 0...22

    /// Creates the detail of a pixel at a zoom.
    public init(zoom: Int, box: ZoneArea.Box? = nil) {
        self.init(tolerance: 360 / (512 * pow(2, Double(zoom))), box: box)
    }
}

extension ZoneArea {
    /// Returns the polygons as a map shows them; those that it would not show are left out.
    ///
    /// Within the box, no point of an outline is farther from that of the area than the tolerance,
    /// nor the other way round. An area that the box has on the other side of the 180th meridian is
    /// moved there.
    public func polygons(_ detail: ZoneDetail) -> [ZonePolygon] {
        guard detail.tolerance > 0 || detail.box != nil else { return polygons }
        guard !isHidden(detail) else { return [] }
        let stretch = self.stretch
        guard let view = detail.box else {
            let reducer = RingReducer(detail.tolerance, stretch, view: nil)
            return polygons { reducer.reduced($0) }.filter { $0.isVisible(detail.tolerance) }
        }
        return [0.0, 360, -360].flatMap { turn -> [ZonePolygon] in
            guard moved(by: turn).intersects(view) else { return [] }
            let reducer = RingReducer(detail.tolerance, stretch, view: view)
            return polygons { ring in
                reducer.reduced(turn == 0 ? ring : ring.compactMap { $0.moved(by: turn) })
            }.filter { $0.isVisible(detail.tolerance) && $0.box.intersects(view) }
        }
    }

    /// Whether the rectangle around it is too small or out of view, so that nothing need be read.
    private func isHidden(_ detail: ZoneDetail) -> Bool {
        if !box.isVisible(detail.tolerance) { return true }
        guard let view = detail.box else { return false }
        return ![0.0, 360, -360].contains { moved(by: $0).intersects(view) }
    }

    private func moved(by turn: Double) -> Box {
        Box(
            latitudes: box.latitudes,
            longitudes: box.longitudes.lowerBound + turn...box.longitudes.upperBound + turn)
    }

    /// How much longer a degree of latitude is on maps than one of longitude, at most.
    private var stretch: Double {
        let latitude = max(abs(box.latitudes.lowerBound), abs(box.latitudes.upperBound))
        return 1 / cos(min(latitude, 85) * .pi / 180)
    }
}

extension ZoneArea.Box {
    /// Returns whether two rectangles have a point in common.
    public func intersects(_ other: Self) -> Bool {
        latitudes.overlaps(other.latitudes) && longitudes.overlaps(other.longitudes)
    }

    fileprivate func extended(by margin: Double) -> Self {
        Self(
            latitudes: latitudes.lowerBound - margin...latitudes.upperBound + margin,
            longitudes: longitudes.lowerBound - margin...longitudes.upperBound + margin)
    }

    /// Whether it is longer than twice a tolerance.
    fileprivate func isVisible(_ tolerance: Double) -> Bool {
        max(
            latitudes.upperBound - latitudes.lowerBound,
            longitudes.upperBound - longitudes.lowerBound) > 2 * tolerance
    }
}

extension ZonePolygon {
    fileprivate func isVisible(_ tolerance: Double) -> Bool { box.isVisible(tolerance) }
}

extension ZonePolygon.Point {
    fileprivate func moved(by turn: Double) -> Self? {
        Self(longitude: longitude + turn, latitude: latitude)
    }
}

/// Reduces rings to the points that a map needs, in a time that is proportional to their length.
private struct RingReducer {
    /// Squares of half the tolerance: the two steps of the reduction share it.
    private let limit: Double
    private let stretch: Double
    private let view: ZoneArea.Box?
    /// Number of points among which the farthest from a line is looked for, since the time grows
    /// with its square.
    private static let runLength = 64

    init(_ tolerance: Double, _ stretch: Double, view: ZoneArea.Box?) {
        (limit, self.stretch) = (tolerance * tolerance / 4, stretch)
        self.view = view?.extended(by: tolerance)
    }

    /// Returns the closed ring with fewer points; none if it has no area.
    func reduced(_ ring: [ZonePolygon.Point]) -> [ZonePolygon.Point] {
        let sparse = sparse(ring)
        var kept: [ZonePolygon.Point] = []
        var start = 0
        while start < sparse.count - 1 {
            let end = min(start + Self.runLength, sparse.count - 1)
            kept += straightened(sparse[start...end]).dropLast()
            start = end
        }
        kept += sparse.suffix(1)
        if kept.count == 3,
            let other = (sparse + ring).first(where: { $0 != kept[0] && $0 != kept[1] })
        {
            // A narrow ring is as long as it was, and a ring of GeoJSON has four points.
            kept.insert(other, at: 2)
        }
        return kept.count < 4 ? [] : kept
    }

    /// Returns the closed ring without points that are near the last one, or beyond the same side
    /// of the view as those around them: a line between these is beyond it too.
    private func sparse(_ ring: [ZonePolygon.Point]) -> [ZonePolygon.Point] {
        guard let first = ring.first, let last = ring.last else { return [] }
        var kept = [first]
        // The sides beyond which all points are since the last one but one.
        var common = 0
        func add(_ point: ZonePolygon.Point, isEnd: Bool) {
            guard isEnd || distance(point, kept[kept.count - 1]) >= limit else { return }
            let sides = sides(beyond: point)
            if sides & common != 0, kept.count > 1 {
                kept[kept.count - 1] = point
                common &= sides
            } else {
                common = self.sides(beyond: kept[kept.count - 1]) & sides
                kept.append(point)
            }
        }
        for point in ring.dropFirst() { add(point, isEnd: false) }
        if last != first || kept[kept.count - 1] != first { add(first, isEnd: true) }
        return kept
    }

    /// Returns the sides of the view that a point is beyond, as bits.
    private func sides(beyond point: ZonePolygon.Point) -> Int {
        guard let view else { return 0 }
        return (point.longitude < view.longitudes.lowerBound ? 1 : 0)
            | (point.longitude > view.longitudes.upperBound ? 2 : 0)
            | (point.latitude < view.latitudes.lowerBound ? 4 : 0)
            | (point.latitude > view.latitudes.upperBound ? 8 : 0)
    }

    /// Returns the points of a line without those that are near straight lines between the others
    /// (Douglas and Peucker).
    private func straightened(_ line: ArraySlice<ZonePolygon.Point>) -> [ZonePolygon.Point] {
        var isKept = [Bool](repeating: false, count: line.count)
        (isKept[0], isKept[line.count - 1]) = (true, true)
        var parts = [(line.startIndex, line.endIndex - 1)]
        while let (start, end) = parts.popLast() {
            var (farthest, most) = (start, limit)
            for index in start + 1..<max(end, start + 1) {
                let away = distance(line[index], from: line[start], to: line[end])
                if away > most { (farthest, most) = (index, away) }
            }
            guard farthest != start else { continue }
            isKept[farthest - line.startIndex] = true
            parts += [(start, farthest), (farthest, end)]
        }
        return zip(line, isKept).filter(\.1).map(\.0)
    }

    /// Returns the square of the distance of two points, in degrees of longitude.
    private func distance(_ a: ZonePolygon.Point, _ b: ZonePolygon.Point) -> Double {
        let (east, north) = (a.longitude - b.longitude, (a.latitude - b.latitude) * stretch)
        return east * east + north * north
    }

    /// Returns the square of the distance of a point from a line.
    private func distance(
        _ point: ZonePolygon.Point, from start: ZonePolygon.Point, to end: ZonePolygon.Point
    ) -> Double {
        let line = SIMD2(
            end.longitude - start.longitude, (end.latitude - start.latitude) * stretch)
        let offset = SIMD2(
            point.longitude - start.longitude, (point.latitude - start.latitude) * stretch)
        let length = (line * line).sum()
        let share = length > 0 ? min(max((line * offset).sum() / length, 0), 1) : 0
        let rest = offset - line * share
        return (rest * rest).sum()
    }
}
