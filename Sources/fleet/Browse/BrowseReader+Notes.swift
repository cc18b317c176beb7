import FleetCore
import FleetStore
import FleetTUI

extension BrowseReader {
    /// Reads the notes, and which of them have a text in them.
    func readNotes(_ search: String?, generation: Int) {
        run { [self] in
            guard source.selected.key != nil else {
                return inbox.post(.notes(generation: generation, nil))
            }
            let notes = try store.snapshot { reader in
                ReadNotes(
                    heads: try reader.noteHeads(of: key),
                    matching: try search.map { try reader.notes(containing: $0, of: key) })
            }
            inbox.post(.notes(generation: generation, notes))
        }
    }

    /// Reads a note.
    func readNote(_ number: Int64) {
        run { [self] in
            let note = try store.snapshot { try $0.note(number, of: key) }
            inbox.post(.noteText(number: number, note))
        }
    }

    /// Finds the vehicle of which something is kept by a code.
    func find(code: String) {
        run { [self] in
            let codes = try source.codes
            inbox.post(.chosenCode(code, try found { try codes.vehicle(code, in: $0) }))
        }
    }
}
