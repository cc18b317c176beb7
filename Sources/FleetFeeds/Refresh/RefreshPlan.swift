import FleetCore

/// The documents of a system that a refresh requests, in this order.
struct RefreshPlan {
    /// Documents that add to the others, requested when they are due.
    ///
    /// If one fails, its last known content is used with a warning.
    var side: [any PlannedDocument]
    /// Documents with the content itself.
    ///
    /// The last one that the system has is requested each time; if it fails, so does the refresh,
    /// unless this is the first refresh and another document suffices.
    var main: [any PlannedDocument]
}

extension FeedRefresh {
    /// The plan for the content to read.
    var plan: RefreshPlan {
        switch feed {
        case .vehicles:
            RefreshPlan(
                side: [
                    VehicleTypesDocument(), SystemInformationDocument(),
                    ZonesDocument(maxPoints: Int(budget[.points])),
                    PricingPlansDocument(), SystemAlertsDocument(), RegionsDocument(),
                    VehicleStationsDocument(), VehicleAvailabilityDocument(),
                ],
                main: [vehiclesFeed])
        case .sites:
            // The stations are always joined from both; the status changes more often.
            RefreshPlan(
                side: [
                    SystemInformationDocument(), RegionsDocument(), SystemAlertsDocument(),
                ],
                main: [StationsDocument.information, StationsDocument.status])
        }
    }

    var vehiclesFeed: VehiclesFeed {
        VehiclesFeed(
            colorMap: source.colorMap, filter: filter, maxVehicles: Int(budget[.vehicles]),
            progress: progress)
    }
}
