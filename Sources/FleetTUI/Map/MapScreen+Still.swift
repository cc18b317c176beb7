extension MapScreen {
    /// A still picture of all vehicles, as large as `size`.
    public static func still(
        _ points: [MapPoint], withoutPosition: Int, size: CanvasSize
    ) -> Canvas {
        var map = MapScreen()
        map.resize(size)
        map.show(points, withoutPosition: withoutPosition)
        var canvas = Canvas(size: size)
        map.render(into: &canvas, in: canvas.bounds)
        return canvas
    }
}
