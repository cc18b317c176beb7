import FleetCore
import FleetStore
import Foundation
import POSIX

/// Copy of the favorites and notes of a team's source in this home, which commands read.
struct AnnotationMirror: Sendable {
    let team: TeamSource
    let server: TeamServer
    let store: FleetStore
    let key: SourceKey
    private let folder: String

    init(
        of team: TeamSource, on server: TeamServer, in store: FleetStore, _ key: SourceKey,
        folder: String
    ) {
        (self.team, self.server, self.store, self.key) = (team, server, store, key)
        self.folder = folder
    }

    private var file: JSONFile<NoteIndex> {
        JSONFile(folder: folder, name: "notes-\(key.uuidText).json")
    }

    /// The notes as the server knows them.
    var index: NoteIndex { file.load() ?? NoteIndex() }

    /// Makes the copy equal to the server.
    func update() async throws {
        async let favorites = server.favorites(of: team.name)
        async let notes = server.notes(of: team.name)
        let current = try await (favorites: favorites, notes: notes)
        let lock = try await FileLock.acquire(folder + "/mirror.lock")
        defer { lock.release() }
        let known = file.load()
        var index = known ?? NoteIndex()
        let mirrored = index.update(current.notes)
        if index != known { try file.save(index) }
        try await store.annotations.mirror(current.favorites, mirrored, of: key)
    }
}

extension SourceSession {
    /// The copy of a team's source; nil for a source of this home, or if the home cannot be written.
    var mirror: AnnotationMirror? {
        get throws {
            guard let team = selected.team, case .store(let store, _) = storage,
                let key = selected.key
            else { return nil }
            return AnnotationMirror(
                of: team, on: try context.server(of: team.login), in: store, key,
                folder: try context.home().teamFolder(of: team.login))
        }
    }

    /// Gets the favorites and notes of a team's source before they are read.
    ///
    /// While the server cannot be reached, those of the last time are shown, with a warning.
    package func updateAnnotations(_ mode: FetchMode = FetchMode()) async throws {
        guard !mode.offline, let mirror = try mirror else { return }
        do {
            try await mirror.update()
        } catch  where error.isTeamServerOutage && !mode.strict {
            context.output.warn(
                ErrorReport(error).cause + "; showing the favorites and notes of the last time")
        }
    }
}
