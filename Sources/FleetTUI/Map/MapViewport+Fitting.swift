extension MapViewport {
    /// The scale at which a dot of the equator is a quarter of a meter.
    static let mostScale = WorldPlace.equatorMeters / 0.25
    /// How wide the view at least is when it is fitted to all vehicles, or to a single one.
    static let fittedMeters = 500.0

    /// The scale at which the view just holds the whole world.
    var leastScale: Double { max(1, min(fittingDots.wide, fittingDots.high)) }

    /// The dots that things are fitted into: a margin is left for the scale bar, and for the half
    /// cell by which the view is not quite where it was wanted.
    private var fittingDots: (wide: Double, high: Double) {
        (max(dotsWide - 5, dotsWide / 2, 1), max(dotsHigh - 13, dotsHigh / 2, 1))
    }

    /// The scale at which the view is so many meters wide at a place.
    func scale(metersWide meters: Double, at place: WorldPlace) -> Double {
        dotsWide * WorldPlace.equatorMeters * place.shrinkage / meters
    }

    /// The largest scale at which bounds fit into the view; without end for a single place.
    func scale(holding bounds: WorldBounds) -> Double {
        let (wide, high) = fittingDots
        let across = bounds.width > 0 ? wide / bounds.width : .infinity
        let down = bounds.height > 0 ? high / bounds.height : .infinity
        return min(across, down)
    }

    /// Shows a part of the world in the middle, within the limits of the scale.
    mutating func show(_ place: WorldPlace, scale: Double) {
        zoom(to: scale, around: middle)
        move(place, to: middle)
    }

    /// Shows all of some bounds; a view of less than 500 m would tell little.
    mutating func fit(_ bounds: WorldBounds) {
        let most = scale(metersWide: Self.fittedMeters, at: bounds.middle)
        show(bounds.middle, scale: min(scale(holding: bounds), most))
    }
}
