import FleetClient
import FleetCore
import FleetLabels
import FleetRuntime
import FleetSQL
import FleetTUI
import FleetTeam
import QRCode
import Synchronization

/// Writer of the colors, favorites, notes and QR code files of the browser.
final class BrowseWriter: Sendable {
    let subscription: Subscription
    let inbox: BrowseInbox
    private let savesColors: Bool
    /// Last task of the queue; each task waits for the previous one.
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(subscription: Subscription, inbox: BrowseInbox, savesColors: Bool) {
        self.subscription = subscription
        self.inbox = inbox
        self.savesColors = savesColors
    }

    /// Performs a write; its message or error is posted as a notice.
    func perform(_ write: Effect.Write) {
        switch write {
        case .save(let colors): save(colors)
        case .toggleFavorite(let id): toggleFavorite(id)
        case .addNote(let text, let subject): addNote(text, subject)
        case .editNote(let number, let text, let before):
            editNote(number, text: text, before: before)
        case .removeNote(let number): removeNote(number)
        case .writeQR(let id): writeQR(of: id)
        }
    }

    /// Saves the color filter.
    private func save(_ colors: ColorFilter) {
        guard savesColors else { return }
        enqueue { [subscription] in
            try await subscription.saveColors(colors)
            return nil
        }
    }

    /// Writes a vehicle's QR code as a PNG file into the working directory.
    private func writeQR(of id: String) {
        enqueue { [subscription] in
            let bytes = Array(id.utf8)
            let symbol = try Symbol(bytes, level: .medium, boosted: true, addingUTF8ECI: true)
            try SymbolReader().verify(symbol, holds: bytes)
            let name = LabelFolderWriter.fileName(bytes, .png)
            try OutputFile.write(symbol.image(.png, ImageStyle(scale: 8)), to: name)
            let rotation = try subscription.read { stored in
                subscription.source.selected.source.rotation(observed: stored.info.rotation)
            }
            let warning =
                rotation == .yes
                ? "; vehicle IDs of this source rotate: the QR code becomes invalid after a trip"
                : ""
            return "wrote \(name)\(warning)"
        }
    }

    /// Waits for all queued tasks.
    func finish() async {
        await last.withLock(\.self)?.value
    }

    /// Queues a task, and posts the message that it returns, or its error.
    func enqueue(_ body: @escaping @Sendable () async throws -> String?) {
        last.withLock { [inbox] last in
            let previous = last
            last = Task {
                await previous?.value
                do {
                    if let message = try await body() {
                        inbox.post(.notice(message, isFailure: false))
                    }
                } catch {
                    let reported = CommandError(labelError: error) ?? error
                    inbox.post(.notice(ErrorReport(reported).cause, isFailure: true))
                }
            }
        }
    }
}

extension BrowseWriter {
    /// Adds a vehicle to the favorites, or removes it.
    ///
    /// For a favorite without a vehicle in the feed, `id` is its stable ID.
    private func toggleFavorite(_ id: String) {
        enqueue { [source = subscription.source, inbox] in
            let (resolver, store) = (try source.stableIDs, try source.writableStore())
            let favorites = try source.annotations.favorites()
            let (vehicle, info, isMissingFavorite) = try store.read(resolver.key) { stored in
                let vehicle = try resolver.vehicle(exactly: id, in: stored.reader)?.vehicle
                // Matching may read the whole fleet.
                return (
                    vehicle, stored.info,
                    try vehicle == nil
                        && resolver.match(favorites, in: stored.reader).containsMissingFavorite(id)
                )
            }
            let stableID = try vehicle.map { try resolver.requiredStableID(of: $0) } ?? id
            if vehicle != nil || isMissingFavorite {
                let removed = try await source.annotationWriter.removeFavorites([stableID])
                guard removed.isEmpty else {
                    inbox.post(.favoritesChanged)
                    return "removed \(stableID) from favorites"
                }
            }
            guard vehicle != nil else {
                throw CommandError(
                    .noInput, "no vehicle or favorite has the ID \(id)",
                    hint: "refresh the list")
            }
            let warning = try await Self.stableIDWarning(of: source, info, in: store)
            _ = try await source.annotationWriter.addFavorites([stableID])
            inbox.post(.favoritesChanged)
            return "★ added \(stableID) to favorites" + warning
        }
    }
}

