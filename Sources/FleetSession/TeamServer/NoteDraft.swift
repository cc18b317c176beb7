package import FleetCore
package import FleetStore
import FleetTeam
package import Foundation
import POSIX
import SystemPackage

/// A note, or a change of one, that a team's server has not received yet.
package struct NoteDraft: Codable, Equatable, Sendable {
    enum Action: Codable, Equatable, Sendable {
        case add(NewNoteDocument)
        case edit(Edit)
    }

    struct Edit: Codable, Equatable, Sendable {
        /// The number that the user knows.
        var number: Int64
        var note: UUID
        /// The version that was changed.
        var version: Int64
        /// The new text; nil once the server has it, or if only the photos change.
        var text: String?
        /// The photos to remove.
        var removed: [UUID] = []
    }

    /// The key of the request (`Idempotency-Key`): a note that is sent twice is stored once.
    package let id: UUID
    package let createdAt: Timestamp
    /// The server and the user.
    let url: String
    let userID: UUID
    /// The name of the source on the server.
    let source: String
    var action: Action
    /// The ID of the note; nil for a new one that the server does not have.
    var note: UUID?
    /// The names of the files with photos that are still to be sent.
    var photos: [String] = []
    /// Number of photos that the server has.
    var sentPhotos = 0

    /// The subject, such as `about AB1` or `note 3`.
    package var subject: String {
        switch action {
        case .add(let note): "about \(note.vehicleId ?? "a location")"
        case .edit(let edit): "note \(edit.number)"
        }
    }

    /// The text; nil if only the photos are left.
    package var text: String? {
        switch action {
        case .add(let new): note == nil ? new.text : nil
        case .edit(let edit): edit.text
        }
    }

    package var photoCount: Int { photos.count }

    /// Returns whether the draft is for the user of a login.
    func belongs(to login: TeamLogin) -> Bool { url == login.url && userID == login.userID }
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
    func kept(after error: any Error) -> CommandError {
        CommandError(
            .unavailable, ErrorReport(error).cause + "; the note is kept as a draft",
            hint: "send it with `fleet note send` when the server can be reached")
    }
}

/// A new note as it is sent to the API.
struct NewNoteDocument: Codable, Equatable, Sendable {
    var text: String
    var visibility: NoteAudience
    var source: String
    var vehicleId: String?
    var lat: Double?
    var lon: Double?
    var seenAt: String?

    init(_ note: Note, of source: String, for audience: NoteAudience) {
        (text, visibility, self.source) = (note.text, audience, source)
        vehicleId = note.vehicleID
        (lat, lon) = (note.position?.latitude, note.position?.longitude)
        if note.position != nil { seenAt = note.seenAt.map(DiagnosticLog.text) }
    }
}

/// Folder of the drafts: a JSON file for each, and files with its photos beside it.
package struct NoteDraftFolder: Sendable {
    let path: String

    private func file(_ id: UUID) -> JSONFile<NoteDraft> {
        JSONFile(folder: path, name: id.text + ".json")
    }

    /// Returns the drafts for the user of a login, oldest first.
    package func all(of login: TeamLogin) -> [NoteDraft] {
        guard let folder = try? OpenFolder(FilePath(path)) else { return [] }
        return folder.entryNames.filter { $0.hasSuffix(".json") }
            .compactMap { JSONFile<NoteDraft>(folder: path, name: $0).load() }
            .filter { $0.belongs(to: login) }
            .sorted { ($0.createdAt, $0.id.text) < ($1.createdAt, $1.id.text) }
    }

    /// Saves a draft whose photos are saved.
    func save(_ draft: NoteDraft) throws { try file(draft.id).save(draft) }

    /// Saves photos of a draft; returns the names of their files.
    func save(_ photos: [[UInt8]], of id: UUID) throws -> [String] {
        try photos.enumerated().map { index, bytes in
            let name = "\(id.text)-\(index + 1)"
            try PrivateFiles.write(bytes, to: name, in: path)
            return name
        }
    }

    /// Sends a draft and removes it; after an error, what is left of it stays.
    /// - Parameter replaces: Whether a text that others have written meanwhile is replaced.
    package func send(
        _ draft: NoteDraft, to server: TeamServer, replaces: Bool
    ) async throws {
        var left = draft
        let photos = draft.photos.map { name in { @Sendable in try photo(name) } }
        do {
            _ = try await server.send(&left, photos: photos, replaces: replaces)
            remove(draft)
        } catch {
            left.photos.removeFirst(left.sentPhotos)
            left.sentPhotos = 0
            try save(left)
            throw (error as? TeamServerError)?.status == 412 ? left.conflict : error
        }
    }

    /// Returns the bytes of a photo.
    /// - Throws: `CommandError` (74) if its file cannot be read.
    private func photo(_ name: String) throws -> [UInt8] {
        guard let folder = try? OpenFolder(FilePath(path)), let file = try? folder.open(name),
            let bytes = try? file.bytes(limit: Photo.maxFileBytes)
        else {
            throw CommandError(
                .ioError, "cannot read the photo \(path)/\(name)",
                hint: "discard the draft with `fleet note send --discard`")
        }
        return bytes
    }

    /// Removes a draft and its photos.
    package func remove(_ draft: NoteDraft) {
        let folder = try? OpenFolder(FilePath(path))
        try? folder?.remove(draft.id.text + ".json")
        for name in folder?.entryNames ?? [] where name.hasPrefix(draft.id.text + "-") {
            try? folder?.remove(name)
        }
    }
}

extension CommandContext {
    /// Returns the folder of the drafts.
    package func drafts() throws -> NoteDraftFolder {
        NoteDraftFolder(path: try home().draftsFolder)
    }
}
