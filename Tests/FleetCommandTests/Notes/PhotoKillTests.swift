import FleetTestSupport
import Testing

#if os(Linux)
@Suite("No photo is lost or orphaned when a process is killed at any call", .slots)
struct PhotoKillTests {
    /// Runs a command until it succeeds, killed before its first call that changes a file, its
    /// second and so on.
    ///
    /// - Returns: The number of such calls.
    private func calls(
        _ photos: PhotoHome, confirmed: inout Set<String>,
        _ arguments: (Int) async throws -> [String]
    ) async throws -> Int {
        for call in 1..<200 {
            let environment = try await CrashInjection.environment(
                beforeCall: call, after: "photos.lock")
            let program = try photos.home.start(
                try await arguments(call), environment: environment)
            let outcome = await program.outcome()
            for line in outcome.errorLines where line.hasPrefix("added note ") {
                confirmed.insert(String(line.split(separator: " ")[2]))
            }
            try await photos.expectWhole(notes: confirmed)
            if outcome.status == 0 { return call - 1 }
            try #require(outcome.status == -9, "\(outcome.errorText)")
        }
        Issue.record("the command never succeeds")
        return 0
    }

    @Test("A killed process that adds two photos leaves a consistent state")
    func adding() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        var confirmed: Set = ["1"]
        let calls = try await calls(photos, confirmed: &confirmed) { call in
            ["note", "add", "A-1", "x", "--photo"]
                + [try photos.photo(2 * call), try photos.photo(2 * call + 1)]
        }
        #expect(calls >= 20 && confirmed.count >= 2)
    }

    @Test("A killed process that replaces a photo leaves a consistent state")
    func editing() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        var confirmed: Set = ["1"]
        let calls = try await calls(photos, confirmed: &confirmed) { call in
            let numbers = try await photos.sqlite(
                """
                SELECT note_photo.number FROM note JOIN note_photo ON note = note.id
                WHERE note.number = 1
                """)
            #expect(numbers.count == 1)
            return ["note", "edit", "1", "--photo", try photos.photo(call)]
                + ["--remove-photo", numbers[0]]
        }
        #expect(calls >= 15)
        #expect(try await photos.sqlite("SELECT count(*) FROM photo") == ["1"])
    }

    @Test("A killed process that removes a note keeps the photo it shares with another note")
    func removing() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        var confirmed: Set = ["1"]
        let calls = try await calls(photos, confirmed: &confirmed) { call in
            let add = [
                "note", "add", "A-1", "x", "--photo", try photos.photo(0), try photos.photo(call),
            ]
            let added = try await photos.home.run(add).succeeded()
            return ["note", "remove", String(added.errorText.split(separator: " ")[2])]
        }
        #expect(calls >= 6)
        #expect(
            photos.names.contains(
                try await photos.sqlite(
                    """
                    SELECT hash || '.jpg' FROM note JOIN note_photo ON note = note.id
                    WHERE note.number = 1
                    """)[0]))
    }

    @Test("A killed cleanup is completed by the next process")
    func clearing() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        let orphans = (1...3).map { String(repeating: "\($0)", count: 64) }
        var confirmed: Set = ["1"]
        let calls = try await calls(photos, confirmed: &confirmed) { _ in
            for hash in orphans {
                try photos.home.write("x", to: PhotoHome.folder + "/\(hash).jpg")
                _ = try await photos.sqlite(
                    "INSERT OR IGNORE INTO photo_cleanup SELECT owner, '\(hash)', 'jpeg', 0 FROM photo"
                )
            }
            return ["note"]
        }
        #expect(calls >= 5)
    }
}
#endif
