import FleetCore
import FleetLabels
import FleetTUI

/// Map that is drawn as an image.
struct MapImage {
    let canvas: RasterCanvas
    private let layout: MapImageLayout
    private let size: MapSize
    private let palette: Palette
    private let textColor: RasterCanvas.Color
    private let background: RasterCanvas.Color
    private let margin: Double

    /// Font size in pixels, and that of the names on the map.
    private static let fontSize = 16.0
    private static let nameSize = 13.0
    /// Maximum number of sites that are named, as on the map in characters.
    private static let maxNames = 60

    /// Creates an empty image.
    init(_ layout: MapImageLayout, _ size: MapSize, _ theme: Theme, margin: Int) throws {
        (self.layout, self.size, self.margin) = (layout, size, Double(margin))
        palette = Palette(depth: .direct, theme: theme)
        let isDark = theme == .dark
        textColor = isDark ? RasterCanvas.Color(220, 222, 226) : RasterCanvas.Color(52, 58, 64)
        background = isDark ? RasterCanvas.Color(28, 30, 34) : RasterCanvas.Color(255, 255, 255)
        canvas = try RasterCanvas(
            width: size.width, height: size.height, background: background)
    }

    func drawVehicles(radius: Double) {
        for marker in layout.markers {
            canvas.fillCircle(
                x: marker.x, y: marker.y, radius: radius, color(marker.color))
        }
    }

    /// Draws the sites as squares, with their names where these cover neither vehicles nor one
    /// another.
    func drawSites() {
        let color = color(.accent)
        var taken = TakenAreas(layout.markers)
        for site in layout.sites {
            let (left, right, top, bottom) = (site.x - 5, site.x + 5, site.y - 5, site.y + 5)
            stroke(
                [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], color)
        }
        for site in layout.sites.prefix(Self.maxNames) {
            // Sans letters are narrower than this on average.
            let width = Double(DisplayWidth.of(site.title)) * Self.nameSize * 0.62
            let places = [site.x + 10, site.x - 10 - width].filter {
                $0 > 0 && $0 + width < Double(size.width)
            }
            let free = places.first {
                taken.claim(
                    x: $0, y: site.y - Self.nameSize, width: width, height: Self.nameSize * 2)
            }
            guard let free else { continue }
            canvas.drawText(
                site.title, x: free, y: site.y + 4.5, fontSize: Self.nameSize, textColor)
        }
    }

    /// Draws a cross at the point that distances are measured from.
    func drawOrigin() {
        guard let (x, y) = layout.origin else { return }
        stroke([(x - 7, y - 7), (x + 7, y + 7)], textColor)
        stroke([(x - 7, y + 7), (x + 7, y - 7)], textColor)
    }

    /// Draws the outlines of the zones.
    func drawZones() {
        for outline in layout.zones {
            for ring in outline.rings { stroke(ring, outline.restriction) }
        }
    }

    /// Draws the legend of the zones below the title: a piece of line and the words of each
    /// restriction on the map.
    func drawZoneLegend() {
        let found = Set(layout.zones.map(\.restriction))
        var (x, y) = (margin / 2, margin - 8)
        for restriction in ZoneRule.Restriction.allCases where found.contains(restriction) {
            let name = restriction.name
            let width = 42 + Double(DisplayWidth.of(name)) * Self.fontSize * 0.62
            if x + width > Double(size.width) - margin { (x, y) = (margin / 2, y + 22) }
            // Outlines would make it hard to read.
            canvas.strokeLine(
                [SIMD2(x - 4, y - 5), SIMD2(x + width, y - 5)], width: 20, background)
            stroke([SIMD2(x, y - 5), SIMD2(x + 34, y - 5)], restriction)
            x += 42 + draw(name, x: x + 42, y: y) + 20
        }
    }

