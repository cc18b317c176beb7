import FleetCore
package import FleetTeam

/// Copy of the favorites and notes of a team's source in this home, which commands read.
package struct AnnotationMirror: Sendable {
    package let team: TeamSource
    package let server: TeamServer
    package let annotations: HomeAnnotations

    /// Creates the copy of a source.
    package init(team: TeamSource, server: TeamServer, annotations: HomeAnnotations) {
        (self.team, self.server, self.annotations) = (team, server, annotations)
    }

    /// Makes the copy equal to the server.
    package func update() async throws {
        async let favorites = server.favorites(of: team.name)
        async let notes = server.notes(of: team.name)
        let current = try await (favorites: favorites, notes: notes)
        // The oldest first, so that numbers follow the time.
        try await annotations.mirror(
            current.favorites, current.notes.reversed().compactMap { MirroredNote($0) })
    }
}

extension MirroredNote {
    /// Creates a note with the number of the server; `nil` for one that cannot be stored here.
    fileprivate init?(_ document: NoteDocument) {
        guard let note = Note(document, number: document.note) else { return nil }
        let photos = document.photos.filter { photo in
            note.photos.contains { $0.number == photo.photo }
        }
        self.init(
            note, id: document.id, version: document.version,
            author: document.isMine ? nil : document.author, isMine: document.isMine,
            visibility: document.visibility,
            doneBy: document.doneBy,
            photos: Dictionary(photos.map { ($0.photo, $0.id) }) { first, _ in
                first
            })
    }
}
