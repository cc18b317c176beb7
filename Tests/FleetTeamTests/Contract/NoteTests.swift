import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct NoteTests {
    @Test("vehicles with favorites and notes of anybody are known", arguments: TeamAdapter.all)
    func annotatedVehicles(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let other = UUID()
        try await anna.favorites.add("a-1", of: source)
        try await bob.favorites.add("a-1", of: source)
        _ = try await bob.notes.add(NoteContent(text: "x", source: source, vehicleID: "b-1"))
        _ = try await bob.notes.add(NoteContent(text: "x", source: other, vehicleID: "c-1"))
        _ = try await bob.notes.add(NoteContent(text: "without a vehicle"))
        let found = try await test.team.annotatedVehicles().mapValues { $0.sorted() }
        #expect(found == [source: ["a-1", "b-1"], other: ["c-1"]])
    }

    @Test("a search finds only notes that the user sees, newest first", arguments: TeamAdapter.all)
    func search(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob", .viewer).access
        let secret = try await anna.notes.add(NoteContent(text: "Brake of mine is LOOSE")).note
        let shared = try await anna.notes.add(
            NoteContent(
                text: "loose 100% brake", source: source, vehicleID: "AB-1", visibility: .team)
        ).note
        func found(_ access: Access, _ words: String..., limit: Int = 9) async throws -> [UUID] {
            try await access.notes.search(words, limit: limit) { true }.notes.map(\.id)
        }
        #expect(try await found(anna, "loose", "BRAKE") == [shared.id, secret.id])
        #expect(try await found(anna, "brake", limit: 1) == [shared.id])
        #expect(try await found(anna, "brake", limit: 0) == [])
        #expect(try await found(bob, "brake") == [shared.id])
        #expect(try await found(bob, "mine") == [])
        #expect(try await found(bob) == [shared.id])
        #expect(try await found(bob, "ab-") == [shared.id])
        #expect(try await found(bob, "%") == [shared.id])
        for text in ["_", "*", "' OR 1=1 --", "brake\\", "?1"] {
            #expect(try await found(bob, text) == [], "\(text)")
        }
        _ = try await anna.notes.change(
            shared.id, version: 1, NoteChange(visibility: .private))
        #expect(try await found(bob, "brake") == [])
    }

    @Test("a search reads older notes part by part while there is time", arguments: TeamAdapter.all)
    func searchWindows(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        var ids: [UUID] = []
        for number in 0..<7 {
            let writer = number % 2 == 0 ? anna : bob
            ids.append(
                try await writer.notes.add(
                    NoteContent(text: "note \(number)", visibility: .team)
                ).note.id)
        }
        let all = try await anna.notes.search(["note"], limit: 9, windowLength: 2) { true }
        #expect(all.notes.map(\.id) == ids.reversed() && all.isComplete)
        let some = try await anna.notes.search(["note"], limit: 9, windowLength: 2) { false }
        #expect(some.notes.map(\.id) == [ids[6], ids[5]] && !some.isComplete)
        let oldest = try await anna.notes.search(["0"], limit: 1, windowLength: 3) { true }
        #expect(oldest.notes.map(\.id) == [ids[0]])
        let none = try await anna.notes.search(["x"], limit: 1, windowLength: 3) { false }
        #expect(none.notes.isEmpty && !none.isComplete)
    }

    @Test("notes are listed and counted by their author", arguments: TeamAdapter.all)
    func author(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        _ = try await anna.notes.add(NoteContent(text: "private"))
        let shared = try await anna.notes.add(NoteContent(text: "x", visibility: .team)).note
        _ = try await bob.notes.add(NoteContent(text: "y", visibility: .team))
        var query = NoteQuery()
        query.author = "anna"
        #expect(try await bob.notes.all(query).map(\.id) == [shared.id])
        #expect(try await bob.notes.counts(query).all == 1)
        #expect(try await anna.notes.counts(query).all == 2)
        query.author = "nobody"
        #expect(try await bob.notes.all(query).isEmpty)
    }

    @Test(
        "people are found by both names, disabled ones by administrators",
        arguments: TeamAdapter.all)
    func people(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let root = try await test.user("root", .administrator).access
        let jose = try await test.user("jose.p", .viewer).access
        try await jose.account.setDisplayName(DisplayName("José Peña"))
        let carl = try await test.user("carl").access
        func found(_ access: Access, _ words: String..., limit: Int = 9) async throws -> [String] {
            try await access.people(having: words, limit: limit).map(\.name)
        }
        #expect(try await found(carl, "jose", "pena") == ["jose.p"])
        #expect(try await found(jose, "CARL") == ["carl"])
        #expect(try await found(carl, limit: 2) == ["carl", "jose.p"])
        #expect(try await found(carl, "%") == [])
        try await root.administration().disable(carl.userID)
        #expect(try await found(jose, "carl") == [])
        #expect(try await found(root, "carl") == ["carl"])
        try await root.administration().remove(carl.userID)
        #expect(try await found(root, "carl") == [])
    }

    @Test("photos are changes of their note", arguments: TeamAdapter.all)
    func photoVersions(adapter: TeamAdapter) async throws {
        let anna = try await TestTeam(adapter).user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note
        let photo = try await anna.addPhoto("p", to: note.id)
        #expect(try await anna.notes.note(note.id).version == 2)
        _ = try await anna.addPhoto("p", to: note.id)
        #expect(try await anna.notes.note(note.id).version == 2, "the note has it already")
        try await anna.notes.removePhoto(photo.id, from: note.id)
        let changed = try await anna.notes.note(note.id)
        #expect(changed.version == 3 && changed.editedAt == nil)
        await #expect(throws: TeamError.self) {
            _ = try await anna.notes.change(note.id, version: 2, NoteChange(text: "y"))
        }
    }

    @Test(
        "a note comes back as it was written, with a number per author", arguments: TeamAdapter.all)
    func added(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let content = NoteContent(
            text: "Flat tyre\n🚲 ünd", source: source, vehicleID: "b-1",
            position: Position(latitude: 59.9, longitude: 10.7), seenAt: test.clock.now,
            visibility: .team)
        let first = try await anna.notes.add(content).note
        _ = try await bob.notes.add(NoteContent(text: "mine"))
        let second = try await anna.notes.add(NoteContent(text: " no vehicle \n")).note
        #expect(first.content == content)
        #expect(first.number == 1 && second.number == 2)
        #expect(second.content.text == "no vehicle")
        #expect(first.version == 1 && first.author == "anna" && first.isMine)
        #expect(try await anna.notes.note(first.id) == first)
        #expect(try await anna.notes.all().map(\.id) == [second.id, first.id])
    }

    @Test("private notes of others do not exist for anybody", arguments: TeamAdapter.all)
    func isPrivate(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(
            NoteContent(text: "secret", source: source, vehicleID: "b-1")
        ).note
        for role in Role.allCases {
            let other = try await test.user("other-\(role)", role).access
            #expect(try await other.notes.all() == [])
            #expect(try await other.notes.openCounts(of: source) == [:])
            await expect(.notFound) { try await other.notes.note(note.id) }
            await expect(.notFound) {
                try await other.notes.change(note.id, version: 1, NoteChange(text: "x"))
            }
            await expect(.notFound) { try await other.notes.remove(note.id) }
            await expect(.notFound) {
                try await other.notes.prepareFile(hash: photoHash("a"), format: .png, for: note.id)
            }
            await expect(.notFound) { try await other.notes.photo(UUID(), of: note.id) }
            await expect(.notFound) { try await other.notes.removePhoto(UUID(), from: note.id) }
        }
        #expect(try await anna.notes.note(note.id) == note)
    }

    @Test(
        "everybody sees a team note; members edit it, author and administrators delete it",
        arguments: TeamAdapter.all)
    func shared(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "ours", visibility: .team)).note
        let viewer = try await test.user("v", .viewer).access
        let member = try await test.user("m").access
        let admin = try await test.user("a", .administrator).access

        #expect(try await viewer.notes.note(note.id).content.text == "ours")
        await expect(.forbidden) {
            try await viewer.notes.change(note.id, version: 1, NoteChange(text: "x"))
        }
        let edited = try await member.notes.change(note.id, version: 1, NoteChange(text: "better"))
        #expect(edited.version == 2 && edited.editedBy == "m" && edited.author == "anna")
        #expect(!edited.canShare && !edited.canDelete && edited.canEdit)
        await expect(.forbidden) {
            try await member.notes.change(note.id, version: 2, NoteChange(visibility: .private))
        }
        await expect(.forbidden) { try await member.notes.remove(note.id) }
        await expect(.forbidden) { try await viewer.notes.remove(note.id) }
        try await admin.notes.remove(note.id, version: 2)
        await expect(.notFound) { try await anna.notes.note(note.id) }
    }

    @Test("a note that is no longer shared is gone at once for others", arguments: TeamAdapter.all)
    func unshared(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let note = try await anna.notes.add(NoteContent(text: "ours", visibility: .team)).note
        let photo = try await bob.addPhoto("a", to: note.id)
        _ = try await bob.notes.photo(photo.id, of: note.id)
        _ = try await anna.notes.change(note.id, version: 2, NoteChange(visibility: .private))
        await expect(.notFound) { try await bob.notes.note(note.id) }
        await expect(.notFound) { try await bob.notes.photo(photo.id, of: note.id) }
        await expect(.notFound) {
            try await bob.notes.change(note.id, version: 3, NoteChange(text: "x"))
        }
        _ = try await anna.notes.photo(photo.id, of: note.id)
    }

    @Test("a change of an older version is refused with the newer one", arguments: TeamAdapter.all)
    func conflict(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let notes = try await test.user("anna").access.notes
        let id = try await notes.add(NoteContent(text: "one")).note.id
        let second = try await notes.change(id, version: 1, NoteChange(text: "two"))
        await expect(.conflict(second)) {
            try await notes.change(id, version: 1, NoteChange(text: "three"))
        }
        await expect(.conflict(second)) { try await notes.remove(id, version: 1) }
        let results = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let change = NoteChange(text: "n\(number)")
                    return (try? await notes.change(id, version: 2, change)) != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(results == 1)
        #expect(try await notes.note(id).version == 3)
    }

    @Test(
        "a note is marked as done, keeps that time, and is opened again", arguments: TeamAdapter.all
    )
    func done(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let notes = try await test.user("anna").access.notes
        let id = try await notes.add(
            NoteContent(text: "one", source: source, vehicleID: "b-1")
        ).note.id
        #expect(try await notes.openCounts(of: source) == ["b-1": 1])
        let time = test.clock.now
        _ = try await notes.change(id, version: 1, NoteChange(isDone: true))
        test.clock.advance(by: .minutes(1))
        #expect(
            try await notes.change(id, version: 2, NoteChange(isDone: true)).doneAt == time)
        #expect(try await notes.openCounts(of: source) == [:])
        #expect(
            try await notes.change(id, version: 3, NoteChange(isDone: false)).doneAt == nil)
    }

    @Test(
        "a repeated request is recognized by what the client sent, whatever was added to it",
        arguments: TeamAdapter.all)
    func repeated(adapter: TeamAdapter) async throws {
        let notes = try await TestTeam(adapter).user("anna").access.notes
        let sent = NoteContent(text: "one", source: source, vehicleID: "b-1")
        var first = sent
        first.position = Position(latitude: 1, longitude: 2)
        var second = sent
        second.position = Position(latitude: 3, longitude: 4)
        let added = try await notes.add(first, idempotencyKey: "k", of: sent).note
        let again = try await notes.add(second, idempotencyKey: "k", of: sent)
        #expect(again.note == added && !again.isNew)
        var other = sent
        other.text = "two"
        await expect(.keyReused) { try await notes.add(first, idempotencyKey: "k", of: other) }
    }

    @Test("notes are counted as far as the user sees them", arguments: TeamAdapter.all)
    func counted(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access.notes
        let bob = try await test.user("bob").access.notes
        _ = try await anna.add(NoteContent(text: "secret"))
        let done = try await anna.add(
            NoteContent(text: "x", source: source, vehicleID: "b-1", visibility: .team)
        ).note
        _ = try await anna.change(done.id, version: 1, NoteChange(isDone: true))
        _ = try await bob.add(NoteContent(text: "mine", source: source, vehicleID: "b-2"))
        #expect(try await anna.counts() == NoteCounts(all: 2, open: 1, mine: 2))
        #expect(try await bob.counts() == NoteCounts(all: 2, open: 1, mine: 1))
        var query = NoteQuery()
        (query.source, query.vehicleID) = (source, "b-1")
        #expect(try await bob.counts(query) == NoteCounts(all: 1, open: 0, mine: 0))
    }

    @Test("a repeated request with the same key adds one note", arguments: TeamAdapter.all)
    func idempotent(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let content = NoteContent(text: "one")
        let first = try await anna.notes.add(content, idempotencyKey: "k")
        let again = try await anna.notes.add(content, idempotencyKey: "k")
        #expect(first.isNew && !again.isNew && first.note == again.note)
        await expect(.keyReused) {
            try await anna.notes.add(NoteContent(text: "two"), idempotencyKey: "k")
        }
        #expect(try await bob.notes.add(content, idempotencyKey: "k").isNew)
        #expect(try await anna.notes.all().count == 1)
    }

    @Test("a list is filtered, and continues where it ended", arguments: TeamAdapter.all)
    func list(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        for number in 0..<7 {
            _ = try await anna.notes.add(
                NoteContent(
                    text: "a\(number)", source: source, vehicleID: "b-\(number % 2)",
                    position: number == 3 ? Position(latitude: 1, longitude: 2) : nil))
        }
        _ = try await bob.notes.add(NoteContent(text: "b", visibility: .team))
        func texts(_ change: (inout NoteQuery) -> Void) async throws -> [String] {
            var query = NoteQuery()
            change(&query)
            return try await anna.notes.all(query).map(\.content.text)
        }
        #expect(try await texts { $0.vehicleID = "b-1" } == ["a5", "a3", "a1"])
        #expect(try await texts { $0.source = UUID() } == [])
        #expect(try await texts { $0.hasPosition = true } == ["a3"])
        #expect(try await texts { $0.isMine = true }.count == 7)
        var query = NoteQuery()
        query.limit = 3
        var pages: [[String]] = []
        while case let page = try await anna.notes.all(query), let last = page.last {
            pages.append(page.map(\.content.text))
            query.after = last.id
        }
        #expect(pages == [["b", "a6", "a5"], ["a4", "a3", "a2"], ["a1", "a0"]])
    }

    @Test(
        "what cannot be a note is refused", arguments: TeamAdapter.all,
        [
            (NoteContent(text: " \n"), TeamError.invalid(.text, .tooShort(1))),
            (NoteContent(text: "a\u{0}b"), .invalid(.text, .malformed)),
            (
                NoteContent(text: String(repeating: "a", count: 10_001)),
                .invalid(.text, .tooLong(10_000))
            ),
            (NoteContent(text: "a", vehicleID: "b"), .invalid(.vehicle, .malformed)),
            (NoteContent(text: "a", source: source, vehicleID: ""), .invalid(.vehicle, .malformed)),
        ])
    func refused(adapter: TeamAdapter, given: (NoteContent, TeamError)) async throws {
        let notes = try await TestTeam(adapter).user("anna").access.notes
        await expect(given.1) { try await notes.add(given.0) }
    }
}

