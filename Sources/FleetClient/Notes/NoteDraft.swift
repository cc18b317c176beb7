package import FleetCore
package import FleetTeam
package import Foundation

/// A note, or a change of one, that a team's server has not received yet.
package struct NoteDraft: Codable, Equatable, Sendable {
    package enum Action: Codable, Equatable, Sendable {
        case add(NewNoteDocument)
        case edit(Edit)
    }

    package struct Edit: Codable, Equatable, Sendable {
        /// The number that the user knows.
        var number: Int64
        var note: UUID
        /// The version that was changed.
        var version: Int64
        /// The change of the note itself; `nil` once the server has it, or if only the photos
        /// change.
        var change: NoteChange?
        /// The photos to remove.
        var removed: [UUID] = []
    }

    /// The key of the request (`Idempotency-Key`): a note that is sent twice is stored once.
    package let id: UUID
    package let createdAt: Timestamp
    /// The name of the source on the server.
    let source: String
    var action: Action
    /// The ID of the note; `nil` for a new one that the server does not have.
    var note: UUID?
    /// The numbers of the photos that are still to be sent.
    var photos: [Int] = []
    /// Number of photos that the server has.
    var sentPhotos = 0

    /// The subject, such as `about AB1` or `note 3`.
    package var subject: String {
        switch action {
        case .add(let note):
            "about \(note.vehicleID ?? note.siteID.map { "site \($0)" } ?? "a place")"
        case .edit(let edit): "note \(edit.number)"
        }
    }

    /// The text; `nil` if another change or only the photos are left.
    package var text: String? {
        switch action {
        case .add(let new): note == nil ? new.text : nil
        case .edit(let edit): edit.change?.text
        }
    }

    package var photoCount: Int { photos.count }
}

extension NoteDraft {
    /// The error for a text that would replace another one that its author has not seen.
    var conflict: CommandError {
        CommandError(
            .data,
            "\(subject) was changed by somebody else meanwhile; your text is kept as a draft",
            hint: "`fleet note list` shows the other text; `fleet note send --replace` replaces it")
    }

    /// Returns the error for a note that could not be sent.
    func kept(after outage: TeamServerOutage) -> CommandError {
        CommandError(
            .unavailable, outage.cause + "; the note is kept as a draft",
            hint: "send it with `fleet note send` when the server can be reached")
    }
}

/// The drafts of the user of a login.
package struct NoteDrafts: Sendable {
    private let stored: HomeDrafts

    package init(_ stored: HomeDrafts) { self.stored = stored }

    /// The names that fields have had in drafts since 0.1.0 for those of the API, and back.
    private static let otherNames = [
        "vehicleId": "vehicle_id", "siteId": "site_id", "seenAt": "seen_at",
        "vehicle_id": "vehicleId", "site_id": "siteId", "seen_at": "seenAt",
    ]

    private static func renamed(_ path: [any CodingKey]) -> any CodingKey {
        let name = path[path.count - 1]
        return otherNames[name.stringValue].map(FieldName<NewNoteDocument>.init) ?? name
    }

    /// Returns the drafts, oldest first.
    /// - Throws: `StoreError`.
    package func all() throws -> [NoteDraft] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom(Self.renamed)
        return try stored.all().compactMap {
            try? decoder.decode(NoteDraft.self, from: Data($0.utf8))
        }
    }

    /// Saves a draft; photos that are not stored yet are saved with it.
    /// - Throws: `StoreError`.
    func save(_ draft: NoteDraft, photos: [[UInt8]] = []) async throws {
        var draft = draft
        if !photos.isEmpty { draft.photos = Array(1...photos.count) }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .custom(Self.renamed)
        let document = String(decoding: try encoder.encode(draft), as: UTF8.self)
        try await stored.save(
            document, id: draft.id, createdAt: draft.createdAt, photos: photos)
    }

    /// Sends a draft and removes it; after an error, the rest of it stays.
    /// - Parameter replaces: Whether a text that others have written meanwhile is replaced.
    package func send(
        _ draft: NoteDraft, to server: TeamServer, replaces: Bool
    ) async throws {
        var left = draft
        let photos = draft.photos.map { number in
            { @Sendable in try stored.photo(number, of: draft.id) ?? [] }
        }
        do {
            _ = try await server.send(&left, photos: photos, replaces: replaces)
            try await remove(draft)
        } catch {
            left.photos.removeFirst(left.sentPhotos)
            left.sentPhotos = 0
            try await save(left)
            throw (error as? TeamServerError)?.status == 412 ? left.conflict : error
        }
    }

    /// Removes a draft and its photos.
    /// - Throws: `StoreError`.
    package func remove(_ draft: NoteDraft) async throws { try await stored.remove(draft.id) }
}
