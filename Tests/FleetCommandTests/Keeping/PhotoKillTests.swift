import Testing

#if os(Linux)
@Suite("Whatever call a process is killed at, no photo is lost or left over", .serialized, .slots)
struct PhotoKillTests {
    /// Runs a command to the end, killed before its first call, its second and so on until none is left;
    /// returns how many there were.
    private func calls(
        _ photos: PhotoHome, confirmed: inout Set<String>,
        _ arguments: (Int) async throws -> [String]
    ) async throws -> Int {
        for call in 1..<200 {
            let environment = try await Death.before(call: call, after: "unfinished")
            let program = try photos.home.start(
                try await arguments(call), environment: environment)
            let outcome = await program.outcome()
            for line in outcome.talkLines where line.hasPrefix("note ") {
                confirmed.insert(String(line.split(separator: " ")[1]))
            }
            try await photos.expectWhole(notes: confirmed)
            if outcome.status == 0 { return call - 1 }
            try #require(outcome.status == -9, "\(outcome.talk)")
        }
        Issue.record("the command never comes to an end")
        return 0
    }

    @Test("while a note with two photos is added")
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

    @Test("while a note's photo is put in the place of another")
    func editing() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        var confirmed: Set = ["1"]
        let calls = try await calls(photos, confirmed: &confirmed) { call in
            let place = try await photos.sqlite("SELECT place FROM note_photo WHERE note = 1")
            #expect(place.count == 1)
            return ["note", "edit", "1", "--photo", try photos.photo(call)]
                + ["--remove-photo", place[0]]
        }
        #expect(calls >= 15)
        #expect(try await photos.sqlite("SELECT count(*) FROM photo") == ["1"])
    }

    @Test("while a note is removed, of whose photos another note has one")
    func removing() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        var confirmed: Set = ["1"]
        let calls = try await calls(photos, confirmed: &confirmed) { call in
            let add = ["note", "add", "A-1", "x", "--photo", "photo0.jpg", try photos.photo(call)]
            let added = try await photos.home.run(add).succeeded()
            return ["note", "remove", String(added.talk.split(separator: " ")[1])]
        }
        #expect(calls >= 6)
        #expect(
            photos.names.contains(
                try await photos.sqlite(
                    """
                    SELECT hash || '.jpg' FROM note_photo WHERE note = 1
                    """)[0]))
    }

    @Test("while the next start clears up what another left")
    func clearing() async throws {
        let photos = try await PhotoHome()
        try await photos.home.run("note", "add", "B-2", "first", "--photo", photos.photo(0))
            .succeeded()
        let orphans = (1...3).map { String(repeating: "\($0)", count: 64) + ".jpg" }
        var confirmed: Set = ["1"]
        let calls = try await calls(photos, confirmed: &confirmed) { _ in
            for name in orphans { try photos.home.write("x", to: "photos/" + name) }
            try photos.home.write(orphans.joined(separator: "\n"), to: "photos/unfinished")
            return ["filter"]
        }
        #expect(calls >= 5)
    }
}
#endif
