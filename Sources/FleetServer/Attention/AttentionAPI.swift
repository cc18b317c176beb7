import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// What needs attention, and the snoozes of its entries, in the API.
struct AttentionAPI {
    /// Largest document of a snooze in bytes.
    static let maxBody = 16_384

    func add(to routes: Routes) {
        routes.api(.get, "/attention", .notes, query: AttentionQuery.parameters) { request in
            let query = try AttentionQuery(request)
            let report = try await Language.$current.withValue(.english) {
                try await request.attention(query)
            }
            return try .json(report)
        }
        routes.api(.post, "/attention/snoozes", .write) { request in
            let body = try await request.json(NewSnoozeDocument.self, upTo: Self.maxBody)
            let snooze = try await body.typed().save(request)
            let source = request.sources.first { $0.uuid == snooze.source }
            return try .json(SnoozeDocument(snooze, source: source?.name), status: .created)
        }
        let entry = [
            QueryParameter.source.described("Name of the source.", isRequired: true),
            AttentionQuery.groupParameter.described("Group of the entry.", isRequired: true),
            QueryParameter(
                "id", .text,
                "An ID of the vehicle, or that of the site; absent for the source itself."),
        ]
        routes.api(.delete, "/attention/snoozes", .write, query: entry) { request in
            guard let group = request.query["group"].flatMap(AttentionGroup.init) else {
                throw Problem("group", "has no value")
            }
            guard let source = request.query["source"].flatMap(request.source(named:))
            else { throw Problem.unknownSource }
            let thing = AttentionSubject.Thing(of: group, id: request.query["id"] ?? "")
            let isEnded = try await request.access.attention.endSnooze(
                group, thing.stable(of: source, in: request.environment.snapshots),
                of: source.uuid)
            guard isEnded else { throw Problem.notFound }
            return .noContent
        }
        routes.api(.delete, "/attention/snoozes/:id", .write) { request in
            try await request.access.attention.endSnooze(request.uuid("id"))
            return .noContent
        }
    }
}

extension NewSnoozeDocument {
    /// - Throws: `Problem` (422).
    fileprivate func typed() throws(Problem) -> TypedSnooze {
        guard let group = AttentionGroup(rawValue: group), group.isSnoozable else {
            throw Problem(
                .unprocessableContent, "The member group is not valid.",
                hint: "Send one of \(AttentionGroup.snoozable.map(\.rawValue).listed).")
        }
        guard vehicleID == nil || siteID == nil else {
            throw Problem(
                .unprocessableContent, "A snooze is about a vehicle or a site, not both.",
                hint: "Send vehicle_id or site_id.")
        }
        let thing =
            vehicleID.map(AttentionSubject.Thing.vehicle)
            ?? siteID.map(AttentionSubject.Thing.site) ?? .source
        return TypedSnooze(
            group: group, source: source, thing: thing, reason: reason, until: until)
    }
}

/// A snooze as a page or a program sends it.
struct TypedSnooze: Sendable {
    var group: AttentionGroup
    var source: String
    var thing: AttentionSubject.Thing
    var reason: String
    var until: Timestamp

    /// Snoozes the entry; a vehicle may be named by any of its IDs.
    /// - Throws: `Problem` (422), `TeamError`.
    func save(_ request: UserRequest) async throws -> Snooze {
        let snapshots = request.environment.snapshots
        guard let source = request.source(named: source) else {
            throw Problem(
                .unprocessableContent, "There is no such source.",
                hint: "Use a name of /api/v1/sources.")
        }
        try await thing.requireKnown(in: source, snapshots)
        return try await request.access.attention.snooze(
            NewSnooze(
                group, thing.stable(of: source, in: snapshots), of: source.uuid, reason: reason,
                until: until))
    }
}

extension AttentionSubject.Thing {
    /// Returns it with the stable ID of its vehicle.
    /// - Throws: `Problem` (422).
    fileprivate func stable(
        of source: PolledSource, in snapshots: SnapshotReaders
    ) async throws -> AttentionSubject.Thing {
        guard case .vehicle(let id) = self else { return self }
        return .vehicle(try await snapshots.read { try source.stableID(id, in: $0) })
    }

    /// - Throws: `Problem` (422) for a vehicle or a site that the source does not have.
    fileprivate func requireKnown(
        in source: PolledSource, _ snapshots: SnapshotReaders
    ) async throws {
        let isKnown = try await snapshots.read { reader in
            switch self {
            case .source: true
            case .vehicle(let id): try source.resolver.find(id, .full, in: reader) != nil
            case .site(let id): try reader.site(id, of: source.sites) != nil
            }
        }
        guard !isKnown else { return }
        if case .vehicle = self {
            throw Problem(
                .unprocessableContent, "There is no such vehicle.",
                hint: "Use an ID of \(source.apiPath)/vehicles.")
        }
        throw Problem(
            .unprocessableContent, "There is no such site.",
            hint: "Use an ID of \(source.apiPath)/sites.")
    }
}
