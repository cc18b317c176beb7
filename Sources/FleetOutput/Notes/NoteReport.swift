package import FleetCore
package import FleetRuntime
import FleetSQL
package import FleetSettings
import FleetTeam
import POSIX
import SystemPackage

/// A source whose notes are listed.
package struct NotedSource: Sendable {
    let label: String
    /// The folder of the photos of its notes.
    fileprivate let photos: PhotoFolder?
    /// The origins of the notes of a team's server, by number; `nil` for those of this home.
    fileprivate let origins: [Int64: NoteOrigin]?

    package init(_ label: String, photos: PhotoFolder?, origins: [Int64: NoteOrigin]? = nil) {
        (self.label, self.origins) = (label, origins)
        self.photos = origins == nil ? photos : nil
    }
}

/// Notes of one source or of several, as text and as a list.
package struct NoteReport {
    /// A note with the index of its source.
    package typealias ListedNote = (note: Note, source: Int)

    private let sources: [NotedSource]
    private let notes: [ListedNote]
    /// The hashes of missing photos.
    private let missing: Set<String>

    package init(_ sources: [NotedSource], _ notes: [ListedNote]) {
        (self.sources, self.notes) = (sources, notes)
        missing = sources.enumerated().reduce(into: []) { missing, source in
            let photos = notes.filter { $0.source == source.offset }.flatMap(\.note.photos)
            missing.formUnion(source.element.photos?.missing(among: photos) ?? [])
        }
    }

    /// The notes in full, as text.
    package func text(_ localTime: (Timestamp) -> String) -> String {
        notes.map { text(of: $0, localTime) }.joined()
    }

    private var hasSeveralSources: Bool { sources.count > 1 }
    private var isOfTeam: Bool { sources.contains { $0.origins != nil } }

    private func origin(of listed: ListedNote) -> NoteOrigin? {
        sources[listed.source].origins?[listed.note.number]
    }

    private var columns: [RecordList.Column<ListedNote>] {
        [
            .number("note") { FieldValue($0.note.number) },
            .init("vehicle_id") { FieldValue($0.note.vehicleID) },
            .init("site_id") { FieldValue($0.note.siteID) },
            .init("text") { .text($0.note.text) },
            .init("created_at") { FieldValue($0.note.createdAt) },
            .init("edited_at") { FieldValue($0.note.editedAt) },
            .number("lat") { FieldValue($0.note.position?.latitude) },
            .number("lon") { FieldValue($0.note.position?.longitude) },
            .init("seen_at") { FieldValue($0.note.seenAt) },
            .init("photos") { listed in
                .objects(
                    listed.note.photos.map { json(of: $0, in: listed) },
                    text: listed.note.photos.map { path(of: $0, in: listed) ?? $0.hash }
                        .joined(separator: " "))
            },
            .init("task") { .flag($0.note.task != nil) },
            .init("due") { FieldValue($0.note.task?.dueAt) },
            .init("done") { .flag($0.note.doneAt != nil) },
            .init("done_at") { FieldValue($0.note.doneAt) },
            .init("priority") { FieldValue($0.note.task?.priority.rawValue) },
            // Of the notes of a team's server only, and of several sources.
            .init("author", isShown: isOfTeam) { FieldValue(origin(of: $0)?.author) },
            .init("visibility", isShown: isOfTeam) {
                FieldValue(origin(of: $0)?.visibility.rawValue)
            },
            .init("assignee", isShown: isOfTeam) { FieldValue($0.note.task?.assignee) },
            .init("done_by", isShown: isOfTeam) { FieldValue(origin(of: $0)?.doneBy) },
            .init("report", isShown: isOfTeam) { FieldValue($0.note.report != nil) },
            .init("contact", isShown: isOfTeam) { FieldValue($0.note.report?.contact) },
            .init("source", isShown: hasSeveralSources) { .text(sources[$0.source].label) },
        ]
    }

    /// Names of all fields.
    package static var fieldNames: [String] { NoteReport([], []).columns.map(\.name) }

    /// The notes as a list.
    package func list(_ localTime: @escaping (Timestamp) -> String) -> RecordList {
        var header = JSONObjectWriter()
        if hasSeveralSources {
            header.add("sources", sources.map(\.label))
        } else {
            header.add("source", sources.first?.label)
        }
        return RecordList(
            "notes", header: header, columns: columns, rows: notes,
            table: [
                .number("NOTE") { "\($0.note.number)" },
                .init("ID") { TerminalText.escaped($0.note.subject) },
                .init("SOURCE", isShown: hasSeveralSources) {
                    TerminalText.escaped(sources[$0.source].label)
                },
                .init("WRITTEN") { localTime($0.note.createdAt) },
                .init("TASK") { $0.note.status(localTime) },
                .number("PHOTOS") { $0.note.photos.isEmpty ? "" : "\($0.note.photos.count)" },
                .init("TEXT") { TerminalText.escaped($0.note.lines.joined(separator: " ")) },
            ])
    }

    /// Returns the path of a photo in this home, or its address on a server.
    private func path(of photo: Photo, in listed: ListedNote) -> String? {
        origin(of: listed)?.photoLinks[photo.number]
            ?? sources[listed.source].photos?.path(of: photo)
    }

    /// Returns a line with number, vehicle ID and time, and below it the lines of the text and the
    /// photos.
    private func text(of listed: ListedNote, _ localTime: (Timestamp) -> String) -> String {
        let note = listed.note
        let subject = DisplayWidth.shortened(TerminalText.escaped(note.subject), to: 60)
        let name = TerminalText.escaped(sources[listed.source].label)
        var header = "\(note.number)  \(subject)  "
        header += (hasSeveralSources ? name + "  " : "") + localTime(note.createdAt)
        if let edited = note.editedAt { header += "  edited \(localTime(edited))" }
        if let position = note.position { header += "  at \(ShortText.position(position))" }
        if let origin = origin(of: listed) { header += origin.text }
        let status = note.status(localTime)
        if !status.isEmpty { header += "  " + status }
        let contact = note.report?.contact.map { ["contact: " + $0] } ?? []
        let photos = note.photos.map { line(of: $0, in: listed) }
        let lines = note.lines.map(String.init) + contact + photos
        return ([header] + lines.map { "    " + TerminalText.escaped($0) })
            .map { $0 + "\n" }.joined()
    }

    private func line(of photo: Photo, in note: ListedNote) -> String {
        var line = "photo \(photo.number): \(ShortText.description(of: photo))"
        if let path = path(of: photo, in: note) { line += ", " + path }
        return missing.contains(photo.hash) ? line + " (missing)" : line
    }

    private func json(of photo: Photo, in note: ListedNote) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("photo", photo.number)
        object.add("sha256", photo.hash)
        object.add("format", photo.info.format.rawValue)
        object.add("width", photo.info.width)
        object.add("height", photo.info.height)
        object.add("bytes", photo.bytes)
        object.add("path", sources[note.source].photos?.path(of: photo))
        object.add("href", origin(of: note)?.photoLinks[photo.number])
        object.add("missing", missing.contains(photo.hash))
        return object
    }
}

