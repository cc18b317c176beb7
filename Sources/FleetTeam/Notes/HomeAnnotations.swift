public import FleetCore
public import FleetSQL
public import FleetSettings
public import Foundation

/// The favorites, notes and photos of an owner of this home in one source.
///
/// A home is a team of one: the rows are those of a team's users, in the same file, and the rules
/// are the same. They are reached without a session, only by the programs that can open the file.
/// Reads block the caller's thread.
public struct HomeAnnotations: Sendable {
    /// The UUID of the source.
    public let source: UUID
    /// The folder of the photos.
    public let photos: PhotoFolder
    let owner: HomeOwner
    private let file: any HomeTeamDatabase
    private let now: @Sendable () -> Timestamp
    private let ids = UUIDv7Generator(random: .system)

    /// Creates the collection of an owner.
    /// - Parameter now: The system clock.
    public init(
        of owner: HomeOwner, source: UUID, in file: any HomeTeamDatabase, photos: PhotoFolder,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.owner, self.source, self.file, self.photos) = (owner, source, file, photos)
        self.now = now
    }

    /// Returns the favorites, ordered by vehicle ID.
    public func favorites() throws -> [Favorite] {
        try read { transaction in
            try transaction.favorites(of: source).map {
                Favorite(id: $0.vehicleID, addedAt: $0.addedAt)
            }
        } ?? []
    }

    /// Adds favorites; returns the IDs that are new.
    /// - Throws: `StoreError.tooMany` if there would be more than `Favorite.limit`.
    public func addFavorites(_ ids: [String], at time: Timestamp) async throws -> [String] {
        try await write(durably: false) { [source] in
            try $0.addFavorites(ids, of: source, at: time)
        }
    }

    /// Removes favorites; returns the IDs that were favorites.
    public func removeFavorites(_ ids: [String]) async throws -> [String] {
        guard file.exists else { return [] }
        return try await write(durably: false) { [source] in
            try $0.removeFavorites(ids, of: source)
        }
    }

    /// Returns the numbers of favorites, notes and different photos.
    public func counts() throws -> AnnotationCounts {
        try read { transaction in
            func count(_ rows: String) throws -> Int {
                Int(try transaction.integer("SELECT \(rows)", [.uuid(source)]))
            }
            return AnnotationCounts(
                favorites: try count("count(*) FROM favorite WHERE owner = ?1 AND source = ?2"),
                notes: try count("count(*) FROM note WHERE owner = ?1 AND source = ?2"),
                photos: try count(
                    """
                    count(DISTINCT hash) FROM note_photo WHERE owner = ?1
                        AND note IN (SELECT id FROM note WHERE owner = ?1 AND source = ?2)
                    """),
                sightings: try count("count(*) FROM sighting WHERE owner = ?1 AND source = ?2"))
        } ?? AnnotationCounts()
    }

    /// Removes all favorites, notes and snoozes, and the photos that no other note has.
    public func removeAll() async throws {
        guard file.exists else { return }
        try await withPhotos(removing: true) { [source] transaction, _ in
            for table in ["favorite", "note", "snooze", "sighting"] {
                try transaction.execute(
                    "DELETE FROM \(table) WHERE owner = ?1 AND source = ?2", [.uuid(source)])
            }
        }
    }

    /// Adds a sighting, and removes those that are older than `Sighting.lifetime`.
    public func add(_ sighting: Sighting) async throws {
        try await write { [source, owner, ids] transaction in
            try transaction.transaction.removeOldSightings()
            let table = SightingTable(of: source, in: transaction.transaction.sql)
            let earlier = try table.all(of: sighting.vehicleID, at: sighting.seenAt)
            try table.add(
                sighting.following(earlier), ids.next(at: sighting.seenAt), by: owner.uuid,
                at: transaction.now)
        }
    }

    /// Removes the sightings of a vehicle; returns whether there were any.
    public func removeSightings(of vehicleID: String) async throws -> Bool {
        guard file.exists else { return false }
        return try await write { [source] transaction in
            try SightingTable(of: source, in: transaction.transaction.sql).remove(of: vehicleID)
        }
    }

    /// Runs `body` in a read transaction; returns `nil` if the home has no file.
    func read<T>(_ body: (UserTransaction) throws -> T) throws -> T? {
        try file.read { try body(transaction($0, at: now())) }
    }

    /// Runs `body` in a write transaction.
    /// - Throws: `StoreError`, ``PhotoError`` and ``TeamError``.
    @discardableResult
    func write<T: Sendable>(
        durably: Bool = true, _ body: @escaping @Sendable (UserTransaction) throws -> T
    ) async throws -> T {
        let now = now()
        do {
            return try await file.write(durably: durably) { [self] sql in
                let transaction = transaction(sql, at: now)
                try sql.insert(owner, at: now)
                return try body(transaction)
            }
        } catch TeamError.tooMany(.favorites, let limit) {
            throw StoreError.tooMany(what: "favorites", limit: limit)
        } catch TeamError.tooMany(.photos, _) {
            throw PhotoError.noteFull
        } catch TeamError.tooMany(.photoBytes, _) {
            throw PhotoError.totalTooLarge
        }
    }

    private func transaction(_ sql: any SQLTransaction, at now: Timestamp) -> UserTransaction {
        UserTransaction(owner, in: TeamTransaction(sql: sql, now: now, ids: ids))
    }
}

/// Numbers of favorites, notes and photos about the vehicles of a source.
public struct AnnotationCounts: Equatable, Sendable {
    /// The number of favorites.
    public var favorites = 0
    /// The number of notes.
    public var notes = 0
    /// The number of different photos in the notes.
    public var photos = 0
    /// The number of sightings.
    public var sightings = 0

    /// Creates counts.
    public init(favorites: Int = 0, notes: Int = 0, photos: Int = 0, sightings: Int = 0) {
        (self.favorites, self.notes, self.photos) = (favorites, notes, photos)
        self.sightings = sightings
    }

    /// Whether there is nothing.
    public var isEmpty: Bool { self == AnnotationCounts() }
}
