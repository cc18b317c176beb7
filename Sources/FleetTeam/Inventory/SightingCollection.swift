public import FleetCore
import FleetSQL
public import Foundation

/// A location of a vehicle that a member reports.
public struct NewSighting: Equatable, Sendable {
    /// The UUID of the source.
    public var source: UUID
    /// The ID of the vehicle.
    public var vehicleID: String
    /// The location.
    public var position: Position
    /// The radius of the location in metres; `nil` if a person chose it.
    public var accuracy: Double?
    /// The time at which the vehicle was there; `nil` for now, which a time in the future is, too,
    /// because the clock of a phone may be fast.
    public var seenAt: Timestamp?
    /// The present location of the vehicle in the table, or that of an earlier sighting.
    public var shownPosition: Position?

    /// Creates a sighting.
    public init(
        of vehicleID: String, source: UUID, at position: Position, accuracy: Double? = nil,
        seenAt: Timestamp? = nil, shownPosition: Position? = nil
    ) {
        (self.source, self.vehicleID, self.position) = (source, vehicleID, position)
        (self.accuracy, self.seenAt, self.shownPosition) = (accuracy, seenAt, shownPosition)
    }

    private static let day = Duration.seconds(86_400)

    /// Returns the sighting as it is stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    fileprivate func checked(at now: Timestamp) throws(TeamError) -> Sighting {
        if let accuracy {
            guard accuracy >= 0 else { throw .invalid(.accuracy, .malformed) }
            guard accuracy <= Sighting.maxAccuracy else {
                throw .invalid(.accuracy, .tooInaccurate(Int(Sighting.maxAccuracy)))
            }
        }
        let time = seenAt ?? now
        guard time > now - Self.day, time < now + Self.day else {
            throw .invalid(.seenAt, .notRecent)
        }
        return Sighting(
            of: try NoteText.checkedID(vehicleID, .vehicle), at: position, seenAt: min(time, now),
            rowPosition: shownPosition)
    }
}

/// A stored sighting, as one person sees it.
public struct TeamSighting: Equatable, Sendable {
    /// The ID, a UUID of version 7.
    public var id: UUID
    /// The UUID of the source.
    public var source: UUID
    /// The ID of the vehicle.
    public var vehicleID: String
    /// The location.
    public var position: Position
    /// The radius of the location in metres; `nil` if a person chose it.
    public var accuracy: Double?
    /// The time at which the vehicle was there.
    public var seenAt: Timestamp
    /// The time of the report.
    public var reportedAt: Timestamp
    /// The name of the person, for administrators and that person, for a week; `nil` otherwise.
    public var by: String?
    /// Whether the person may undo it now.
    public var canUndo: Bool
}

extension Access {
    /// The locations of vehicles of tables that people reported.
    public var sightings: SightingCollection { SightingCollection(access: self) }
}

/// The sightings of a team: members add them, and only administrators see the persons.
public struct SightingCollection: Sendable {
    let access: Access

    /// Adds a sighting, unless a repeated request has added it.
    /// - Throws: ``TeamError/forbidden``, ``TeamError/invalid(_:_:)``,
    ///   ``TeamError/tooMany(_:limit:)``, ``TeamError/keyReused``; ``TeamError/notFound`` if it was
    ///   undone since.
    @discardableResult
    public func add(
        _ new: NewSighting
    ) async throws -> (sighting: TeamSighting, isNew: Bool) {
        let checked = try new.checked(at: access.team.now())
        let step = RepeatableRequest.nextStep()
        // A user reads no sightings of others.
        let earlier = try await access.team.read { transaction in
            try SightingTable(of: new.source, in: transaction.sql)
                .all(of: new.vehicleID, at: transaction.now)
        }
        let retention = access.team.reporterRetention
        return try await access.write(.write) { transaction in
            try transaction.require(.write, on: new.source)
            let item = try transaction.item(of: step)
            if item.isNew { try transaction.add(checked.following(earlier), item.id, new) }
            let added = try transaction.sightings(
                "owner = ?1 AND sighting.id = ?2", [.uuid(item.id)], naming: retention)
            guard let added = added.first else { throw TeamError.notFound }
            return (added, item.isNew)
        }
    }

