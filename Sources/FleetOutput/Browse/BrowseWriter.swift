import FleetClient
import FleetCore
import FleetLabels
import FleetRuntime
import FleetSQL
import FleetSettings
import FleetTUI
import FleetTeam
import QRCode
import Synchronization

/// Writer of the colors, favorites, notes and QR code files of the browser.
final class BrowseWriter: Sendable {
    let subscription: Subscription
    let inbox: BrowseInbox
    let labels: Browse.LabelCommand
    private let savesColors: Bool
    /// Last task of the queue; each task waits for the previous one.
    private let last = Mutex<Task<Void, Never>?>(nil)
    /// Last file or print, and whether it is cancelled when the browser quits.
    private let outputs = Mutex<[(task: Task<Void, Never>, cancelsOnExit: Bool)]>([])
    /// Change that can be undone.
    private let undoable = Mutex<Undoable?>(nil)

    /// Change that can be undone.
    private enum Undoable {
        case added([String])
        case removed([String])
        case addedNotes([Int64])
    }

    init(
        subscription: Subscription, inbox: BrowseInbox, savesColors: Bool,
        labels: @escaping Browse.LabelCommand = { _, _, _ in }
    ) {
        self.subscription = subscription
        self.inbox = inbox
        self.savesColors = savesColors
        self.labels = labels
    }

    /// Performs a write; its message or error is posted as a notice.
    func perform(_ write: Effect.Write) {
        switch write {
        case .save(let colors): save(colors)
        case .saveColumns(let columns): save(columns)
        case .toggleFavorites(let ids):
            ids.count == 1 ? toggleFavorite(ids[0]) : toggleFavorites(ids)
        case .addNotes(let notes): add(notes)
        case .editNote(let number, let text, let before, let photos):
            editNote(number, text: text, before: before, photos)
        case .removeNote(let number): removeNote(number)
        case .writeQR(let id): writeQR(of: id)
        case .output(let output): self.output(output)
        case .undo: undo()
        }
    }

    /// Saves the columns of the list.
    private func save(_ columns: [BrowserColumn]) {
        guard savesColors else { return }
        enqueue { [subscription] in
            try await subscription.saveColumns(columns.map(\.savedName))
            return nil
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
        let outputs = outputs.withLock(\.self)
        // One that waits must not keep those that are cancelled.
        for output in outputs where output.cancelsOnExit { output.task.cancel() }
        await outputs.last?.task.value
    }

    /// Queues a file or a print, which takes longer than a change.
    func enqueueOutput(
        cancelsOnExit: Bool, _ body: @escaping @Sendable () async throws -> String?
    ) {
        outputs.withLock { outputs in
            let previous = outputs.last?.task
            let task = Task {
                await previous?.value
                await post(body)
            }
            outputs.append((task, cancelsOnExit))
        }
    }

    /// Queues a task, and posts the message that it returns, or its error.
    func enqueue(_ body: @escaping @Sendable () async throws -> String?) {
        last.withLock { last in
            let previous = last
            last = Task {
                await previous?.value
                await post(body)
            }
        }
    }

    /// Posts the message that a task returns, or its error.
    private func post(_ body: @Sendable () async throws -> String?) async {
        do {
            if let message = try await body() {
                inbox.post(.notice(message, isFailure: false))
            }
        } catch {
            let reported = CommandError(labelError: error) ?? error
            inbox.post(.notice(ErrorReport(reported).cause, isFailure: true))
        }
    }

    /// Undoes the last change of favorites, or removes the last notes that were added.
    private func undo() {
        enqueue { [self] in
            let writer = try subscription.source.annotationWriter
            switch undoable.withLock({ $0.take() }) {
            case nil: return "nothing to undo"
            case .added(let favorites)?:
                _ = try await writer.removeFavorites(favorites)
                inbox.post(.favoritesChanged)
                return "undone: removed \(ShortText.count(favorites.count, "favorite"))"
            case .removed(let favorites)?:
                _ = try await writer.addFavorites(favorites)
                inbox.post(.favoritesChanged)
                return "undone: added \(ShortText.count(favorites.count, "favorite"))"
            case .addedNotes(let numbers)?:
                _ = try await writer.removeNotes(numbers)
                inbox.post(.notesChanged)
                return "undone: removed \(ShortText.count(numbers.count, "note"))"
            }
        }
    }
}

extension BrowseWriter {
    /// Adds a vehicle to the favorites, or removes it.
    ///
    /// For a favorite without a vehicle in the feed, `id` is its stable ID.
    private func toggleFavorite(_ id: String) {
        enqueue { [self, source = subscription.source] in
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
                    undoable.withLock { $0 = .removed(removed) }
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
            undoable.withLock { $0 = .added([stableID]) }
            inbox.post(.favoritesChanged)
            return "★ added \(stableID) to favorites" + warning
        }
    }

