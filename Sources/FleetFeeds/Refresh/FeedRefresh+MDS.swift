import FleetCore

// Documents of MDS: their pages, and the two documents of 2.0.

extension FeedRefresh {
    /// Returns the response for a document of MDS, with its further pages and joined with its other
    /// document.
    ///
    /// - Throws: `FeedFailure` if a page or the states cannot be read, so that no part of a fleet
    ///   is taken for all of it.
    func completed(
        _ first: VehiclesDocument, _ header: FeedHeader, version: String?,
        from document: FeedCacheState.Document, base: String
    ) async throws -> FeedResponse {
        var (document, header, warnings) = (document, header, [String]())
        let isPaged = first.nextLink.map { !$0.isEmpty } ?? false
        var vehicles = try await withAllPages(first, at: document.address, base: base)
        let other = vehicles.lacksStates ? MDS.statusAddress(of: document.address) : nil
        if let other, let status = try await states(at: other, of: vehicles) {
            vehicles = status.vehicles.joined(with: vehicles)
            header.lastUpdated = status.header.lastUpdated ?? header.lastUpdated
            header.ttlSeconds = status.header.ttlSeconds ?? header.ttlSeconds
        }
        var properties: StoredDocument?
        if vehicles.lacksProperties,
            let address = MDS.propertiesAddress(of: document.address)
        {
            properties = await addProperties(at: address, to: &vehicles, &warnings)
        }
        // A validator is only that of one page of one document.
        if isPaged || other != nil || properties != nil {
            (document.entityTag, document.lastModified) = (nil, nil)
        }
        var others = [DocumentName.mdsProperties.text: properties].compactMapValues(\.self)
        let trips = await trips(&warnings)
        others[DocumentName.mdsTrips.text] = trips?.document
        return loaded(
            vehicles, header, version: version, from: document, others: others,
            trips: trips?.trips ?? [], warnings: warnings)
    }

    /// Returns a document with the vehicles of all its pages.
    private func withAllPages(
        _ first: VehiclesDocument, at address: String, base: String
    ) async throws -> VehiclesDocument {
        var (vehicles, base, bytes) = (first, base, 0)
        var indices: [ByteString: Int] = [:]
        var trail = PageTrail(from: address, base: base, at: now())
        while let next = try trail.next(
            vehicles.nextLink, afterRows: vehicles.total, bytes: bytes, relativeTo: base,
            policy: linkPolicy, at: now())
        {
            let page = try await page(at: next)
            vehicles.add(page: page.vehicles, &indices)
            guard vehicles.total <= Int(budget[.vehicles]) else {
                throw FeedFailure(
                    .size(
                        .overBudget(
                            .vehicles, limit: budget[.vehicles], size: Int64(vehicles.total))),
                    at: Location.redacted(base))
            }
            guard vehicles.total <= MDS.maxVehicles else {
                throw FeedFailure(
                    .size(.pageLimit("has more than \(MDS.maxVehicles) vehicles on its pages")),
                    at: Location.redacted(base))
            }
            (base, bytes) = (page.base, page.bytes)
        }
        return vehicles
    }

    private typealias Page = (
        header: FeedHeader, vehicles: VehiclesDocument, base: String, bytes: Int
    )

    private func page(
        at address: String, as role: DocumentRequest.Role = .page
    ) async throws -> Page {
        let location = Location.redacted(address)
        guard case .read(let bytes, _, let base) = try await read(address, nil, as: role)
        else { throw FeedFailure(.service(.status(304)), at: location) }
        let parsed = try FeedDocument(
            vehicles: bytes, at: location,
            join: VehicleJoin(times: ReportTimes(at: now()), colorMap: source.colorMap),
            maxVehicles: Int(budget[.vehicles]),
            progress: progress)
        guard case .vehicles(let vehicles) = parsed.content else {
            throw FeedFailure(.content(.noVehicles), at: location)
        }
        return (parsed.header, vehicles, base, bytes.count)
    }

    /// Returns the states of vehicles; `nil` if there is neither this document nor any vehicle.
    private func states(at address: String, of vehicles: VehiclesDocument) async throws -> Page? {
        do {
            var page = try await page(at: address, as: .needed)
            page.vehicles = try await withAllPages(page.vehicles, at: address, base: page.base)
            return page
        } catch let failure as FeedFailure where failure.allowsFallback && vehicles.total == 0 {
            return nil
        }
    }

    /// Adds the properties of vehicles; a service that does not have them is asked again after an
    /// hour.
    ///
    /// - Returns: What is known of the document of the properties.
    private func addProperties(
        at address: String, to vehicles: inout VehiclesDocument, _ warnings: inout [String]
    ) async -> StoredDocument {
        let name = DocumentName<VehiclesDocument>.mdsProperties.text
        if let known = cacheState?.documents[name], known.document.address == address,
            known.document.isFresh(at: now())
        {
            return known
        }
        var document = FeedCacheState.Document(address: address)
        do {
            let first = try await page(at: address, as: .optional)
            let all = try await withAllPages(first.vehicles, at: address, base: first.base)
            vehicles = vehicles.joined(with: all)
        } catch let failure as FeedFailure where failure.allowsFallback || failure.kind == .access {
            document.freshUntil = now() + .seconds(FeedHeader.maxTTL)
        } catch let failure as FeedFailure {
            warnings.append("vehicles: \(failure.message); continuing without codes and types")
        } catch {
            // The caller notices that its task was cancelled.
        }
        return StoredDocument(document: document, content: nil)
    }
}

extension DocumentName<VehiclesDocument> {
    /// The properties of the vehicles of MDS 2.0 (`/vehicles`).
    static var mdsProperties: Self { Self("mds_vehicles") }
}
