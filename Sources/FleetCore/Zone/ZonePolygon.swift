/// A polygon with holes on the map (RFC 7946, section 3.1.6).
///
/// Its edges are straight in degrees (section 3.1.1). A point is inside if a line from it crosses
/// the rings an odd number of times, so neither their direction matters nor which of them are
/// holes. GBFS 2.1 to 2.3 give a meaning to the direction, in contradiction to RFC 7946, and 3.0
/// dropped it.
public struct ZonePolygon: Equatable, Sendable {
    /// A point of a ring, in degrees; a longitude may exceed 180 if the polygon crosses the 180th
    /// meridian.
    public struct Point: Hashable, Sendable {
        /// Degrees east.
        public let longitude: Double
        /// Degrees north.
        public let latitude: Double

        /// Creates a point; returns `nil` unless it is on the map, or one turn beyond.
        public init?(longitude: Double, latitude: Double) {
            guard (-540...540).contains(longitude), (-90...90).contains(latitude) else {
                return nil
            }
            (self.longitude, self.latitude) = (longitude, latitude)
        }
    }

    /// An edge from south to north.
    struct Edge: Sendable {
        let south: Point
        let north: Point

        /// Creates an edge; returns `nil` for one along a circle of latitude, which no line to the
        /// east crosses.
        init?(_ start: Point, _ end: Point) {
            guard start.latitude != end.latitude else { return nil }
            (south, north) = start.latitude < end.latitude ? (start, end) : (end, start)
        }

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

    /// The outline and the holes; the last point of each may repeat the first.
    public let rings: [[Point]]
    /// The rectangle around it.
    public let box: ZoneArea.Box

    /// Creates a polygon; returns `nil` if it has no area.
    ///
    /// - Parameter rings: The outline and the holes; the last point of each may repeat the first.
    public init?(rings: [[Point]]) {
        var (west, east, south, north) = (Double.infinity, -Double.infinity, 90.0, -90.0)
        for point in rings.joined() {
            west = min(west, point.longitude)
            east = max(east, point.longitude)
            south = min(south, point.latitude)
            north = max(north, point.latitude)
        }
        guard west < east, south < north else { return nil }
        self.rings = rings
        box = ZoneArea.Box(latitudes: south...north, longitudes: west...east)
    }

    /// Calls `body` with each edge that a line to the east may cross.
    func forEachEdge(_ body: (Edge) -> Void) {
        for ring in rings {
            guard var start = ring.last else { continue }
            for end in ring {
                Edge(start, end).map(body)
                start = end
            }
        }
    }

    /// Returns whether a position is inside; on an edge, it may be inside or not.
    ///
    /// This reads all edges; for many positions use a ``ZoneIndex``.
    public func contains(_ position: Position) -> Bool {
        box.points(of: position).contains { point in
            var isInside = false
            forEachEdge { if $0.isCrossed(from: point) { isInside.toggle() } }
            return isInside
        }
    }
}
