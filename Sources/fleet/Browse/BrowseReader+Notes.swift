import FleetCore
import FleetStore
import FleetTUI

extension BrowseReader {
    /// Reads the notes, and with a search which of them contain its text.
    func readNotes(_ search: String?, generation: Int) {
        run { [self] in
            guard source.selected.key != nil else {
                return inbox.post(.notes(generation: generation, nil))
            }
            let notes = try store.snapshot { reader in
                NoteList(
                    summaries: try reader.noteSummaries(of: key),
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

    /// Finds the vehicle with a stable ID.
    func find(stableID: String) {
        run { [self] in
            let resolver = try source.stableIDs
            inbox.post(
                .foundByStableID(
                    stableID, try found { try resolver.vehicle(stableID, in: $0) }))
        }
    }
}