    /// Adds the vehicles that are not favorites, or else removes all of them.
    private func toggleFavorites(_ ids: [String]) {
        enqueue { [self, source = subscription.source] in
            let (resolver, store) = (try source.stableIDs, try source.writableStore())
            let favorites = VehicleIDs(try source.annotations.favorites().map(\.id))
            let (info, stableIDs) = try store.read(resolver.key) { stored in
                let stableIDs = try ids.compactMap { id in
                    try resolver.vehicle(exactly: id, in: stored.reader)
                        .flatMap { resolver.stableID(of: $0.vehicle) }
                }
                return (stored.info, stableIDs)
            }
            let missing = Self.missingText(ids.count - stableIDs.count)
            let added = stableIDs.filter { !favorites.contains($0) }
            guard !added.isEmpty else {
                let removed = try await source.annotationWriter.removeFavorites(stableIDs)
                undoable.withLock { $0 = .removed(removed) }
                inbox.post(.favoritesChanged)
                return "removed \(ShortText.count(removed.count, "favorite"))" + missing
            }
            let warning = try await Self.stableIDWarning(of: source, info, in: store)
            let new = try await source.annotationWriter.addFavorites(added)
            undoable.withLock { $0 = .added(new) }
            inbox.post(.favoritesChanged)
            return "★ added \(ShortText.count(new.count, "favorite"))" + missing + warning
        }
    }

    /// Suffix of a message about vehicles that were not found.
    private static func missingText(_ count: Int) -> String {
        count == 0
            ? ""
            : "; \(ShortText.count(count, "vehicle")) missing from the feed or without a stable ID"
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
    /// Adds a note about each of some vehicles in the feed, or that have left it.
    private func add(_ new: NewNotes) {
        enqueue { [self, source = subscription.source] in
            let (resolver, store) = (try source.stableIDs, try source.writableStore())
            let photos = try Self.photos(new.photos)
            let (notes, info) = try store.snapshots.read { reader in
                let info = try reader.info(of: resolver.key)
                return (
                    try new.subjects.compactMap { subject in
                        try info.flatMap { try Self.note(new, subject, resolver, reader, $0) }
                    }, info
                )
            }
            guard let first = new.subjects.first else { return nil }
            guard let info, !notes.isEmpty else { throw CommandError.missingVehicle(first) }
            let warning = try await Self.stableIDWarning(of: source, info, in: store)
            let isShared = new.isTask && source.selected.team != nil
            var added: [Note] = []
            // The notes that were added before an error can be undone, too.
            defer {
                let numbers = added.map(\.number)
                if !numbers.isEmpty { undoable.withLock { $0 = .addedNotes(numbers) } }
                inbox.post(.notesChanged)
            }
            for var note in notes {
                note.createdAt = source.context.shownNow()
                added.append(
                    try await source.annotationWriter.add(
                        note, photos: photos, for: isShared ? .team : .private))
            }
            let kind = new.isTask ? "task" : "note"
            let missing = Self.missingText(new.subjects.count - added.count)
            return
                (added.count == 1
                ? "✎ added \(kind) \(added[0].number) about \(added[0].subject)"
                : "✎ added \(ShortText.count(added.count, kind))") + missing + warning
        }
    }

    /// Returns a note without a number about a vehicle; `nil` if the vehicle is not known.
    private static func note(
        _ new: NewNotes, _ subject: NoteSubject, _ resolver: VehicleResolver,
        _ reader: any SnapshotReader, _ info: SnapshotInfo
    ) throws -> Note? {
        guard let known = try subject.vehicle(resolver, reader),
            let stableID = resolver.stableID(of: known.vehicle)
        else { return nil }
        var note = Note(
            number: 0, vehicleID: stableID, text: new.text,
            createdAt: info.fetchedAt, position: known.vehicle.position,
            seenAt: known.seenAt(fetchedAt: info.fetchedAt))
        if new.isTask { note.task = NoteTask() }
        return note
    }

    /// Returns the photos at paths; `nil` without any.
    private static func photos(_ paths: [String]) throws -> PhotoFiles? {
        try paths.isEmpty ? nil : PhotoFiles(paths) { try Photo.Info(of: $0, at: $1) }
    }

    /// Changes the text of a note.
    private func editNote(_ number: Int64, text: String, before: String, _ paths: [String]) {
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
            let photos = try Self.photos(paths)
            guard try await writer.edit(stored, change, adding: photos, removing: []) != nil else {
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
