package import FleetCore
import FleetFeeds
package import FleetSettings
import FleetTeam
package import Foundation

/// The user who is signed in.
package struct TeamUser: Decodable, Sendable {
    package var id: UUID
    package var name: String
    package var role: String
}

extension TeamServer {
    /// Returns who is signed in.
    package func user() async throws -> TeamUser {
        try await get(TeamUser.self, Self.path("session"))
    }

    /// Returns the sources, the default first.
    package func sources() async throws -> [TeamLogin.Source] {
        try await get(SourcesDocument.self, Self.path("sources")).sources.map {
            TeamLogin.Source(id: $0.id, name: $0.name, labelField: $0.labelField)
        }
    }

    /// Returns the favorites of the user in a source, ordered by ID.
    func favorites(of source: String) async throws -> [Favorite] {
        let document = try await get(
            FavoritesDocument.self, Self.path("favorites"), query: [("source", source)])
        var ids = Set<ByteString>()
        return document.favorites.compactMap { favorite in
            guard !favorite.vehicleId.isEmpty, ids.insert(ByteString(favorite.vehicleId)).inserted
            else { return nil }
            return Favorite(
                id: favorite.vehicleId, addedAt: Timestamp(text: favorite.addedAt) ?? .unixEpoch)
        }.sorted { ByteOrder.precedes($0.id, $1.id) }
    }

    /// Returns the notes about the vehicles of a source that the user sees, newest first.
    func notes(of source: String) async throws -> [NoteDocument] {
        let limit = 200
        var notes: [NoteDocument] = []
        while true {
            var query = [("source", source), ("limit", "\(limit)")]
            if let last = notes.last { query.append(("after", last.id.text)) }
            let page = try await get(NotesDocument.self, Self.path("notes"), query: query).notes
            notes += page
            if page.count < limit { return notes }
        }
    }

    /// Returns the saved colors of the user for a source.
    package func colors(of source: String) async throws -> ColorFilter {
        let filters = try await get(FiltersDocument.self, Self.path("filter")).filters
        return filters.first { $0.source == source }.flatMap { ColorFilter($0.colors) } ?? .all
    }

    /// Saves the colors of the user for a source.
    package func save(_ colors: ColorFilter, of source: String) async throws {
        try await send(
            .put, Self.path("filter"),
            json: FiltersDocument.Filter(source: source, colors: colors.labels))
    }
}

// The members of the documents are those of the API, whose names are in snake case.
private struct SourcesDocument: Decodable {
    struct Source: Decodable {
        var id: UUID
        var name: String
        var labelField: String?
    }

    var sources: [Source]
}

private struct FavoritesDocument: Decodable {
    struct Favorite: Decodable {
        var vehicleId: String
        var addedAt: String
    }

    var favorites: [Favorite]
}

private struct NotesDocument: Decodable {
    var notes: [NoteDocument]
}

private struct FiltersDocument: Decodable {
    struct Filter: Codable {
        var source: String
        var colors: [String]
    }

    var filters: [Filter]
}

/// A note in the API.
package struct NoteDocument: Decodable {
    struct Photo: Decodable {
        var id: UUID
        var photo: Int
        var sha256: String
        var format: String
        var width: Int
        var height: Int
        var bytes: Int
    }

    var id: UUID
    var note: Int64
    var version: Int64
    var vehicleId: String?
    var siteId: String?
    var text: String
    var visibility: String
    var task: Bool
    var assignee: String?
    var due: String?
    var done: Bool
    var doneAt: String?
    var doneBy: String?
    var author: String?
    var isMine: Bool
    var createdAt: String
    var editedAt: String?
    var lat: Double?
    var lon: Double?
    var seenAt: String?
    var photos: [Photo]?
}

/// The readers of a note of a team's source.
package enum NoteAudience: String, Codable, Sendable {
    /// The author.
    case author = "private"
    /// Everybody in the team.
    case team
}

