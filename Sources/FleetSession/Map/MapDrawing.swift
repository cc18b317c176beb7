package import FleetCore
import FleetLabels
package import FleetTUI

/// A still map of the vehicles of a listing.
package struct MapDrawing {
    private let points: [MapPoint]
    /// Number of vehicles without a position, which are not on the map.
    package let withoutPosition: Int
    private let header: ListHeader
    private let sites: [Site]
    private let origin: Position?

    /// Margin of images in pixels.
    private static let margin = 48

    /// Creates a map of a listing, of the sites near its vehicles, and of the point that distances
    /// are measured from.
    package init(_ listing: Listing, sites: [Site], origin: Position?) throws {
        (header, self.sites, self.origin) = (listing.header, sites, origin)
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
            points, sites: sites, origin: origin, withoutPosition: withoutPosition,
            size: CanvasSize(columns: size.width, rows: size.height),
            caption: palette == nil ? .center : .legend
        ).text(palette)
    }

    /// Returns the map as a PNG file.
    package func png(_ size: MapSize, _ theme: Theme) throws -> [UInt8] {
        let layout = MapImageLayout(
            points, sites: sites, origin: origin, width: size.width, height: size.height,
            margin: Self.margin)
        let image = try MapImage(layout, size, theme, margin: Self.margin)
        image.drawVehicles(radius: points.count > 2000 ? 2.5 : 4)
        image.drawSites()
        image.drawOrigin()
        image.drawFrame(title: title, legend: MapLegend(points))
        return try image.canvas.png()
    }

    private var title: String {
        let parts = ["\(header.source): \(points.count) of \(header.counts.total) vehicles"]
        return (parts + ShortText.phrases(of: header.filter)).joined(separator: " · ")
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
