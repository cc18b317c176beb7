import FleetCore

/// Notes, for people and programs.
struct NoteReport {
    let source: String
    let notes: [Note]

    func rendered(_ format: ReportFormat, localTime: (Timestamp) -> String) -> String {
        switch format {
        case .text: notes.map { text(of: $0, localTime) }.joined()
        case .json: json.text.string + "\n"
        }
    }

    /// The number, the vehicle and the time, and below them the lines of the text.
    private func text(of note: Note, _ localTime: (Timestamp) -> String) -> String {
        let vehicle = DisplayWidth.shortened(TerminalText.escaped(note.vehicleID), to: 60)
        var head = "\(note.number)  \(vehicle)  \(localTime(note.createdAt))"
        if let edited = note.editedAt { head += "  edited \(localTime(edited))" }
        if let position = note.position { head += "  at \(ShortText.position(position))" }
        return ([head] + note.lines.map { "    " + TerminalText.escaped(String($0)) })
            .map { $0 + "\n" }.joined()
    }

    private var json: JSONObject {
        var object = JSONObject()
        object.add("source", source)
        object.add("notes", notes.map(json(of:)))
        return object
    }

    private func json(of note: Note) -> JSONObject {
        var object = JSONObject()
        object.add("note", Int(note.number))
        object.add("vehicle_id", note.vehicleID)
        object.add("text", note.text)
        object.add("created_at", note.createdAt)
        object.add("edited_at", note.editedAt)
        object.add("lat", note.position?.latitude)
        object.add("lon", note.position?.longitude)
        object.add("seen_at", note.seenAt)
        return object
    }
}