    private func stroke(_ line: [SIMD2<Double>], _ restriction: ZoneRule.Restriction) {
        let (width, dashes) = restriction.line
        canvas.strokeLine(line, width: width, dashes: dashes, color(restriction.color))
        // A double line.
        if restriction == .noRiding { canvas.strokeLine(line, width: width / 3, background) }
    }

    /// Draws the title, the north arrow, the scale bar, the coordinates of the center and the
    /// legend.
    func drawFrame(title: String, legend: MapLegend) {
        let (left, bottom) = (margin / 2, Double(size.height) - margin / 2)
        let right = Double(size.width) - left
        draw(title, x: left, y: left + 4)
        stroke([(right, left + 22), (right, left - 6)], textColor)
        stroke([(right - 5, left + 2), (right, left - 6), (right + 5, left + 2)], textColor)
        draw("N", x: right - 6, y: left + 40)
        var x = left
        if let bar = layout.scaleBar {
            stroke([(left, bottom), (left + bar.pixels, bottom)], textColor)
            for x in [left, left + bar.pixels] {
                stroke([(x, bottom - 5), (x, bottom + 5)], textColor)
            }
            x += bar.pixels + 8
            x += draw(bar.length, x: x, y: bottom + 5) + 24
        }
        if let center = layout.center {
            x += draw("center " + ShortText.position(center), x: x, y: bottom + 5) + 24
        }
        for entry in legend.entries {
            // An entry that does not fit, and those after it, are left out.
            let width = Double(entry.text.count) * Self.fontSize * 0.62
            guard x + 14 + width < right else { return }
            canvas.fillCircle(x: x + 5, y: bottom, radius: 5, color(entry.color))
            x += 14 + draw(entry.text, x: x + 14, y: bottom + 5) + 16
        }
    }

    @discardableResult
    private func draw(_ text: String, x: Double, y: Double) -> Double {
        canvas.drawText(text, x: x, y: y, fontSize: Self.fontSize, textColor)
    }

    private func stroke(_ points: [(x: Double, y: Double)], _ color: RasterCanvas.Color) {
        canvas.strokeLine(points.map { SIMD2($0.x, $0.y) }, width: 2, color)
    }

    private func color(_ role: ColorRole) -> RasterCanvas.Color {
        guard let color = palette.resolve(Style(role)).foreground else { return textColor }
        return RasterCanvas.Color(
            UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF),
            opacity: 0.85)
    }
}

extension ZoneRule.Restriction {
    /// The width of outlines in pixels, and the lengths of their dashes.
    fileprivate var line: (width: Double, dashes: [Double]) {
        switch self {
        case .noRiding: (6, [])
        case .noParking: (2.5, [14, 4])
        case .noStart: (2, [10, 3, 2, 3])
        case .slow: (1.8, [6, 4])
        case .stations: (1.2, [])
        case .none: (1.2, [2, 4])
        }
    }
}

/// Squares of an image that vehicles or names cover.
private struct TakenAreas {
    private static let side = 8.0
    private var squares: Set<SIMD2<Int32>> = []

    init(_ markers: [MapImageLayout.Marker]) {
        for marker in markers { squares.insert(Self.square(marker.x, marker.y)) }
    }

    /// Takes a rectangle; returns false if a part of it is taken.
    mutating func claim(x: Double, y: Double, width: Double, height: Double) -> Bool {
        let (first, last) = (Self.square(x, y), Self.square(x + width, y + height))
        let all = (first.x...last.x).flatMap { column in
            (first.y...last.y).map { SIMD2(column, $0) }
        }
        guard all.allSatisfy({ !squares.contains($0) }) else { return false }
        squares.formUnion(all)
        return true
    }

    private static func square(_ x: Double, _ y: Double) -> SIMD2<Int32> {
        // Far outside of the image, positions may exceed the range of Int32.
        let limit = 1e6
        return SIMD2(
            Int32(min(max(x, -limit), limit) / side), Int32(min(max(y, -limit), limit) / side))
    }
}
