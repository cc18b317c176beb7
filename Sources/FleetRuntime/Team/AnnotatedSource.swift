package import FleetClient
package import FleetCore
package import FleetSQL
package import FleetTeam

/// A source whose vehicles can have favorites and notes.
package struct AnnotatedSource {
    let source: SourceSession
    package let resolver: VehicleResolver
    package let store: any FleetStore
    /// The favorites and notes in this home.
    package let annotations: HomeAnnotations
    /// Writer of the favorites and notes.
    package let writer: any AnnotationWriter

    package var selected: ResolvedSource { source.selected }
    package var label: String { selected.label }

    /// Opens the source that a command line selects, to write favorites or notes.
    ///
    /// Those of a team's source are read from its server.
    /// - Parameter acceptsVehicle: Whether it may be the page of a vehicle.
    /// - Throws: `CommandError` (64) if the source has no name, (74) if the store cannot be
    ///   written.
    package init(
        _ argument: SourceArgument, in context: CommandContext, acceptsVehicle: Bool = false
    ) async throws {
        let selected = try await context.select(
            argument.saved(in: context), in: context.preferences(), acceptsVehicle: acceptsVehicle)
        source = try context.open(selected)
        (resolver, store) = (try source.stableIDs, try source.writableStore())
        (annotations, writer) = (try source.annotations, try source.annotationWriter)
        try await source.updateAnnotations()
    }

    /// A vehicle with the stable ID of its favorite and notes.
    package struct AnnotatedVehicle {
        package let stableID: String
        /// Its ID in the feed.
        package let vehicleID: String
        /// Its last known location.
        package var position: Position?
        /// Time of the vehicle's last report, or of its last snapshot; `nil` if it was never seen.
        package var seenAt: Timestamp?
    }

    /// Moves vehicles of a table to a location where they were seen.
    /// - Parameter position: The location; `nil` for that of their rows again.
    /// - Throws: `CommandError` (64) for a source whose feed has the locations.
    package func move(
        _ vehicles: [AnnotatedVehicle], to position: Position?, at time: Timestamp
    ) async throws {
        let info = try store.read(resolver.key) { $0.info }
        guard info.feed.isTable, selected.name != nil, !source.context.usesDatabase else {
            throw CommandError.usage(
                "the vehicles of \(label) are where its feed says",
                hint: "leave out --sighting; it is for tables of this home")
        }
        for vehicle in vehicles {
            if let position {
                try await annotations.add(
                    Sighting(
                        of: vehicle.vehicleID, at: position, seenAt: time,
                        rowPosition: vehicle.position))
            } else {
                _ = try await annotations.removeSightings(of: vehicle.vehicleID)
            }
        }
        await SourceRemoval(in: source.context).notifyLeaders(of: resolver.key)
    }

    /// Returns the site with an ID.
    /// - Throws: `CommandError` (66).
    package func site(_ id: String) throws -> Site {
        let found = try store.snapshots.read { try $0.site(id, of: resolver.key) }
        guard let found else {
            throw CommandError(
                .noInput, "\(label) has no site \(CommandError.shownID(id))",
                hint: "run `fleet site list\(selected.option)` to see the sites")
        }
        return found
    }

    /// Finds the vehicles for a favorite or a note by their typed IDs, after a request if one is
    /// due.
    /// - Parameter acceptsUnseen: Whether an ID without a vehicle is taken as its stable ID; then
    ///   all IDs must be full.
    /// - Throws: `CommandError` (66) if a vehicle is missing or ambiguous or has no stable ID; (64)
    ///   if the vehicle IDs rotate.
    package func find(
        _ ids: [String], acceptsUnseen: Bool = false
    ) async throws -> [AnnotatedVehicle] {
        _ = try await source.fetchIfDue(FetchMode())
        let (vehicles, info) = try store.read(resolver.key) { stored in
            let vehicles = try ids.map {
                try resolver.find($0, acceptsUnseen ? .full : .beginning, in: stored.reader)
            }
            return (vehicles, stored.info)
        }
        let found = try zip(ids, vehicles).map { id, found in
            guard let found else {
                guard acceptsUnseen, !id.hasSuffix("…") else { throw try unseen(id) }
                source.context.output.log("\(CommandError.shownID(id)) was never in the feed")
                return AnnotatedVehicle(stableID: id, vehicleID: id)
            }
            let vehicle = found.vehicle
            guard let stableID = resolver.stableID(of: vehicle) else { throw noStableID(vehicle) }
            found.logLastSeen(to: source.context.output)
            return AnnotatedVehicle(
                stableID: stableID, vehicleID: vehicle.id, position: vehicle.position,
                seenAt: found.seenAt(fetchedAt: info.fetchedAt))
        }
        try await source.checkStableIDs(info, in: store) { source.context.output.warn($0) }
        return found
    }

    private func unseen(_ id: String) throws -> CommandError {
        let error = try source.missingVehicle(id, store)
        return CommandError(
            error.status, error.cause,
            hint: error.hint + "; --unseen takes a full ID that was never in the feed")
    }

    private func noStableID(_ vehicle: Vehicle) -> CommandError {
        CommandError(
            .noInput, "vehicle \(vehicle.id) has no stable ID in the label field",
            hint: "check the label field with `fleet source show \(label)`")
    }
}
