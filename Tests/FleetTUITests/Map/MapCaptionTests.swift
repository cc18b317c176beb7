import FleetCore
import Testing

@testable import FleetTUI

@Suite("The map explains itself")
struct MapCaptionTests {
    private func site(_ id: String, _ name: String, _ latitude: Double, _ longitude: Double) -> Site
    {
        var site = Site(id: id)
        site.name = name
        site.position = Position(latitude: latitude, longitude: longitude)
        return site
    }

    private func map(
        _ points: [MapPoint], sites: [Site] = [], origin: Position? = nil, columns: Int = 80,
        caption: MapCaption = .legend
    ) -> Canvas {
        MapScreen.rendered(
            points, sites: sites, origin: origin, withoutPosition: 0,
            size: CanvasSize(columns: columns, rows: 24), caption: caption)
    }

    @Test("the legend names the colors, the most frequent first, and states without a color")
    func legend() throws {
        let (red, blue) = (
            try #require(ColorRole(tone: "red")), try #require(ColorRole(tone: "blue"))
        )
        let gray = try #require(ColorRole(tone: "gray"))
        let points =
            MapSamples.pile(1, color: blue) + MapSamples.pile(3, from: 1, color: red)
            + MapSamples.pile(2, from: 9, color: VehicleState.reserved.color)
            + MapSamples.pile(1, from: 12, color: gray)
        #expect(
            MapLegend(points).entries.map(\.text) == ["red 3", "reserved 2", "blue 1", "gray 1"])
        let canvas = map(points)
        #expect(canvas.lines[0].hasPrefix(" ● red 3 ● reserved 2 ● blue 1 ● gray 1 "))
        #expect(canvas[1, 0].style.foreground == red)
        #expect(!map(points, caption: .center).lines[0].contains("red"))
        #expect(map(points, columns: 16).lines[0].hasSuffix(" N ↑"))
    }

    @Test("the coordinates of the center are shown if they fit")
    func center() throws {
        let line = map(MapSamples.pile(1)).lines[0]
        let numbers = line.matches(of: /-?[0-9]+\.[0-9]+/).compactMap { Double($0.output) }
        try #require(numbers.count == 2, "\(line)")
        #expect(abs(numbers[0] - MapSamples.paris.latitude) < 0.001)
        #expect(abs(numbers[1] - MapSamples.paris.longitude) < 0.001)
        #expect(line.hasSuffix(" · N ↑"))
        #expect(!map(MapSamples.pile(1), columns: 40).lines[0].contains("center"))
    }

    @Test("a location is that of its position", arguments: [-85.0, -60, -0.5, 0, 33, 59.91, 85])
    func position(latitude: Double) throws {
        let position = try #require(Position(latitude: latitude, longitude: 2 * latitude))
        let found = try #require(MercatorPoint(position).position)
        #expect(abs(found.latitude - latitude) < 1e-9)
        #expect(abs(found.longitude - 2 * latitude) < 1e-9)
    }

    @Test("the origin of distances is in view, even if it is away from the vehicles")
    func origin() throws {
        let origin = try #require(Position(latitude: 48.9, longitude: 2.5))
        let canvas = map(MapSamples.town(200, spread: 0.01), origin: origin)
        let crosses = canvas.lines.flatMap(\.self).count { $0 == "✕" }
        #expect(crosses == 1)
        let layout = MapImageLayout(
            MapSamples.town(200, spread: 0.01), origin: origin, width: 800, height: 600, margin: 40)
        let pixel = try #require(layout.origin)
        #expect((40...760).contains(pixel.x) && (40...560).contains(pixel.y))
    }

    @Test("sites have their names where these cover neither vehicles nor one another")
    func names() {
        let vehicles = MapSamples.town(60, spread: 0.02, seed: 3)
        let sites = [
            site("a", "Gare du Nord", 48.87, 2.33), site("b", "Gare de l’Est", 48.845, 2.375),
            site("c", "Same place", 48.87, 2.33), site("d", "x\u{1B}[31m", 48.85, 2.32),
            site("e", String(repeating: "long", count: 10), 48.861, 2.36),
        ]
        let with = map(vehicles, sites: sites, caption: .none)
        let without = map(vehicles, caption: .none)
        let text = with.lines.joined(separator: "\n")
        #expect(text.contains("⌂ Gare du Nord") || text.contains("Gare du Nord ⌂"))
        #expect(text.contains("Gare de l’Est") && text.contains(#"x\u{1B}[31m"#))
        #expect(!text.contains("longlong"))
        var covered = 0
        for row in 0..<24 {
            for column in 0..<80 where without[column, row].character.isDot {
                let character = with[column, row].character
                if character == "⌂" { covered += 1 }
                #expect(character.isDot || character == "⌂")
            }
        }
        #expect(covered <= sites.count)
    }

    @Test("an image has the sites that are in view")
    func imageSites() {
        let sites = [site("a", "Here", 48.8566, 2.3522), site("b", "Far away", -33, 151)]
        let layout = MapImageLayout(
            MapSamples.town(100), sites: sites, width: 800, height: 600, margin: 40)
        #expect(layout.sites.map(\.title) == ["Here"])
    }
}

extension Character {
    fileprivate var isDot: Bool {
        unicodeScalars.first.map { (0x2801...0x28FF).contains($0.value) } ?? false
    }
}
