package import FleetCore
import FleetFeeds
package import FleetSettings
package import FleetTeam
package import Foundation

/// Writer of the favorites and notes of a user of a team's server.
package struct TeamAnnotations: AnnotationWriter {
    package let mirror: AnnotationMirror
    package let drafts: NoteDrafts
    package let newUUID: @Sendable () -> UUID
    package let now: @Sendable () -> Timestamp

    /// Creates the writer of a source.
    package init(
        mirror: AnnotationMirror, drafts: NoteDrafts, newUUID: @escaping @Sendable () -> UUID,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.mirror, self.drafts) = (mirror, drafts)
        (self.newUUID, self.now) = (newUUID, now)
    }

    private var server: TeamServer { mirror.server }
    private var source: String { mirror.team.name }

    package func addFavorites(_ ids: [String]) async throws -> [String] {
        let known = try knownFavorites
        for id in ids {
            try await server.send(.put, TeamServer.path("sources", source, "favorites", id))
        }
        try await mirror.update()
        return ids.filter { !known.contains($0) }
    }

    package func removeFavorites(_ ids: [String]) async throws -> [String] {
        let known = try knownFavorites
        for id in ids {
            try await server.send(.delete, TeamServer.path("sources", source, "favorites", id))
        }
        try await mirror.update()
        return ids.filter { known.contains($0) }
    }

    /// The favorites before a change.
    private var knownFavorites: VehicleIDs {
        get throws {
            VehicleIDs(try mirror.annotations.favorites().map(\.id))
        }
    }

    package func add(
        _ note: Note, photos: PhotoFiles?, for audience: NoteVisibility
    ) async throws -> Note {
        let new = NewNoteDocument(note, of: source, for: audience)
        return try await send(draft(.add(new)), photos)
    }

    package func edit(
        _ before: Note, _ change: NoteChange, adding photos: PhotoFiles?, removing removed: [Int]
    ) async throws -> Note? {
        guard let entry = try mirror.annotations.mirroredNote(before.number) else { return nil }
        // A copy that has changed meanwhile has another version than the user saw.
        let isSame = change.text == nil || ByteOrder.equal(entry.note.text, before.text)
        var draft = draft(
            .edit(
                NoteDraft.Edit(
                    number: before.number, note: entry.id, version: isSame ? entry.version : 0,
                    change: change == NoteChange() ? nil : change,
                    removed: removed.compactMap { entry.photos[$0] })))
        draft.note = entry.id
        return try await send(draft, photos)
    }

    package func removeNotes(_ numbers: [Int64]) async throws -> [Int64] {
        let notes = try mirror.annotations.mirroredNotes()
        var removed: [Int64] = []
        for number in numbers {
            guard let entry = notes.first(where: { $0.note.number == number }) else { continue }
            do {
                try await server.send(.delete, TeamServer.path("notes", entry.id.text))
                removed.append(number)
            } catch let error as TeamServerError where error.status == 404 {}
        }
        try await mirror.update()
        return removed
    }

    package func draft(_ action: NoteDraft.Action, id: UUID? = nil) -> NoteDraft {
        NoteDraft(id: id ?? newUUID(), createdAt: now(), source: source, action: action)
    }

    /// Sends a note, or keeps it as a draft if that is not possible now.
    private func send(_ draft: NoteDraft, _ files: PhotoFiles?) async throws -> Note {
        var photos: [[UInt8]] = []
        try files?.forEach { photos.append($1) }
        var draft = draft
        let document: NoteDocument
        do {
            document = try await server.send(&draft, photos: photos.map { bytes in { bytes } })
        } catch {
            let isConflict = (error as? TeamServerError)?.status == 412
            let outage = TeamServerOutage(error)
            guard isConflict || outage != nil else { throw error }
            let left = Array(photos.dropFirst(draft.sentPhotos))
            draft.sentPhotos = 0
            try await drafts.save(draft, photos: left)
            throw outage.map { draft.kept(after: $0) } ?? draft.conflict
        }
        return try await stored(document)
    }

    /// Returns a note with its number in this home.
    private func stored(_ document: NoteDocument) async throws -> Note {
        try? await mirror.update()
        let stored = try mirror.annotations.mirroredNotes().first { $0.id == document.id }?.note
        guard let note = stored ?? Note(document, number: document.note) else {
            throw CommandError(
                .unavailable, "\(server.url) returned a note without a vehicle",
                hint: "run `fleet note list` to see the notes")
        }
        return note
    }
}

extension TeamServer {
    /// Sends a draft; if that fails, the rest stays in it.
    /// - Parameter replaces: Whether a version that others have written since is replaced.
    package func send(
        _ draft: inout NoteDraft, photos: [@Sendable () throws -> [UInt8]],
        replaces: Bool = false
    ) async throws -> NoteDocument {
        let path: (UUID) -> String = { Self.path("notes", $0.text) }
        if case .add(let new) = draft.action, draft.note == nil {
            let headers = [Credentials.Header(name: "Idempotency-Key", value: draft.id.text)]
            let response = try await send(.post, Self.path("notes"), headers: headers, json: new)
            draft.note = try decode(NoteDocument.self, response).id
        }
        if case .edit(var edit) = draft.action {
            if let change = edit.change {
                let tag = replaces ? "*" : "\"\(edit.version)\""
                try await send(
                    .patch, path(edit.note), headers: [.init(name: "If-Match", value: tag)],
                    json: change)
                edit.change = nil
                draft.action = .edit(edit)
            }
            for photo in edit.removed {
                let path = Self.path("notes", edit.note.text, "photos", photo.text)
                do {
                    try await send(.delete, path)
                } catch let error as TeamServerError where error.status == 404 {}
            }
            edit.removed = []
            draft.action = .edit(edit)
        }
        guard let id = draft.note else { throw CancellationError() }
        for photo in photos.dropFirst(draft.sentPhotos) {
            try await send(
                .post, path(id) + "/photos",
                headers: [.init(name: "Content-Type", value: "application/octet-stream")],
                body: Data(photo()))
            draft.sentPhotos += 1
        }
        return try await get(NoteDocument.self, path(id))
    }
}