    /// Removes the user's newest sighting of a vehicle, in the ten minutes after the report.
    /// - Throws: ``TeamError/forbidden``; ``TeamError/notFound`` without such a sighting.
    public func undoLatest(of vehicleID: String, in source: UUID) async throws {
        try await access.write(.write) { transaction in
            try transaction.require(.write, on: source)
            let count = try transaction.execute(
                """
                DELETE FROM sighting WHERE owner = ?1 AND reported_at > ?4 AND id = (
                    SELECT id FROM sighting WHERE owner = ?1 AND source = ?2 AND vehicle_id = ?3
                    ORDER BY reported_at DESC, id DESC LIMIT 1)
                """,
                [
                    .uuid(source), .text(vehicleID),
                    .time(transaction.now - Sighting.undoLimit),
                ])
            guard count > 0 else { throw TeamError.notFound }
        }
    }

    /// Returns the newest sighting of a vehicle; `nil` without any.
    /// - Throws: ``TeamError/forbidden``.
    public func latest(of vehicleID: String, in source: UUID) async throws -> TeamSighting? {
        // The database shows a user no rows of others: the server reads them, and leaves out their
        // persons.
        try await access.team.read(as: .server) { [access] transaction in
            let transaction = try UserTransaction(access, .fleet, in: transaction)
            try transaction.require(.fleet, on: source)
            return try transaction.sightings(
                "CAST(?1 AS TEXT) IS NOT NULL AND source = ?2 AND vehicle_id = ?3 AND seen_at > ?4",
                [
                    .uuid(source), .text(vehicleID),
                    .time(transaction.now - Sighting.lifetime),
                ], naming: access.team.reporterRetention, limit: 1
            ).first
        }
    }

    /// Returns the sightings that the user has reported in the last week, newest first, also those
    /// of sources that the user does not see any more.
    public func own() async throws -> [TeamSighting] {
        let retention = access.team.reporterRetention
        return try await access.read(nil) {
            try $0.sightings("owner = ?1", naming: retention)
        }
    }
}

extension UserTransaction {
    /// Stores a sighting of the user.
    /// - Throws: ``TeamError/tooMany(_:limit:)``.
    fileprivate func add(_ sighting: Sighting, _ id: UUID, _ new: NewSighting) throws {
        let count = try integer("SELECT count(*) FROM sighting WHERE owner = ?1")
        guard count < Sighting.limit else {
            throw TeamError.tooMany(.sightings, limit: Sighting.limit)
        }
        try SightingTable(of: new.source, in: transaction.sql).add(
            sighting, id, by: owner.uuid, accuracy: new.accuracy, at: now)
    }

    /// Returns sightings, the newest first.
    /// - Parameters:
    ///   - condition: Their condition, which uses `?1`.
    ///   - retention: The time for which it is kept who reported them.
    fileprivate func sightings(
        _ condition: String, _ values: [SQLValue] = [], naming retention: Duration,
        limit: Int = Sighting.limit
    ) throws -> [TeamSighting] {
        let seesPersons = rights.sees(.administrators)
        return try rows(
            """
            SELECT sighting.id, source, vehicle_id, seen_at, latitude, longitude, reported_at,
                owner, coalesce(display_name, name), accuracy
            FROM sighting LEFT JOIN team_user ON team_user.id = owner
            WHERE \(condition) ORDER BY seen_at DESC, sighting.id DESC LIMIT \(limit)
            """, values
        ) { row in
            guard let id = row.uuid(0), let source = row.uuid(1), let vehicleID = row.text(2),
                let seenAt = row.time(3), let reportedAt = row.time(6),
                let position = Position(latitude: row.real(4), longitude: row.real(5))
            else { return nil }
            let isOwn = row.uuid(7) == owner.uuid
            // The person is erased now and then only.
            let hasPerson = reportedAt > now - retention
            return TeamSighting(
                id: id, source: source, vehicleID: vehicleID, position: position,
                accuracy: row.real(9), seenAt: seenAt, reportedAt: reportedAt,
                by: hasPerson && (isOwn || seesPersons) ? row.text(8) : nil,
                canUndo: isOwn && reportedAt > now - Sighting.undoLimit
                    && rights.has(.write, on: source))
        }
    }
}

extension TeamTransaction {
    /// Removes the sightings that are older than `Sighting.lifetime`.
    func removeOldSightings() throws {
        try sql.execute(
            "DELETE FROM sighting WHERE seen_at <= ?1", [.time(now - Sighting.lifetime)])
    }
}
