import FleetCore
import FleetTeam
import Foundation

/// Copy of the favorites and notes of a team's source in this home, which commands read.
struct AnnotationMirror: Sendable {
    let team: TeamSource
    let server: TeamServer
    let annotations: HomeAnnotations

    /// Makes the copy equal to the server.
    func update() async throws {
        async let favorites = server.favorites(of: team.name)
        async let notes = server.notes(of: team.name)
        let current = try await (favorites: favorites, notes: notes)
        // The oldest first, so that numbers follow the time.
        try await annotations.mirror(
            current.favorites, current.notes.reversed().compactMap { MirroredNote($0) })
    }
}

extension MirroredNote {
    /// Creates a note with the number of the server; `nil` for one that is about no vehicle.
    fileprivate init?(_ document: NoteDocument) {
        guard let note = Note(document, number: document.note) else { return nil }
        let photos = (document.photos ?? []).filter { photo in
            note.photos.contains { $0.number == photo.photo }
        }
        self.init(
            note, id: document.id, version: document.version,
            author: document.isMine ? nil : document.author, isMine: document.isMine,
            visibility: NoteVisibility(rawValue: document.visibility) ?? .private,
            isDone: document.done,
            photos: Dictionary(photos.map { ($0.photo, $0.id) }) { first, _ in
                first
            })
    }
}

extension SourceSession {
    /// The copy of a team's source; `nil` for a source of this home, or if the home cannot be
    /// written.
    var mirror: AnnotationMirror? {
        get throws {
            guard let team = selected.team, case .store = storage, selected.key != nil else {
                return nil
            }
            return AnnotationMirror(
                team: team, server: try context.server(of: team.login), annotations: try annotations
            )
        }
    }

    /// Prepares the favorites and notes before they are read: gets those of a team's source, and
    /// removes photos that a killed process left behind.
    ///
    /// While the server cannot be reached, those of the last time are shown, with a warning.
    package func updateAnnotations(_ mode: FetchMode = FetchMode()) async throws {
        guard let mirror = try mirror else {
            if selected.team == nil, selected.key != nil {
                try await annotations.removeLeftoverPhotos()
            }
            return
        }
        guard !mode.offline else { return }
        do {
            try await mirror.update()
        } catch  where error.isTeamServerOutage && !mode.strict {
            context.output.warn(
                ErrorReport(error).cause + "; showing the favorites and notes of the last time")
        }
    }
}
