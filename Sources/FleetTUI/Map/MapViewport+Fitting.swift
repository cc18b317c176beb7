extension MapViewport {
    /// Scale at which a dot on the equator is a quarter of a meter wide.
    static let maxScale = MercatorPoint.equatorMeters / 0.25
    /// Minimum width of the view when it is fitted to all vehicles or to a single one.
    static let fittedMeters = 500.0

    /// Scale at which the whole world just fits the view.
    var minScale: Double { max(1, min(fittingDots.wide, fittingDots.high)) }

    /// Size in dots of the area that content is fitted into.
    ///
    /// It leaves a margin for the scale bar, and for rounding the view to whole cells.
    private var fittingDots: (wide: Double, high: Double) {
        (max(dotsWide - 5, dotsWide / 2, 1), max(dotsHigh - 13, dotsHigh / 2, 1))
    }

    /// Returns the scale at which the view is `meters` wide at a location.
    func scale(metersWide meters: Double, at location: MercatorPoint) -> Double {
        dotsWide * MercatorPoint.equatorMeters * location.scaleFactor / meters
    }

    /// Returns the largest scale at which the bounds fit into the view; infinite for a single
    /// location.
    func scale(holding bounds: WorldBounds) -> Double {
        let (wide, high) = fittingDots
        let across = bounds.width > 0 ? wide / bounds.width : .infinity
        let down = bounds.height > 0 ? high / bounds.height : .infinity
        return min(across, down)
    }

    /// Centers the view on a location, within the limits of the scale.
    mutating func show(_ location: MercatorPoint, scale: Double) {
        zoom(to: scale, around: middle)
        move(location, to: middle)
    }

    /// Fits the bounds into the view, which is at least 500 m wide.
    mutating func fit(_ bounds: WorldBounds) {
        let maxScale = scale(metersWide: Self.fittedMeters, at: bounds.middle)
        show(bounds.middle, scale: min(scale(holding: bounds), maxScale))
    }
}