@Suite(.ownThreads) struct PhotoTests {
    @Test(
        "a photo is in a folder of the note's author and is listed with the note",
        arguments: TeamAdapter.all)
    func added(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let note = try await anna.notes.add(NoteContent(text: "x", visibility: .team)).note.id
        let first = try await bob.addPhoto("a", to: note)
        let second = try await anna.addPhoto("b", to: note)
        let again = try await anna.addPhoto("a", to: note)
        #expect(first == again)
        #expect(first.number == 1 && second.number == 2)
        #expect(first.file.path == "\(anna.owner.text)/\(photoHash("a")).png")
        #expect(try await anna.notes.note(note).photos == [first, second])
        #expect(try await test.removedFiles(after: .hours(2)) == [])
    }

    @Test(
        "the file of a photo is removed with the last note that has it", arguments: TeamAdapter.all)
    func removed(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let first = try await anna.notes.add(NoteContent(text: "x")).note.id
        let second = try await anna.notes.add(NoteContent(text: "y")).note.id
        let photo = try await anna.addPhoto("a", to: first)
        _ = try await anna.addPhoto("a", to: second)
        try await anna.notes.removePhoto(photo.id, from: first)
        await expect(.notFound) { try await anna.notes.photo(photo.id, of: first) }
        #expect(try await test.removedFiles() == [])
        try await anna.notes.remove(second)
        #expect(try await test.removedFiles() == [photo.file.path])
        #expect(try await test.removedFiles() == [])
    }

