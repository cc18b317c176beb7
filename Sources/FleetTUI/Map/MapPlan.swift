/// A map of all vehicles for an image of any size: where each of them is, in pixels from the top left,
/// and how long its scale bar is.
public struct MapPlan: Sendable {
    /// A vehicle.
    public struct Mark: Equatable, Sendable {
        /// From the left.
        public let x: Double
        /// From the top.
        public let y: Double
        /// Its color.
        public let ink: Ink
    }

    /// The vehicles, in the order that they were given in.
    public let marks: [Mark]
    /// How many pixels wide the scale bar is, and what length of ground that is; `nil` if there is no
    /// room for one.
    public let scaleBar: (pixels: Double, length: String)?

    /// Fits points into an image, `margin` pixels from its edges.
    public init(_ points: [MapPoint], width: Int, height: Int, margin: Int) {
        // A dot of the terminal's map is a pixel of the image.
        var viewport = MapViewport()
        viewport.resize(
            CanvasSize(columns: (width - 2 * margin) / 2, rows: (height - 2 * margin) / 4))
        if let bounds = WorldBounds(points), !viewport.isEmpty { viewport.fit(bounds) }
        marks = points.map { point in
            let spot = viewport.spot(of: point.place)
            return Mark(
                x: spot.column * 2 + Double(margin), y: spot.row * 4 + Double(margin),
                ink: point.ink)
        }
        scaleBar = ScaleBar(viewport).map { (Double($0.cells * 2), $0.length) }
    }
}
