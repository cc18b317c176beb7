package import FleetCore
package import FleetRuntime
import FleetSQL
package import FleetSettings
import FleetTeam
import POSIX
import SystemPackage

/// Notes, as text and as a list.
package struct NoteReport {
    let source: String
    let notes: [Note]
    /// The folder of their photos.
    private let photos: PhotoFolder?
    /// The hashes of missing photos.
    private let missing: Set<String>
    /// The origins of the notes of a team's server, by number; `nil` for those of this home.
    private let origins: [Int64: NoteOrigin]?

    package init(
        source: String, notes: [Note], photos: PhotoFolder?, origins: [Int64: NoteOrigin]? = nil
    ) {
        (self.source, self.notes, self.origins) = (source, notes, origins)
        self.photos = origins == nil ? photos : nil
        missing = self.photos?.missing(among: notes.flatMap(\.photos)) ?? []
    }

    /// The notes in full, as text.
    package func text(_ localTime: (Timestamp) -> String) -> String {
        notes.map { text(of: $0, localTime) }.joined()
    }

    private static let fields: [RecordList.Field] = [
        .init("note", isRightAligned: true), .init("vehicle_id"), .init("site_id"), .init("text"),
        .init("created_at"), .init("edited_at"), .init("lat", isRightAligned: true),
        .init("lon", isRightAligned: true), .init("seen_at"), .init("photos"), .init("task"),
        .init("due"), .init("done"), .init("done_at"),
    ]

    /// Fields that only the notes of a team's server have.
    private static let teamFields: [RecordList.Field] = [
        .init("author"), .init("visibility"), .init("assignee"), .init("done_by"),
    ]

    /// Names of all fields.
    package static var fieldNames: [String] { (fields + teamFields).map(\.name) }

    /// The notes as a list.
    package func list(_ localTime: (Timestamp) -> String) -> RecordList {
        var header = JSONObjectWriter()
        header.add("source", source)
        return RecordList(
            "notes", header: header,
            fields: Self.fields + (origins == nil ? [] : Self.teamFields),
            records: notes.map(record), table: table(localTime))
    }

    private func record(of note: Note) -> [FieldValue] {
        var record: [FieldValue] = [
            .number(Double(note.number)), FieldValue(note.vehicleID), FieldValue(note.siteID),
            .text(note.text),
            FieldValue(note.createdAt), FieldValue(note.editedAt),
            FieldValue(note.position?.latitude), FieldValue(note.position?.longitude),
            FieldValue(note.seenAt),
            .objects(
                note.photos.map { json(of: $0, in: note) },
                text: note.photos.map { path(of: $0, in: note) ?? $0.hash }
                    .joined(separator: " ")),
            .flag(note.task != nil), FieldValue(note.task?.dueAt), .flag(note.doneAt != nil),
            FieldValue(note.doneAt),
        ]
        if let origins {
            let origin = origins[note.number]
            record += [
                FieldValue(origin?.author), FieldValue(origin?.visibility.rawValue),
                FieldValue(note.task?.assignee), FieldValue(origin?.doneBy),
            ]
        }
        return record
    }

    /// Returns the path of a photo in this home, or its address on a server.
    private func path(of photo: Photo, in note: Note) -> String? {
        origins?[note.number]?.photoLinks[photo.number] ?? photos?.path(of: photo)
    }

    private func table(_ localTime: (Timestamp) -> String) -> RecordList.Table {
        RecordList.Table(
            ["NOTE", "ID", "WRITTEN", "TASK", "PHOTOS", "TEXT"], rightAligned: ["NOTE", "PHOTOS"],
            rows: notes.map { note in
                [
                    "\(note.number)", TerminalText.escaped(note.subject),
                    localTime(note.createdAt), note.status(localTime),
                    note.photos.isEmpty ? "" : "\(note.photos.count)",
                    TerminalText.escaped(note.lines.joined(separator: " ")),
                ]
            })
    }

    /// Returns a line with number, vehicle ID and time, and below it the lines of the text and the
    /// photos.
    private func text(of note: Note, _ localTime: (Timestamp) -> String) -> String {
        let subject = DisplayWidth.shortened(TerminalText.escaped(note.subject), to: 60)
        var header = "\(note.number)  \(subject)  \(localTime(note.createdAt))"
        if let edited = note.editedAt { header += "  edited \(localTime(edited))" }
        if let position = note.position { header += "  at \(ShortText.position(position))" }
        if let origin = origins?[note.number] { header += origin.text }
        let status = note.status(localTime)
        if !status.isEmpty { header += "  " + status }
        let lines = note.lines.map(String.init) + note.photos.map { line(of: $0, in: note) }
        return ([header] + lines.map { "    " + TerminalText.escaped($0) })
            .map { $0 + "\n" }.joined()
    }

    private func line(of photo: Photo, in note: Note) -> String {
        var line = "photo \(photo.number): \(ShortText.description(of: photo))"
        if let path = path(of: photo, in: note) { line += ", " + path }
        return missing.contains(photo.hash) ? line + " (missing)" : line
    }

    private func json(of photo: Photo, in note: Note) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("photo", photo.number)
        object.add("sha256", photo.hash)
        object.add("format", photo.info.format.rawValue)
        object.add("width", photo.info.width)
        object.add("height", photo.info.height)
        object.add("bytes", photo.bytes)
        object.add("path", photos?.path(of: photo))
        object.add("href", origins?[note.number]?.photoLinks[photo.number])
        object.add("missing", missing.contains(photo.hash))
        return object
    }
}

extension SourceSession {
    /// Returns the notes about a vehicle; none if the source is not stored.
    func notes(about vehicle: Vehicle) throws -> [Note] {
        guard selected.key != nil, let id = resolver.stableID(of: vehicle) else { return [] }
        return try annotations.notes(about: id)
    }
}

extension Note {
    /// The task and the mark in words, such as `for amira, due 2026-01-31 18:00:00 +01:00, done`.
    fileprivate func status(_ localTime: (Timestamp) -> String) -> String {
        var words: [String] = []
        if let task {
            words.append(task.assignee.map { "for " + TerminalText.escaped($0) } ?? "task")
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
