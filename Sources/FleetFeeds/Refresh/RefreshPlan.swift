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

    /// Creates the plan for a content: the documents that have it themselves are the main ones.
    init(_ documents: [any PlannedDocument], for content: Source.Feed) {
        let names = SystemDocument.names(of: content)
        side = documents.filter { !names.contains($0.key) }
        main = documents.filter { names.contains($0.key) }
    }
}

extension FeedRefresh {
    /// The plan for the content to read.
    var plan: RefreshPlan {
        switch feed {
        case .vehicles:
            RefreshPlan(
                [
                    VehicleTypesDocument(), SystemInformationDocument(),
                    ZonesDocument(maxPoints: Int(budget[.points])),
                    PricingPlansDocument(), SystemAlertsDocument(), RegionsDocument(),
                    VehicleStationsDocument(), VehicleAvailabilityDocument(), vehiclesFeed,
                ], for: feed)
        case .sites:
            // The stations are always joined from both; the status changes more often.
            RefreshPlan(
                [
                    VehicleTypesDocument(), SystemInformationDocument(), RegionsDocument(),
                    SystemAlertsDocument(), StationsDocument.information, StationsDocument.status,
                ], for: feed)
        }
    }

    var vehiclesFeed: VehiclesFeed {
        VehiclesFeed(
            colorMap: source.colorMap, filter: filter, maxVehicles: Int(budget[.vehicles]),
            progress: progress)
    }
}
