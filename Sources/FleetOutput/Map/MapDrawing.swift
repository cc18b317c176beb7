package import FleetCore
import FleetLabels
package import FleetTUI

/// A still map of the vehicles of a listing, or of the stations of a source without vehicles.
package struct MapDrawing {
    private let points: [MapPoint]
    /// Number of vehicles, or of stations, without a position, which are not on the map.
    package let withoutPosition: Int
    /// Title of an image.
    let title: String
    private let sites: [Site]
    private let zones: [Zone]
    private let origin: Position?

    /// Margin of images in pixels; that of images with a legend of zones has room for it.
    private var margin: Int { zones.isEmpty ? 48 : 60 }

    /// Creates a map of a listing, of the sites near its vehicles, of the outlines of zones, and of
    /// the point that distances are measured from.
    package init(_ listing: Listing, sites: [Site], zones: [Zone], origin: Position?) throws {
        (self.sites, self.zones, self.origin) = (sites, zones, origin)
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
        let counts = "\(points.count) of \(listing.header.counts.total) vehicles"
        title =
            ([Self.name(listing.header.source, listing.header.feed) + ": " + counts]
            + ShortText.phrases(of: listing.header.filter)).joined(separator: " · ")
    }

    /// Creates a map of the stations of a source without vehicles.
    package init(_ listing: SiteListing, origin: Position?) {
        (points, sites, zones, self.origin) = ([], listing.sites.map(\.site), [], origin)
        withoutPosition = sites.count { $0.position == nil }
        title =
            Self.name(listing.header.source, listing.header.feed) + ": "
            + ShortText.count(sites.count, "site")
    }

    private static func name(_ source: String, _ feed: FeedDescription) -> String {
        source + (feed.isSimulated ? " (simulated)" : "")
    }

    /// Returns the map drawn with characters.
    package func text(_ size: MapSize, _ palette: Palette?) -> String {
        MapScreen.rendered(
            points, sites: sites, zones: zones, origin: origin, withoutPosition: withoutPosition,
            size: CanvasSize(columns: size.width, rows: size.height),
            caption: palette == nil ? .center : .legend
        ).text(palette)
    }

    /// Returns the map as a PNG file.
    package func png(_ size: MapSize, _ theme: Theme) throws -> [UInt8] {
        let layout = MapImageLayout(
            points, sites: sites, zones: zones, origin: origin, width: size.width,
            height: size.height, margin: margin)
        let image = try MapImage(layout, size, theme, margin: margin)
        image.drawZones()
        // Below the vehicles, so that it hides none.
        image.drawZoneLegend()
        image.drawVehicles(radius: points.count > 2000 ? 2.5 : 4)
        image.drawSites()
        image.drawOrigin()
        image.drawFrame(title: title, legend: MapLegend(points))
        return try image.canvas.png()
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
