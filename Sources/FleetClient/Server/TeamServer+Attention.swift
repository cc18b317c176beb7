package import FleetCore
import FleetFeeds
import FleetTeam
import Foundation

extension TeamServer {
    /// Returns what needs attention.
    /// - Parameters:
    ///   - source: Only this source; `nil` for all.
    ///   - group: Only this group; `nil` for all.
    ///   - since: A duration before now, as a person types it.
    ///   - limit: The maximum number of entries of each group.
    package func attention(
        source: String?, group: AttentionGroup?, since: String?, limit: Int
    ) async throws -> AttentionReport {
        var query = [("limit", "\(limit)")]
        if let source { query.append(("source", source)) }
        if let group { query.append(("group", group.rawValue)) }
        if let since { query.append(("since", since)) }
        return try await get(AttentionReport.self, Self.path("attention"), query: query)
    }

    /// Snoozes an entry of a source.
    package func snooze(
        _ group: AttentionGroup, _ thing: AttentionSubject.Thing, of source: String,
        reason: String, until: Timestamp
    ) async throws {
        let document = NewSnoozeDocument(
            group, thing, of: source, reason: reason, until: until)
        try await send(.post, Self.path("attention", "snoozes"), json: document)
    }

    /// Ends the snooze of an entry; returns whether there was one.
    /// - Parameter id: An ID of the vehicle, or that of the site; `nil` for the source.
    package func endSnooze(
        _ group: AttentionGroup, id: String?, of source: String
    ) async throws -> Bool {
        var query = [("source", source), ("group", group.rawValue)]
        if let id { query.append(("id", id)) }
        do {
            try await send(.delete, Self.path("attention", "snoozes"), query: query)
        } catch let error as TeamServerError where error.status == 404 {
            return false
        }
        return true
    }
}
