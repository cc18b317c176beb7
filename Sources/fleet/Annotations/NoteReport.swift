import FleetCore
import FleetStore

/// Notes, as text and JSON.
struct NoteReport {
    let source: String
    let notes: [Note]
    /// The folder of their photos.
    private let photos: PhotoFolder?
    /// The hashes of missing photos.
    private let missing: Set<String>

    init(source: String, notes: [Note], photos: PhotoFolder?) {
        (self.source, self.notes, self.photos) = (source, notes, photos)
        missing = photos?.missing(among: notes.flatMap(\.photos)) ?? []
    }

    func rendered(_ format: ReportFormat, localTime: (Timestamp) -> String) -> String {
        switch format {
        case .text: notes.map { text(of: $0, localTime) }.joined()
        case .json: json.text.string + "\n"
        }
    }

    /// Returns a line with number, vehicle ID and time, and below it the lines of the text and the photos.
    private func text(of note: Note, _ localTime: (Timestamp) -> String) -> String {
        let vehicle = DisplayWidth.shortened(TerminalText.escaped(note.vehicleID), to: 60)
        var header = "\(note.number)  \(vehicle)  \(localTime(note.createdAt))"
        if let edited = note.editedAt { header += "  edited \(localTime(edited))" }
        if let position = note.position { header += "  at \(ShortText.position(position))" }
        let lines = note.lines.map(String.init) + note.photos.map(line(of:))
        return ([header] + lines.map { "    " + TerminalText.escaped($0) })
            .map { $0 + "\n" }.joined()
    }

    private var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("notes", notes.map(json(of:)))
        return object
    }

    private func json(of note: Note) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("note", Int(note.number))
        object.add("vehicle_id", note.vehicleID)
        object.add("text", note.text)
        object.add("created_at", note.createdAt)
        object.add("edited_at", note.editedAt)
        object.add("lat", note.position?.latitude)
        object.add("lon", note.position?.longitude)
        object.add("seen_at", note.seenAt)
        object.add("photos", note.photos.map(json(of:)))
        return object
    }

    private func line(of photo: Photo) -> String {
        var line = "photo \(photo.number): \(ShortText.description(of: photo))"
        if let photos { line += ", " + photos.path(of: photo) }
        return missing.contains(photo.hash) ? line + " (missing)" : line
    }

    private func json(of photo: Photo) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("photo", photo.number)
        object.add("sha256", photo.hash)
        object.add("format", photo.info.format.rawValue)
        object.add("width", photo.info.width)
        object.add("height", photo.info.height)
        object.add("bytes", photo.bytes)
        object.add("path", photos?.path(of: photo))
        object.add("missing", missing.contains(photo.hash))
        return object
    }
}
