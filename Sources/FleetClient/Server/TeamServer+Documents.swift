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
            guard !favorite.vehicleID.isEmpty, ids.insert(ByteString(favorite.vehicleID)).inserted
            else { return nil }
            return Favorite(
                id: favorite.vehicleID, addedAt: Timestamp(text: favorite.addedAt) ?? .unixEpoch)
        }.sorted { ByteOrder.precedes($0.id, $1.id) }
    }

    /// Returns the notes about the vehicles of a source that the user sees, newest first.
    func notes(of source: String) async throws -> [NoteDocument] {
        let limit = 200
        var notes: [NoteDocument] = []
        while true {
            var query = [("source", source), ("limit", "\(limit)")]
            if let last = notes.last { query.append(("after", last.id.text)) }
            let page = try await get(
                NotesDocument.self, Self.path("notes"), query: query
            ).notes
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

private struct SourcesDocument: Decodable {
    struct Source: Decodable {
        enum CodingKeys: String, CodingKey {
            case id, name
            case labelField = "label_field"
        }

        var id: UUID
        var name: String
        var labelField: String?
    }

    var sources: [Source]
}

private struct FavoritesDocument: Decodable {
    struct Favorite: Decodable {
        enum CodingKeys: String, CodingKey {
            case vehicleID = "vehicle_id"
            case addedAt = "added_at"
        }

        var vehicleID: String
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

extension Timestamp {
    /// Placeholder for an unreadable time.
    fileprivate static let unixEpoch = Timestamp(milliseconds: 0)
}
