import FleetCore
import FleetLabels
import FleetTUI

/// A still picture of the vehicles of a listing.
struct MapDrawing {
    private let points: [MapPoint]
    /// How many of the vehicles cannot be drawn.
    let withoutPosition: Int
    private let head: ListHead

    /// How far the map is from the edges of an image, and its letters, in pixels.
    private static let margin = 48
    private static let letters = 16.0

    init(_ listing: Listing) throws {
        head = listing.head
        var (points, without): ([MapPoint], Int) = ([], 0)
        try listing.vehicles { vehicle in
            guard let position = vehicle.position else {
                without += 1
                return
            }
            points.append(
                MapPoint(
                    Int64(points.count), position, vehicle.color, vehicle.state,
                    in: listing.head.filter.color))
        }
        (self.points, withoutPosition) = (points, without)
    }

    /// The picture in characters.
    func text(_ size: MapSize, _ palette: Palette?) -> String {
        MapScreen.still(
            points, withoutPosition: withoutPosition,
            size: CanvasSize(columns: size.width, rows: size.height)
        ).text(palette)
    }

    /// The picture as a PNG file.
    func png(_ size: MapSize, _ theme: Theme) throws -> [UInt8] {
        let palette = Palette(depth: .direct, theme: theme)
        let isDark = theme == .dark
        let ground = isDark ? Picture.Color(28, 30, 34) : Picture.Color(255, 255, 255)
        let writing = isDark ? Picture.Color(220, 222, 226) : Picture.Color(52, 58, 64)
        let picture = try Picture(width: size.width, height: size.height, ground: ground)
        let plan = MapPlan(
            points, width: size.width, height: size.height, margin: Self.margin)
        let radius = points.count > 2000 ? 2.5 : 4
        for mark in plan.marks {
            let color = Self.color(mark.ink, palette) ?? writing
            picture.disc(x: mark.x, y: mark.y, radius: radius, color)
        }
        drawLegend(plan, size, writing, on: picture)
        return try picture.png()
    }

    private func drawLegend(
        _ plan: MapPlan, _ size: MapSize, _ color: Picture.Color, on picture: Picture
    ) {
        let (left, bottom) = (Double(Self.margin) / 2, Double(size.height - Self.margin / 2))
        picture.text(title, x: left, y: left + 4, letters: Self.letters, color)
        let right = Double(size.width) - left
        picture.stroke(from: (right, left + 22), to: (right, left - 6), width: 2, color)
        picture.stroke(from: (right - 5, left + 2), to: (right, left - 6), width: 2, color)
        picture.stroke(from: (right + 5, left + 2), to: (right, left - 6), width: 2, color)
        picture.text("N", x: right - 6, y: left + 40, letters: Self.letters, color)
        guard let bar = plan.scaleBar else { return }
        let end = left + bar.pixels
        picture.stroke(from: (left, bottom), to: (end, bottom), width: 2, color)
        for x in [left, end] {
            picture.stroke(from: (x, bottom - 5), to: (x, bottom + 5), width: 2, color)
        }
        picture.text(bar.length, x: end + 8, y: bottom + 5, letters: Self.letters, color)
    }

    private var title: String {
        let parts = ["\(head.source): \(points.count) of \(head.counts.total) vehicles"]
        return (parts + ShortText.phrases(of: head.filter)).joined(separator: " · ")
    }

    private static func color(_ ink: Ink, _ palette: Palette) -> Picture.Color? {
        guard let color = palette.resolve(Style(ink)).foreground else { return nil }
        return Picture.Color(
            UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF),
            opacity: 0.85)
    }
}
