import FleetCore

/// Columns of `site_change`: what a history has of a site after one commit.
struct SiteChange: Equatable {
    private let vehiclesAvailable: Int32?
    private let vehiclesDisabled: Int32?
    private let docksAvailable: Int32?
    private let isInstalled: Bool?
    private let isRenting: Bool?
    private let isReturning: Bool?

    /// Reads ``names`` of a row of `site` or `site_change`, from one column on.
    init(from row: any SQLRow, at column: Int) {
        func count(_ index: Int) -> Int32? {
            row.integer(column + index).map(Int32.init(clamping:))
        }
        func flag(_ index: Int) -> Bool? { row.integer(column + index).map { $0 != 0 } }
        (vehiclesAvailable, vehiclesDisabled, docksAvailable) = (count(0), count(1), count(2))
        (isInstalled, isRenting, isReturning) = (flag(3), flag(4), flag(5))
    }

    /// The columns, which have the same names in `site`.
    static let names = [
        "vehicles_available", "vehicles_disabled", "docks_available", "is_installed", "is_renting",
        "is_returning",
    ]

    static let list = names.joined(separator: ", ")

    /// Binds ``names``; all are NULL for a site that left the feed.
    static func bind(_ change: SiteChange?, to row: any SQLRowWriter) throws {
        try row.bind(change?.vehiclesAvailable)
        try row.bind(change?.vehiclesDisabled)
        try row.bind(change?.docksAvailable)
        try row.bind(change?.isInstalled)
        try row.bind(change?.isRenting)
        try row.bind(change?.isReturning)
    }

    /// Changes a site of the present to what it was; what the history does not have, and changes
    /// as often, becomes unknown.
    func apply(to site: inout Site) {
        site.vehiclesAvailable = vehiclesAvailable.map(Int.init)
        site.vehiclesDisabled = vehiclesDisabled.map(Int.init)
        site.docksAvailable = docksAvailable.map(Int.init)
        (site.isInstalled, site.isRenting, site.isReturning) = (isInstalled, isRenting, isReturning)
        (site.vehiclesByType, site.docksByType) = (nil, nil)
        (site.lastReported, site.measurements) = (nil, [])
    }
}
