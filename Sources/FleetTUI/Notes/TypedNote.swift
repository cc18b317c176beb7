import FleetCore

/// Note that is being written.
struct TypedNote: Equatable, Sendable {
    /// Note that the text is for.
    enum Target: Equatable {
        case new([NoteSubject], isTask: Bool)
        case existing(Note)
    }

    let target: Target
    var field: TextField
    /// Paths of the photos to add.
    var photos: [String] = []

    init(_ target: Target) {
        self.target = target
        switch target {
        case .new: field = TextField(nil, limit: Note.maxTextLength)
        case .existing(let note): field = TextField(note.text, limit: Note.maxTextLength)
        }
    }

    /// Returns the effect that saves the text.
    func saving(_ text: String) -> Effect {
        switch target {
        case .new(let subjects, let isTask):
            .write(
                .addNotes(NewNotes(text: text, about: subjects, isTask: isTask, photos: photos)))
        case .existing(let note):
            .write(
                .editNote(number: note.number, text: text, before: note.text, photos: photos))
        }
    }

    /// Prompt before the text, at most about `columns` wide.
    func prompt(columns: Int) -> String {
        switch target {
        case .new(let subjects, let isTask):
            let kind = isTask ? "task" : "note"
            guard subjects.count == 1 else {
                return " \(kind) about \(ShortText.count(subjects.count, "vehicle"))\(added): "
            }
            let id = TerminalText.drawable(subjects[0].id.limited)
            return " \(kind) about \(DisplayWidth.shortened(id, to: max(4, columns)))\(added): "
        case .existing(let note): return " note \(note.number)\(added): "
        }
    }

    /// Number of the photos to add, in words.
    private var added: String {
        photos.isEmpty ? "" : ", " + ShortText.count(photos.count, "photo")
    }
}

extension Browser {
    /// Types into the note that is being written, if any; returns whether the key was used.
    mutating func typeNote(_ key: Key) -> Bool {
        guard var typed = typedNote else { return false }
        switch key {
        case .escape: typedNote = nil
        case .enter:
            typedNote = nil
            guard let text = Note.normalized(typed.field.text) else {
                showNotice("nothing typed; no note saved")
                return true
            }
            effects.append(typed.saving(text))
        case .mouse: break
        case .control("p"): commandLine = CommandLine(.photo)
        default:
            _ = typed.field.type(key)
            typedNote = typed
        }
        return true
    }

    /// Adds photos to the note that is being written, unless they were refused.
    mutating func addPhotos(_ photos: [String], _ error: String?) {
        if let error { return showNotice(error, isFailure: true) }
        typedNote?.photos = photos
    }
}
