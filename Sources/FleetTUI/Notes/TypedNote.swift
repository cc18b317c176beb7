import FleetCore

/// Note that is being written.
struct TypedNote: Equatable, Sendable {
    /// Note that the text is for.
    enum Target: Equatable {
        case new(NoteSubject)
        case existing(Note)
    }

    let target: Target
    var field: TextField

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
        case .new(let subject): .write(.addNote(text: text, subject))
        case .existing(let note):
            .write(.editNote(number: note.number, text: text, before: note.text))
        }
    }

    /// Prompt before the text, at most about `columns` wide.
    func prompt(columns: Int) -> String {
        switch target {
        case .new(let subject):
            let id = TerminalText.drawable(subject.id.limited)
            return " note about \(DisplayWidth.shortened(id, to: max(4, columns))): "
        case .existing(let note): return " note \(note.number): "
        }
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
        default:
            _ = typed.field.type(key)
            typedNote = typed
        }
        return true
    }
}
