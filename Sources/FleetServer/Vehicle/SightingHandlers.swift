import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// The locations of vehicles of tables that members report: page and API.
struct SightingHandlers {
    /// Largest form or document in bytes.
    static let maxBody = 4096

    func add(to routes: Routes) {
        routes.page(.post, "/v/:source/:id/sighting", .write) { request in
            let form = try await request.form(upTo: Self.maxBody)
            let typed = form["location"].flatMap { $0.isEmpty ? nil : $0 } ?? form["site"]
            guard let position = typed.flatMap(Position.init) else {
                throw Problem(
                    .unprocessableContent, "The location must be LAT,LON in decimal degrees.",
                    parameter: "location")
            }
            let (source, id) = (try request.source(), try request.parameter("id"))
            _ = try await add(position, of: id, source, request)
            return .redirect(to: source.path(of: id))
        }
        routes.page(.post, "/v/:source/:id/sighting/undo", .write) { request in
            let (source, id) = (try request.source(), try request.parameter("id"))
            try await undo(id, source, request)
            return .redirect(to: source.path(of: id))
        }
        routes.api(.post, "/sources/:source/vehicles/:id/sightings", .write) { request in
            let body = try await request.json(NewSightingDocument.self, upTo: Self.maxBody)
            let (source, id) = (try request.source(), try request.parameter("id"))
            let (sighting, isNew) = try await add(
                body.position(), accuracy: body.accuracy, seenAt: body.seenAt, of: id, source,
                request)
            return try .json(
                SightingDocument(sighting, source: source.name), status: isNew ? .created : .ok)
        }
        routes.api(.delete, "/sources/:source/vehicles/:id/sightings/latest", .write) { request in
            try await undo(try request.parameter("id"), try request.source(), request)
            return .noContent
        }
    }

    private func add(
        _ position: Position, accuracy: Double? = nil, seenAt: Timestamp? = nil, of id: String,
        _ source: PolledSource, _ request: UserRequest
    ) async throws -> (sighting: TeamSighting, isNew: Bool) {
        let vehicle = try await vehicle(id, source, request)
        let added = try await request.access.sightings.add(
            NewSighting(
                of: vehicle.id, source: source.uuid, at: position, accuracy: accuracy,
                seenAt: seenAt, shownPosition: vehicle.position))
        await refresh(source, request)
        return added
    }

    private func undo(_ id: String, _ source: PolledSource, _ request: UserRequest) async throws {
        let vehicle = try await vehicle(id, source, request)
        try await request.access.sightings.undoLatest(of: vehicle.id, in: source.uuid)
        await refresh(source, request)
    }

    /// Reads the source again, so that the vehicle is there at once.
    ///
    /// The sighting is stored: if the source cannot be read now, its next poll has it.
    private func refresh(_ source: PolledSource, _ request: UserRequest) async {
        _ = try? await source.refresh(for: request)
    }

    /// Returns the vehicle of a table.
    /// - Throws: `Problem` (404) for an unknown one, (409) for one whose location is in a feed.
    private func vehicle(
        _ id: String, _ source: PolledSource, _ request: UserRequest
    ) async throws -> Vehicle {
        try await request.environment.snapshots.read { reader in
            guard let info = try reader.info(of: source.vehicles),
                case .present(let vehicle)? = try source.resolver.find(id, .exact, in: reader)
            else { throw Problem.notFound }
            guard info.feed.isTable else {
                throw Problem(
                    .conflict, "The vehicles of \(source.name) are where their feed says.",
                    hint: "Report the location of vehicles of tables only.")
            }
            return vehicle
        }
    }
}

extension NewSightingDocument {
    /// - Throws: `Problem` (422).
    fileprivate func position() throws(Problem) -> Position {
        guard let position = Position(latitude: lat, longitude: lon) else {
            throw Problem(
                .unprocessableContent, "The members lat and lon are not a position.",
                hint: "Send both, in decimal degrees.")
        }
        return position
    }
}