extension Note {
    /// The task and the mark in words, such as `for amira, due 2026-01-31 18:00:00 +01:00, done`.
    fileprivate func status(_ localTime: (Timestamp) -> String) -> String {
        var words: [String] = []
        if let task {
            words.append(task.assignee.map { "for " + TerminalText.escaped($0) } ?? "task")
            if task.priority != .normal { words.append(task.priority.rawValue + " priority") }
            if let due = task.dueAt { words.append("due " + localTime(due)) }
        }
        if doneAt != nil { words.append("done") }
        return words.joined(separator: ", ")
    }
}

/// Text about photos.
package enum PhotoText {
    /// Returns the number of photos, as the end of a sentence about a note; empty for none.
    package static func count(_ photos: [Photo]) -> String {
        photos.isEmpty ? "" : ", with " + ShortText.count(photos.count, "photo")
    }
}

extension Note {
    /// Returns the photo with a number, or with a hash that starts with `selector`.
    /// - Throws: `CommandError` (66) if no photo or several photos match.
    package func photo(_ selector: String) throws(CommandError) -> Photo {
        if let photo = photos.first(where: { String($0.number) == selector }) { return photo }
        let matches = photos.filter { $0.hash.hasPrefix(selector.lowercased()) }
        guard selector.utf8.count >= 6, matches.count == 1 else {
            throw CommandError(
                .noInput, "note \(number) has no photo \(selector)",
                hint: "run `fleet note list` to see the photos and their numbers")
        }
        return matches[0]
    }
}

/// The text of a note, from the command line, standard input or an editor.
package enum NoteText {
    /// Returns the argument, for `-` the text from standard input, or without an argument the text
    /// from an editor that starts with `before`.
    /// - Throws: `CommandError` (64) if the text is empty or too long, or (74).
    package static func read(
        _ argument: String?, before: String = "", in context: CommandContext
    ) async throws -> String {
        let text =
            switch argument {
            case "-": try standardInput()
            case let argument?: argument
            case nil: try await TextEditor(context).edit(before)
            }
        if let normalized = Note.normalized(text) { return normalized }
        guard Note.isBlank(text) else {
            throw CommandError.usage(
                "the text is longer than \(Note.maxTextLength) characters",
                hint: "write several notes")
        }
        throw CommandError.usage(
            "the text is empty",
            hint: before.isEmpty
                ? "write the text as an argument, to standard input with -, or in the editor"
                : "remove a note with `fleet note remove N`")
    }

    /// Maximum bytes of standard input, more than any note has.
    private static let maxBytes = 1_048_576

    private static func standardInput() throws -> String {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try OpenFile(duplicating: .standardInput).bytes(limit: maxBytes)
        } catch {
            throw CommandError(
                .ioError, "cannot read the text from standard input: \(error.description)",
                hint: "pipe the text to the command, or give it as an argument")
        }
        guard let bytes else {
            throw CommandError.usage(
                "the text is longer than \(Note.maxTextLength) characters",
                hint: "write several notes")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
