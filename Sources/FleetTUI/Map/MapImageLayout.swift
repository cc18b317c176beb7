/// Positions of all vehicles and the scale bar on a map image, in pixels from the top left.
public struct MapImageLayout: Sendable {
    /// A vehicle on the image.
    public struct Marker: Equatable, Sendable {
        /// Pixels from the left.
        public let x: Double
        /// Pixels from the top.
        public let y: Double
        /// Color of the vehicle.
        public let color: ColorRole
    }

    /// Vehicles, in the order of the points.
    public let markers: [Marker]
    /// Width of the scale bar in pixels, and the distance that it represents, such as `200 m`; nil
    /// if there is no room for a scale bar.
    public let scaleBar: (pixels: Double, length: String)?

    /// Fits the points into an image, `margin` pixels from its edges.
    public init(_ points: [MapPoint], width: Int, height: Int, margin: Int) {
        // One dot of the terminal map is one pixel of the image.
        var viewport = MapViewport()
        viewport.resize(
            CanvasSize(columns: (width - 2 * margin) / 2, rows: (height - 2 * margin) / 4))
        if let bounds = WorldBounds(points), !viewport.isEmpty { viewport.fit(bounds) }
        markers = points.map { point in
            let cell = viewport.point(of: point.location)
            return Marker(
                x: cell.column * 2 + Double(margin), y: cell.row * 4 + Double(margin),
                color: point.color)
        }
        scaleBar = ScaleBar(viewport).map { (Double($0.cells * 2), $0.length) }
    }
}
