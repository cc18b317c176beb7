import FleetCore
import FleetStore
import FleetTUI

extension BrowseKeeper {
    /// Writes a note about a vehicle that is there.
    func addNote(_ text: String, _ subject: NoteSubject) {
        enqueue { [source = subscription.source, inbox] in
            let (codes, store) = (try source.codes, try source.keptStore())
            let found = try store.snapshot { reader in
                (try subject.vehicle(codes, reader), try reader.info(of: codes.key))
            }
            guard let vehicle = found.0, let info = found.1, let code = codes.finder()(vehicle)
            else { throw Problem.away(subject) }
            let warning = try await codes.warning(info, in: store)
            let note = try await store.add(
                Note(
                    number: 0, vehicleID: code, text: text,
                    createdAt: source.composition.shownNow(), position: vehicle.position,
                    seenAt: vehicle.lastReported ?? info.fetchedAt),
                to: codes.key)
            inbox.post(.notesChanged)
            return "✎ note \(note.number) about \(code)" + warning
        }
    }

    /// Removes a note.
    func removeNote(_ number: Int64) {
        enqueue { [source = subscription.source, inbox] in
            let key = try source.codes.key
            let removed = try await source.keptStore().removeNotes([number], of: key)
            inbox.post(.notesChanged)
            guard !removed.isEmpty else {
                throw Problem.noNote(number, of: source.selected.label)
            }
            return "removed note \(number)"
        }
    }
}

extension StableCodes {
    /// Refuses codes that change; returns what is warned of, if anything is, as the end of the words on
    /// what was kept: the browser shows one notice at a time.
    func warning(_ info: SnapshotInfo, in store: FleetStore) async throws -> String {
        var warning = ""
        try await check(info, in: store) { warning = "; warning: \($0)" }
        return warning
    }
}

extension NoteSubject {
    fileprivate func vehicle(_ codes: StableCodes, _ reader: StoreReader) throws -> Vehicle? {
        switch self {
        case .vehicle(let id): try reader.vehicle(id, of: codes.key)
        case .code(let code): try codes.vehicle(code, in: reader)
        }
    }
}

extension Problem {
    /// A note was to be written about a vehicle that the feed does not tell of.
    fileprivate static func away(_ subject: NoteSubject) -> Problem {
        let code =
            switch subject {
            case .vehicle(let code), .code(let code): code
            }
        return Problem(
            .noInput, "\(code) is away, or has no code to keep a note by",
            hint: "write the note when the feed has the vehicle again")
    }
}