extension VehicleResolver {
    /// Returns the stable ID of a vehicle.
    /// - Throws: `CommandError` (66) if it has none.
    fileprivate func requiredStableID(of vehicle: Vehicle) throws -> String {
        guard let id = stableID(of: vehicle) else {
            throw CommandError(
                .noInput, "vehicle \(vehicle.id) has no stable ID",
                hint: "refresh the list")
        }
        return id
    }
}

extension [FavoriteVehicle] {
    /// Whether a favorite has exactly this ID and no vehicle in the snapshot.
    fileprivate func containsMissingFavorite(_ id: String) -> Bool {
        contains { $0.vehicle == nil && ByteOrder.equal($0.favorite.id, id) }
    }
}

extension BrowseWriter {
    /// Adds a note about a vehicle in the feed, or one that has left it.
    private func addNote(_ text: String, _ subject: NoteSubject) {
        enqueue { [source = subscription.source, inbox] in
            let (resolver, store) = (try source.stableIDs, try source.writableStore())
            let found = try store.snapshots.read { reader in
                (try subject.vehicle(resolver, reader), try reader.info(of: resolver.key))
            }
            guard let known = found.0, let info = found.1,
                let stableID = resolver.stableID(of: known.vehicle)
            else { throw CommandError.missingVehicle(subject) }
            let warning = try await Self.stableIDWarning(of: source, info, in: store)
            let note = try await source.annotationWriter.add(
                Note(
                    number: 0, vehicleID: stableID, text: text,
                    createdAt: source.context.shownNow(), position: known.vehicle.position,
                    seenAt: known.seenAt(fetchedAt: info.fetchedAt)),
                photos: nil, for: .private)
            inbox.post(.notesChanged)
            return "✎ added note \(note.number) about \(stableID)" + warning
        }
    }

    /// Changes the text of a note.
    private func editNote(_ number: Int64, text: String, before: String) {
        enqueue { [source = subscription.source, inbox] in
            let writer = try source.annotationWriter
            let noNote = CommandError.noNote(number, of: source.selected)
            guard let stored = try source.annotations.note(number) else {
                throw noNote
            }
            // Another process may have changed it while it was edited here.
            guard ByteOrder.equal(stored.text, before) else {
                inbox.post(.notesChanged)
                throw CommandError(
                    .ioError, "note \(number) was changed by another program; nothing saved",
                    hint: "edit it again")
            }
            let change = NoteChange(text: text)
            guard try await writer.edit(stored, change, adding: nil, removing: []) != nil else {
                throw noNote
            }
            inbox.post(.notesChanged)
            return "✎ changed note \(number)"
        }
    }

    /// Removes a note.
    private func removeNote(_ number: Int64) {
        enqueue { [source = subscription.source, inbox] in
            let removed = try await source.annotationWriter.removeNotes([number])
            inbox.post(.notesChanged)
            guard !removed.isEmpty else {
                throw CommandError.noNote(number, of: source.selected)
            }
            return "removed note \(number)"
        }
    }

    /// Rejects rotating IDs; returns any warning as a suffix, because the browser shows one notice
    /// at a time.
    private static func stableIDWarning(
        of source: SourceSession, _ info: SnapshotInfo, in store: any FleetStore
    ) async throws -> String {
        var warning = ""
        try await source.checkStableIDs(info, in: store) { warning = "; warning: \($0)" }
        return warning
    }
}

extension NoteSubject {
    fileprivate func vehicle(
        _ resolver: VehicleResolver, _ reader: any SnapshotReader
    ) throws -> StoredVehicle? {
        switch self {
        case .vehicle(let id): try resolver.vehicle(exactly: id, in: reader)
        case .stableID(let id): try resolver.vehicles([id], in: reader)[0]
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
