public import FleetCore

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

    /// A site on the image.
    public struct SiteMarker: Equatable, Sendable {
        /// Pixels from the left.
        public let x: Double
        /// Pixels from the top.
        public let y: Double
        /// Name of the site.
        public let title: String
    }

    /// Outlines of a zone on the image, each closed.
    public struct ZoneOutline: Equatable, Sendable {
        /// Pixels from the left and from the top.
        public let rings: [[SIMD2<Double>]]
        /// What the zone restricts.
        public let restriction: ZoneRule.Restriction
    }

    /// Vehicles, in the order of the points.
    public let markers: [Marker]
    /// Zones that the image shows a part of, the least strict first.
    public let zones: [ZoneOutline]
    /// Sites inside the image.
    public let sites: [SiteMarker]
    /// Point that distances are measured from, in pixels.
    public let origin: (x: Double, y: Double)?
    /// Position in the middle of the image.
    public let center: Position?
    /// Width of the scale bar in pixels, and the distance that it represents, such as `200 m`;
    /// `nil` if there is no room for a scale bar.
    public let scaleBar: (pixels: Double, length: String)?

    /// Fits the points into an image, `margin` pixels from its edges.
    public init(
        _ points: [MapPoint], sites: [Site] = [], zones: [Zone] = [], origin: Position? = nil,
        width: Int, height: Int, margin: Int
    ) {
        // One dot of the terminal map is one pixel of the image.
        var viewport = MapViewport()
        viewport.resize(
            CanvasSize(columns: (width - 2 * margin) / 2, rows: (height - 2 * margin) / 4))
        let sites = sites.compactMap(MapSite.init)
        let origin = origin.map(MercatorPoint.init)
        if var bounds = WorldBounds(points) ?? WorldBounds(sites.map(\.point)), !viewport.isEmpty {
            if let origin { bounds.include(origin) }
            viewport.fit(bounds)
        }
        let view = viewport
        func pixel(_ location: MercatorPoint) -> (x: Double, y: Double) {
            let cell = view.point(of: location)
            return (cell.column * 2 + Double(margin), cell.row * 4 + Double(margin))
        }
        markers = points.map { point in
            let (x, y) = pixel(point.location)
            return Marker(x: x, y: y, color: point.color)
        }
        self.sites = sites.compactMap { site in
            guard view.cell(of: site.point.location) != nil else { return nil }
            let (x, y) = pixel(site.point.location)
            return SiteMarker(x: x, y: y, title: site.title)
        }
        self.zones = Self.outlines(of: zones, in: view) { location in
            let (x, y) = pixel(location)
            return SIMD2(x, y)
        }
        self.origin = origin.map(pixel)
        center = view.isEmpty ? nil : view.location(at: view.middle).position
        scaleBar = ScaleBar(view).map { (Double($0.cells * 2), $0.length) }
    }

    /// Returns the outlines of the zones in a view, to which one pixel of the image is a dot.
    private static func outlines(
        of zones: [Zone], in view: MapViewport, _ pixel: (MercatorPoint) -> SIMD2<Double>
    ) -> [ZoneOutline] {
        guard !view.isEmpty else { return [] }
        // The margin shows a part of the map, too.
        let detail = view.zoneDetail(tolerance: 360 / view.scale / 2, margin: 0.2)
        let outlines = zones.map { zone in
            let rings = zone.area.polygons(detail).flatMap(\.rings)
            return ZoneOutline(
                rings: rings.map { $0.map { pixel(MercatorPoint($0)) } },
                restriction: zone.restriction)
        }
        return ZoneRule.Restriction.allCases.reversed().flatMap { restriction in
            outlines.filter { $0.restriction == restriction && !$0.rings.isEmpty }
        }
    }
}