    @Test(
        "a file that a killed upload left behind is removed an hour later",
        arguments: TeamAdapter.all)
    func leftBehind(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note.id
        let file = try await anna.notes.prepareFile(hash: photoHash("a"), format: .png, for: note)
        #expect(try await test.removedFiles() == [])
        #expect(try await test.removedFiles(after: .hours(1)) == [file.path])
        await expect(.notFound) {
            try await anna.notes.addPhoto(file, width: 1, height: 1, bytes: 1, to: note)
        }
    }

    @Test("a killed second upload of a photo leaves its file", arguments: TeamAdapter.all)
    func stillUsed(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note.id
        _ = try await anna.addPhoto("a", to: note)
        _ = try await anna.notes.prepareFile(hash: photoHash("a"), format: .png, for: note)
        #expect(try await test.removedFiles(after: .hours(2)) == [])
        #expect(try await anna.notes.note(note).photos.count == 1)
    }

    @Test("a file that could not be removed is tried again", arguments: TeamAdapter.all)
    func unremovable(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note.id
        let photo = try await anna.addPhoto("a", to: note)
        try await anna.notes.remove(note)
        await #expect(throws: CancellationError.self) {
            try await test.team.removeUnusedPhotos { _ in throw CancellationError() }
        }
        #expect(try await test.removedFiles() == [photo.file.path])
    }

    @Test("a file that cannot be removed keeps no other one", arguments: TeamAdapter.all)
    func oneUnremovable(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note.id
        let (first, second) = (
            try await anna.addPhoto("a", to: note), try await anna.addPhoto("b", to: note)
        )
        try await anna.notes.remove(note)
        await #expect(throws: CancellationError.self) {
            try await test.team.removeUnusedPhotos { file in
                if file.path == first.file.path { throw CancellationError() }
                #expect(file.path == second.file.path)
            }
        }
        #expect(try await test.removedFiles() == [first.file.path])
    }

    @Test(
        "the file of a failed upload is removed at once, but not that of another one in progress",
        arguments: TeamAdapter.all)
    func discarded(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note.id
        func prepared(_ text: String) async throws -> PhotoFile {
            try await anna.notes.prepareFile(hash: photoHash(text), format: .png, for: note)
        }
        let removed = PathList()
        let failed = try await prepared("a")
        test.clock.advance(by: .second)
        let other = try await prepared("a")
        try await test.team.discard(failed) { removed.append($0.path) }
        #expect(removed.paths == [])
        _ = try await anna.notes.addPhoto(other, width: 2, height: 3, bytes: 4, to: note)
        try await test.team.discard(other) { removed.append($0.path) }
        #expect(removed.paths == [])
        let alone = try await prepared("b")
        try await test.team.discard(alone) { removed.append($0.path) }
        #expect(removed.paths == [alone.path])
        #expect(try await test.removedFiles(after: .hours(2)) == [])
    }

    @Test(
        "a file that a clock far ahead prepared is removed an hour later",
        arguments: TeamAdapter.all)
    func preparedInFuture(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note.id
        test.clock.advance(by: .days(10))
        let file = try await anna.notes.prepareFile(hash: photoHash("a"), format: .png, for: note)
        test.clock.advance(by: .days(-10))
        #expect(try await test.removedFiles() == [])
        #expect(try await test.removedFiles(after: .minutes(59)) == [])
        #expect(try await test.removedFiles(after: .minutes(1)) == [file.path])
    }

    @Test("a note has at most 20 photos", arguments: TeamAdapter.all)
    func limit(adapter: TeamAdapter) async throws {
        let anna = try await TestTeam(adapter).user("anna").access
        let note = try await anna.notes.add(NoteContent(text: "x")).note.id
        for number in 0..<20 { _ = try await anna.addPhoto("\(number)", to: note) }
        await expect(.tooMany(.photos, limit: 20)) { try await anna.addPhoto("20", to: note) }
    }

    @Test("a file is not moved to another person's note", arguments: TeamAdapter.all)
    func otherOwner(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let mine = try await anna.notes.add(NoteContent(text: "x")).note.id
        let theirs = try await bob.notes.add(NoteContent(text: "y", visibility: .team)).note.id
        let file = try await anna.notes.prepareFile(hash: photoHash("a"), format: .png, for: mine)
        await expect(.notFound) {
            try await anna.notes.addPhoto(file, width: 1, height: 1, bytes: 1, to: theirs)
        }
    }
}

/// Returns a hash for a short text.
func photoHash(_ text: String) -> String { Digest.hex(text) }

extension Access {
    func addPhoto(_ text: String, to note: UUID) async throws -> TeamPhoto {
        let file = try await notes.prepareFile(hash: photoHash(text), format: .png, for: note)
        return try await notes.addPhoto(file, width: 2, height: 3, bytes: 4, to: note)
    }
}

extension TestTeam {
    /// Returns the paths that the cleanup removes.
    func removedFiles(after delay: Duration = .zero) async throws -> [String] {
        clock.advance(by: delay)
        let removed = PathList()
        try await team.removeUnusedPhotos { removed.append($0.path) }
        return removed.paths
    }
}
