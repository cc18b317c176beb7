import FleetCore
import FleetService

@testable import FleetTUI

/// Sites of the source under test.
struct Depots {
    /// Sites of the snapshot.
    var sites: [Site] = []
    /// Earlier readings of their sensors.
    var samples: [String: [Quantity: [Double]]] = [:]
    /// Number of vehicles parked at each site.
    var parked: [String: Int] = [:]
    /// Parse report of the sites.
    var parseReport = ParseReport()
    fileprivate var revision: Int64 = 0
    fileprivate var seq = 0

    /// Two depots with all sensors, and a station without sensors.
    static func town(at now: Timestamp = Fleets.noon) -> [Site] {
        var north = Site(id: "depot-north")
        north.name = "Depot North"
        north.position = Position(latitude: 59.93, longitude: 10.75)
        north.address = "Storgata 1, Oslo"
        (north.capacity, north.vehiclesAvailable, north.vehiclesDisabled) = (40, 9, 3)
        (north.docksAvailable, north.isRenting, north.isReturning) = (28, true, true)
        north.lastReported = now - .seconds(2)
        north.measurements = sensors(at: now, smoke: 0.02)
        var south = north
        (south.id, south.name, south.vehiclesAvailable) = ("depot-south", "Depot South", 30)
        south.position = Position(latitude: 59.91, longitude: 10.72)
        south.measurements = sensors(at: now, smoke: 4.1)
        var station = Site(id: "S7")
        (station.capacity, station.isRenting, station.isReturning) = (12, true, false)
        return [north, south, station]
    }

    static func sensors(at now: Timestamp, smoke: Double) -> [Measurement] {
        [
            Measurement(
                .temperature, .number(21.5), at: now - .seconds(3),
                threshold: Threshold(minimum: 5, maximum: 35)),
            Measurement(
                .noiseLevel, .number(48), at: now - .seconds(1), threshold: Threshold(maximum: 80)),
            Measurement(.smoke, .number(smoke), at: now - .seconds(9)),
            Measurement(.humidity, .number(55), at: now - .seconds(5)),
            Measurement(.connectivity, .number(-67)), Measurement(.battery, .number(88)),
        ]
    }
}

extension BrowserDriver {
    /// A browser that shows freshly loaded sites.
    static func atSites(
        _ sites: [Site] = Depots.town(), size: CanvasSize = .init(columns: 80, rows: 24)
    ) -> BrowserDriver {
        var driver = BrowserDriver.live(size: size)
        driver.depots.sites = sites
        driver.press(.character("S"))
        driver.publishSiteSnapshot()
        return driver
    }

    /// Publishes a new snapshot of the sites, as the service does.
    mutating func publishSiteSnapshot(_ change: (inout [Site]) -> Void = { _ in }) {
        change(&depots.sites)
        depots.revision += 1
        publishSites(.live(siteInfo, nextAt: now + .seconds(5)))
    }

    mutating func publishSites(_ state: ServiceState) {
        depots.seq += 1
        send(.sitesState(StateUpdate(seq: depots.seq, at: now, state: state)))
    }

    /// Metadata of the site snapshot.
    var siteInfo: SnapshotInfo {
        SnapshotInfo(
            revision: depots.revision, feed: FeedDescription(format: "GBFS 3.0"), fetchedAt: now,
            total: depots.sites.count, changes: .none, parseReport: depots.parseReport,
            rotation: .no)
    }

    mutating func answerSites(_ effect: Effect) {
        switch effect {
        case .sites(let generation):
            let sortedSites = SortedSites(
                depots.sites, info: siteInfo, parked: ParkedVehicles(depots.parked))
            send(.sites(generation: generation, sortedSites))
        case .site(let id):
            let site = depots.sites.first { $0.id == id }
            let samples = depots.samples[id] ?? [:]
            send(.site(site.map { FoundSite(site: $0, samples: samples) }))
        default: break
        }
    }
}
