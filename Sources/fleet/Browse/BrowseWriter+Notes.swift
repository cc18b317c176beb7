import FleetCore
import FleetStore
import FleetTUI

extension BrowseWriter {
    /// Adds a note about a vehicle in the feed.
    func addNote(_ text: String, _ subject: NoteSubject) {
        enqueue { [source = subscription.source, inbox] in
            let (resolver, store) = (try source.stableIDs, try source.persistentStore())
            let found = try store.snapshot { reader in
                (try subject.vehicle(resolver, reader), try reader.info(of: resolver.key))
            }
            guard let vehicle = found.0, let info = found.1,
                let stableID = resolver.idExtractor()(vehicle)
            else { throw CommandError.missingVehicle(subject) }
            let warning = try await resolver.warning(info, in: store)
            let note = try await store.add(
                Note(
                    number: 0, vehicleID: stableID, text: text,
                    createdAt: source.context.shownNow(), position: vehicle.position,
                    seenAt: vehicle.lastReported ?? info.fetchedAt),
                to: resolver.key)
            inbox.post(.notesChanged)
            return "✎ added note \(note.number) about \(stableID)" + warning
        }
    }

    /// Removes a note.
    func removeNote(_ number: Int64) {
        enqueue { [source = subscription.source, inbox] in
            let key = try source.stableIDs.key
            let removed = try await source.persistentStore().removeNotes([number], of: key)
            inbox.post(.notesChanged)
            guard !removed.isEmpty else {
                throw CommandError.noNote(number, of: source.selected.label)
            }
            return "removed note \(number)"
        }
    }
}

extension StableIDResolver {
    /// Rejects rotating IDs; returns any warning as a suffix, because the browser shows one notice
    /// at a time.
    func warning(_ info: SnapshotInfo, in store: FleetStore) async throws -> String {
        var warning = ""
        try await check(info, in: store) { warning = "; warning: \($0)" }
        return warning
    }
}

extension NoteSubject {
    fileprivate func vehicle(
        _ resolver: StableIDResolver, _ reader: StoreReader
    ) throws -> Vehicle? {
        switch self {
        case .vehicle(let id): try reader.vehicle(id, of: resolver.key)
        case .stableID(let id): try resolver.vehicle(id, in: reader)
        }
    }
}

extension CommandError {
    /// Returns the error for a note about a vehicle that is missing from the feed.
    fileprivate static func missingVehicle(_ subject: NoteSubject) -> CommandError {
        let id =
            switch subject {
            case .vehicle(let id), .stableID(let id): id
            }
        return CommandError(
            .noInput, "\(id) is missing from the feed or has no stable ID",
            hint: "add the note when the feed has the vehicle again")
    }
}