/// A new note as it is sent to the API.
package struct NewNoteDocument: Codable, Equatable, Sendable {
    var text: String
    var visibility: NoteAudience
    var source: String
    var vehicleId: String?
    var siteId: String?
    var lat: Double?
    var lon: Double?
    var seenAt: String?
    /// `nil` for a plain note.
    var task: Bool?
    var assignee: String?
    var due: String?

    /// Creates the document of a note; the team sees every task.
    package init(_ note: Note, of source: String, for audience: NoteAudience) {
        (text, self.source) = (note.text, source)
        visibility = note.task == nil ? audience : .team
        (vehicleId, siteId) = (note.vehicleID, note.siteID)
        if let task = note.task {
            (self.task, assignee, due) = (true, task.assignee, task.dueAt.map(DiagnosticLog.text))
        }
        (lat, lon) = (note.position?.latitude, note.position?.longitude)
        if note.position != nil { seenAt = note.seenAt.map(DiagnosticLog.text) }
    }
}

/// A change of a note; members that are `nil` keep their values.
package struct NoteEdit: Sendable {
    package var text: String?
    package var isDone: Bool?
    /// The person who is to do it from now on: a sign-in name, `@me` or `none`.
    package var assignee: String?
    package var dueAt: Timestamp?

    package init(
        text: String? = nil, isDone: Bool? = nil, assignee: String? = nil, dueAt: Timestamp? = nil
    ) {
        (self.text, self.isDone, self.assignee, self.dueAt) = (text, isDone, assignee, dueAt)
    }

    package var isEmpty: Bool {
        text == nil && isDone == nil && assignee == nil && dueAt == nil
    }
}

/// A change of a note as it is sent to the API.
package struct NoteChangeDocument: Codable, Equatable, Sendable {
    var text: String?
    var done: Bool?
    var assignee: String?
    var due: String?

    /// Creates the document; `nil` for a change of nothing.
    init?(_ change: NoteEdit) {
        guard !change.isEmpty else { return nil }
        (text, done, assignee) = (change.text, change.isDone, change.assignee)
        due = change.dueAt.map(DiagnosticLog.text)
    }
}

extension Note {
    /// Creates a note as this home shows it; `nil` for one that it could not store.
    init?(_ document: NoteDocument, number: Int64) {
        guard document.vehicleId != "", document.siteId != "", !document.text.isEmpty,
            document.vehicleId == nil || document.siteId == nil
        else { return nil }
        var position: Position?
        if let lat = document.lat, let lon = document.lon {
            position = Position(latitude: lat, longitude: lon)
        }
        var numbers = Set<Int>()
        self.init(
            number: number, vehicleID: document.vehicleId, siteID: document.siteId,
            text: document.text,
            createdAt: Timestamp(text: document.createdAt) ?? .unixEpoch,
            editedAt: document.editedAt.flatMap { Timestamp(text: $0) }, position: position,
            seenAt: document.seenAt.flatMap { Timestamp(text: $0) },
            photos: (document.photos ?? []).compactMap { photo in
                guard numbers.insert(photo.photo).inserted else { return nil }
                return Photo(photo)
            },
            task: document.task
                ? NoteTask(
                    assignee: document.assignee,
                    dueAt: document.due.flatMap { Timestamp(text: $0) }) : nil,
            doneAt: document.doneAt.flatMap { Timestamp(text: $0) })
    }
}

extension Photo {
    /// Creates a photo; `nil` for one that the store could not hold.
    fileprivate init?(_ document: NoteDocument.Photo) {
        let isHash =
            document.sha256.utf8.count == 64
            && document.sha256.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
        guard isHash, let format = Format(rawValue: document.format), document.photo > 0,
            document.width > 0, document.height > 0,
            (1...Self.maxFileBytes).contains(document.bytes)
        else { return nil }
        self.init(
            number: document.photo, hash: document.sha256,
            info: Info(format: format, width: document.width, height: document.height),
            bytes: document.bytes)
    }
}

extension Timestamp {
    /// Placeholder for an unreadable time.
    fileprivate static let unixEpoch = Timestamp(milliseconds: 0)
}
