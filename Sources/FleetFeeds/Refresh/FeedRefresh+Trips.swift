import FleetCore

// Trips of MDS, which a source with a history keeps as events of its vehicles.

extension FeedRefresh {
    /// Maximum number of hours that a refresh asks for, and how many hours it goes back.
    private static let (maxHours, oldestHour) = (4, Int64(7 * 24))
    // How long after an hour that was not ready, and after a failure, it is asked for again.
    private static let readyInterval = Duration.seconds(600)
    private static let retryInterval = Duration.seconds(3600)

    /// Returns the trips of the hours that have ended since those that were read last, and what is
    /// known of the document; `nil` if the source keeps no history.
    ///
    /// The first hour is the last one that has ended. A service says that it has no trips of an
    /// hour with the status 404, and that it has them later with 202 (MDS 2.0, Provider, "Trips -
    /// Responses").
    func trips(
        _ warnings: inout [String]
    ) async -> (trips: [VehicleTrip], document: StoredDocument)? {
        let location = source.location.text
        guard source.history != nil,
            MDS.tripsAddress(of: location, endedIn: "") != nil
        else { return nil }
        let known = cacheState?.documents[DocumentName.mdsTrips.text]
        if let known, known.document.isFresh(at: now()) { return ([], known) }
        let last = now().milliseconds / Self.hour - 1
        var hour = known?.content.flatMap(Self.number(ofHour:)) ?? last
        hour = min(max(hour, last - Self.oldestHour), last + 1)
        var (trips, document) = ([VehicleTrip](), FeedCacheState.Document(address: location))
        var count = 0
        do {
            while hour <= last, count < Self.maxHours {
                trips += try await self.trips(endedIn: hour, of: location)
                (hour, count) = (hour + 1, count + 1)
            }
        } catch let failure as FeedFailure where failure.reason == .service(.notReady) {
            document.freshUntil = now() + Self.readyInterval
        } catch let failure as FeedFailure {
            document.freshUntil = now() + Self.retryInterval
            warnings.append("trips: \(failure.message); continuing without them")
        } catch {
            // The caller notices that its task was cancelled.
        }
        return (trips, StoredDocument(document: document, content: Self.text(ofHour: hour)))
    }

    private func trips(endedIn hour: Int64, of location: String) async throws -> [VehicleTrip] {
        let text = Self.text(ofHour: hour)
        guard let address = MDS.tripsAddress(of: location, endedIn: text) else { return [] }
        var page: (document: TripsDocument, base: String, bytes: Int)
        do {
            page = try await self.page(ofTrips: address, as: .optional)
        } catch let failure as FeedFailure where failure.reason == .service(.status(404)) {
            return []
        }
        var trips = page.document.trips
        var trail = PageTrail(from: address, base: page.base, at: now())
        while let next = try trail.next(
            page.document.nextLink, afterRows: trips.count, bytes: page.bytes,
            relativeTo: page.base, policy: linkPolicy, at: now())
        {
            page = try await self.page(ofTrips: next, as: .page)
            trips += page.document.trips
            guard trips.count <= TripsDocument.maxTrips else {
                throw FeedFailure(
                    .size(.pageLimit("has more than \(TripsDocument.maxTrips) trips in an hour")),
                    at: Location.redacted(address))
            }
        }
        // Trips of another hour would be read twice.
        return trips.filter { $0.end.milliseconds / Self.hour == hour }
    }

    private func page(
        ofTrips address: String, as role: DocumentRequest.Role
    ) async throws -> (document: TripsDocument, base: String, bytes: Int) {
        let location = Location.redacted(address)
        guard case .read(let bytes, _, let base) = try await read(address, nil, as: role)
        else { throw FeedFailure(.service(.status(304)), at: location) }
        return (try TripsDocument(bytes, at: location), base, bytes.count)
    }

    /// Milliseconds of an hour.
    private static let hour: Int64 = 3_600_000

    /// Returns the text of an hour, by its number since 1970, such as `2026-05-01T07`.
    private static func text(ofHour number: Int64) -> String {
        String(SystemTimeZone.text(ofLocal: number * hour, separator: "T").prefix(13))
    }

    private static func number(ofHour text: String) -> Int64? {
        Timestamp(text: text + ":00:00Z").map { $0.milliseconds / hour }
    }
}

extension DocumentName<[VehicleTrip]> {
    /// The trips of MDS (`/trips`); its stored content is the next hour to ask for.
    static var mdsTrips: Self { Self("mds_trips") }
}
