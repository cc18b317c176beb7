import FleetCore
import Foundation

/// Web Mercator (EPSG:3857), scaled so that some positions fit into a picture.
struct MapProjection: Sendable {
    let width: Double
    let height: Double
    private let center: (x: Double, y: Double)
    private let scale: Double

    /// Margin around the positions, and the largest scale: about 200 m across.
    private static let (margin, maxScale) = (30.0, 1e8)

    init?(fitting positions: some Collection<Position>, width: Double, height: Double) {
        guard let first = positions.first.map(Self.mercator) else { return nil }
        var (low, high) = (first, first)
        for (x, y) in positions.lazy.map(Self.mercator) {
            low = (min(low.x, x), min(low.y, y))
            high = (max(high.x, x), max(high.y, y))
        }
        (self.width, self.height) = (width, height)
        center = ((low.x + high.x) / 2, (low.y + high.y) / 2)
        let room = (width - 2 * Self.margin, height - 2 * Self.margin)
        scale = min(
            room.0 / max(high.x - low.x, 1e-9), room.1 / max(high.y - low.y, 1e-9), Self.maxScale)
    }

    func point(_ position: Position) -> (Double, Double) {
        point(position.longitude, position.latitude)
    }

    func point(_ point: ZonePolygon.Point) -> (Double, Double) {
        self.point(point.longitude, point.latitude)
    }

    private func point(_ longitude: Double, _ latitude: Double) -> (Double, Double) {
        let (x, y) = Self.mercator(longitude, latitude)
        return ((x - center.x) * scale + width / 2, (y - center.y) * scale + height / 2)
    }

    /// The detail of zones: a pixel, also beside the picture, which wider views show.
    var zoneDetail: ZoneDetail {
        let (across, down) = (width / scale, height / scale)
        let longitudes = [-1, 1].map { min(max((center.x - 0.5 + across * $0) * 360, -180), 180) }
        return ZoneDetail(
            tolerance: 360 / scale,
            box: ZoneArea.Box(
                latitudes: Self.latitude(center.y + down)...Self.latitude(center.y - down),
                longitudes: longitudes[0]...longitudes[1]))
    }

    /// Lines of longitude and latitude, which exceed the picture for wider views.
    var graticule: [String] {
        let degreesAcross = width / scale * 360
        let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30]
        let step = steps.first { degreesAcross / $0 <= 8 } ?? 45
        let west = (center.x - 0.5) * 360 - 1.5 * degreesAcross
        let first = (max(west, -180) / step).rounded(.up) * step
        var lines: [String] = []
        for longitude in stride(from: first, through: min(west + 3 * degreesAcross, 180), by: step)
        {
            let x = (longitude / 360 + 0.5 - center.x) * scale + width / 2
            lines.append("M\(MapPicture.text(x)) \(-height)v\(height * 3)")
        }
        let span = (1.5 * height / scale, 1.5 * height / scale)
        let (north, south) = (Self.latitude(center.y - span.0), Self.latitude(center.y + span.1))
        for latitude in stride(from: (south / step).rounded(.up) * step, through: north, by: step) {
            guard let position = Position(latitude: latitude, longitude: 0) else { continue }
            let y = (Self.mercator(position).y - center.y) * scale + height / 2
            lines.append("M\(-width) \(MapPicture.text(y))h\(width * 3)")
        }
        return lines
    }

    /// The latitude at which the world is a square.
    private static let maxLatitude = 85.051_13

    private static func mercator(_ position: Position) -> (x: Double, y: Double) {
        mercator(position.longitude, position.latitude)
    }

    private static func mercator(
        _ longitude: Double, _ latitude: Double
    ) -> (x: Double, y: Double) {
        let latitude = min(max(latitude, -maxLatitude), maxLatitude) * .pi / 180
        return (
            longitude / 360 + 0.5,
            0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
        )
    }

    private static func latitude(_ y: Double) -> Double {
        atan(sinh(.pi * (1 - 2 * min(max(y, 0), 1)))) * 180 / .pi
    }
}
