import FleetCore
import FleetLabels
package import FleetTUI

/// A still map of the vehicles of a listing.
package struct MapDrawing {
    private let points: [MapPoint]
    /// Number of vehicles without a position, which are not on the map.
    package let withoutPosition: Int
    private let header: ListHeader

    /// Margin and font size of images in pixels.
    private static let margin = 48
    private static let fontSize = 16.0

    package init(_ listing: Listing) throws {
        header = listing.header
        var (points, without): ([MapPoint], Int) = ([], 0)
        try listing.vehicles { vehicle in
            guard let position = vehicle.position else {
                without += 1
                return
            }
            points.append(
                MapPoint(
                    row: Int64(points.count), position: position, color: vehicle.color,
                    state: vehicle.state, filter: listing.header.filter.color))
        }
        (self.points, withoutPosition) = (points, without)
    }

    /// Returns the map drawn with characters.
    package func text(_ size: MapSize, _ palette: Palette?) -> String {
        MapScreen.rendered(
            points, withoutPosition: withoutPosition,
            size: CanvasSize(columns: size.width, rows: size.height)
        ).text(palette)
    }

    /// Returns the map as a PNG file.
    package func png(_ size: MapSize, _ theme: Theme) throws -> [UInt8] {
        let palette = Palette(depth: .direct, theme: theme)
        let isDark = theme == .dark
        let background = isDark ? RasterCanvas.Color(28, 30, 34) : RasterCanvas.Color(255, 255, 255)
        let textColor = isDark ? RasterCanvas.Color(220, 222, 226) : RasterCanvas.Color(52, 58, 64)
        let picture = try RasterCanvas(
            width: size.width, height: size.height, background: background)
        let layout = MapImageLayout(
            points, width: size.width, height: size.height, margin: Self.margin)
        let radius = points.count > 2000 ? 2.5 : 4
        for marker in layout.markers {
            let color = Self.color(marker.color, palette) ?? textColor
            picture.fillCircle(x: marker.x, y: marker.y, radius: radius, color)
        }
        drawLegend(layout, size, textColor, on: picture)
        return try picture.png()
    }

    private func drawLegend(
        _ layout: MapImageLayout, _ size: MapSize, _ color: RasterCanvas.Color,
        on picture: RasterCanvas
    ) {
        let (left, bottom) = (Double(Self.margin) / 2, Double(size.height - Self.margin / 2))
        picture.drawText(title, x: left, y: left + 4, fontSize: Self.fontSize, color)
        let right = Double(size.width) - left
        picture.strokeLine(from: (right, left + 22), to: (right, left - 6), width: 2, color)
        picture.strokeLine(from: (right - 5, left + 2), to: (right, left - 6), width: 2, color)
        picture.strokeLine(from: (right + 5, left + 2), to: (right, left - 6), width: 2, color)
        picture.drawText("N", x: right - 6, y: left + 40, fontSize: Self.fontSize, color)
        guard let bar = layout.scaleBar else { return }
        let end = left + bar.pixels
        picture.strokeLine(from: (left, bottom), to: (end, bottom), width: 2, color)
        for x in [left, end] {
            picture.strokeLine(from: (x, bottom - 5), to: (x, bottom + 5), width: 2, color)
        }
        picture.drawText(bar.length, x: end + 8, y: bottom + 5, fontSize: Self.fontSize, color)
    }

    private var title: String {
        let parts = ["\(header.source): \(points.count) of \(header.counts.total) vehicles"]
        return (parts + ShortText.phrases(of: header.filter)).joined(separator: " · ")
    }

    private static func color(_ role: ColorRole, _ palette: Palette) -> RasterCanvas.Color? {
        guard let color = palette.resolve(Style(role)).foreground else { return nil }
        return RasterCanvas.Color(
            UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF),
            opacity: 0.85)
    }
}

/// The size of a map, in columns and rows or in pixels.
package struct MapSize: Equatable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}
