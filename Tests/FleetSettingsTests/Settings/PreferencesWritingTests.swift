import FleetCore
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@Suite("Writing the preferences")
struct PreferencesWritingTests {
    let scratch: ScratchHome
    var file: PreferencesFile { scratch.preferences }
    var path: String { scratch.home.preferencesPath }

    init() throws {
        scratch = try ScratchHome()
    }

    func uuid(_ name: String) -> String { UUID(sourceName: name).uuidString.lowercased() }

    func document() throws -> NSDictionary {
        let data = try Data(contentsOf: URL(filePath: path))
        return try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }

    private let demo = UUID(sourceName: "demo")

    @Test("Changes can be read again")
    func roundTrip() async throws {
        let red = try #require(VehicleColor("Red"))
        var source = Source(
            location: .file("/a b/ü.json"), colorMap: ColorMap(["t": red]), rotation: .no)
        try await file.update {
            $0.set(source, named: "x", newUUID: UUID())
            source.uuid = $0.sources["x"]?.uuid
            $0.setColors(ColorFilter(["blue-red", "unknown"]) ?? .all, of: source.uuid ?? UUID())
            $0.defaultSource = "x"
        }
        let preferences = try file.load()
        #expect(preferences.sources["x"] == source)
        #expect(preferences.sourceNames == ["demo", "x"])
        #expect(preferences.defaultSource == "x")
        let uuid = try #require(source.uuid)
        #expect(preferences.colors(of: uuid).labels == ["blue-red", "unknown"])
        #expect(try scratch.mode(of: path) == 0o600)
    }

    @Test("The document has the documented format")
    func shape() async throws {
        try await file.update {
            $0.setColors(ColorFilter(["red"]) ?? .all, of: demo)
            $0.sources["demo"]?.colorMap.colors["t1"] = VehicleColor("red")
            $0.sources["demo"]?.rotation = .no
        }
        let expected = """
            {"version":1,"defaultSource":"demo","filters":{"\(uuid("demo"))":{"colors":["red"]}},
             "sources":{"demo":{"uuid":"\(uuid("demo"))","location":"sim://demo",
                                "colorOf":{"t1":"red"},"ids":"stable"}}}
            """
        let parsed = try JSONSerialization.jsonObject(with: Data(expected.utf8))
        #expect(try document() == parsed as? NSDictionary)
    }

    @Test(
        "The filter of an earlier version becomes that of the default source, until it is written")
    func earlierFilter() async throws {
        let red = try #require(ColorFilter(["red"]))
        let blue = try #require(ColorFilter(["blue"]))
        let text = """
            {"version":1,"defaultSource":"demo","filter":{"colors":["red"]},
             "sources":{"demo":{"location":"sim://demo"},"b":{"location":"sim://b"}}}
            """
        let other = UUID(sourceName: "b")
        for change in ["other", "own", "use", "remove"] {
            try scratch.put(text, at: path)
            #expect(try file.load().colors(of: demo) == red)
            #expect(try file.load().colors(of: other) == .all)
            try await file.update {
                switch change {
                case "other": $0.setColors(blue, of: other)
                case "own": $0.setColors(blue, of: demo)
                case "use": $0.defaultSource = "b"
                default: _ = $0.remove("demo")
                }
            }
            #expect(try document()["filter"] == nil, "\(change)")
            let expected: [ColorFilter] =
                switch change {
                case "other": [red, blue]
                case "own": [blue, .all]
                case "use": [red, .all]
                default: [.all, .all]
                }
            let read = try file.load()
            #expect([read.colors(of: demo), read.colors(of: other)] == expected, "\(change)")
        }
    }

    @Test("Filters of sources without a name do not pile up")
    func manyFilters() async throws {
        let red = try #require(ColorFilter(["red"]))
        var preferences = Preferences.initial
        preferences.setColors(red, of: demo)
        for number in 0..<1000 { preferences.setColors(red, of: UUID(sourceName: "\(number)")) }
        let kept = (0..<1000).count { preferences.colors(of: UUID(sourceName: "\($0)")) == red }
        #expect(kept <= 200)
        #expect(preferences.colors(of: UUID(sourceName: "999")) == red)
        #expect(preferences.colors(of: demo) == red)
    }

    @Test("Unknown fields keep their values")
    func unknownFields() async throws {
        let text = """
            {"version":1,"b":[1,{"c":null}],"big":12345678901234567890123,"tenth":0.1,"yes":true,
             "filter":{"colors":["Red"],"f":"x"},"defaultSource":"a",
             "filters":{"\(uuid("b"))":{"colors":["red"],"g":1},"mine":{"colors":5}},
             "sources":{"a":{"location":"rel.json","note":"é/\\u0000"},"b":{"location":"-"}}}
            """
        try scratch.put(text, at: path)
        try await file.update {
            $0.setColors(.all, of: UUID(sourceName: "a"))
            $0.setColors(.all, of: UUID(sourceName: "b"))
            $0.sources["a"]?.rotation = .yes
            $0.sources["b"] = nil
        }
        let written = try scratch.text(at: path)
        #expect(written.contains("12345678901234567890123"))
        #expect(written.contains(": 0.1"))
        let expected = """
            {"version":1,"b":[1,{"c":null}],"big":12345678901234567890123,"tenth":0.1,"yes":true,
             "filter":{"f":"x"},"defaultSource":"a",
             "filters":{"\(uuid("b"))":{"g":1},"mine":{"colors":5}},
             "sources":{"a":{"uuid":"\(uuid("a"))","location":"rel.json","note":"é/\\u0000",
                             "ids":"rotating"}}}
            """
        let parsed = try JSONSerialization.jsonObject(with: Data(expected.utf8))
        #expect(try document() == parsed as? NSDictionary)
    }

    @Test("Values that are reset to their defaults are removed from the document")
    func clearing() async throws {
        try scratch.put(
            """
            {"defaultSource":"a","filter":{"colors":["red"]},
             "sources":{"a":{"location":"sim://a","ids":"stable","colorOf":{"t":"red"}}}}
            """, at: path)
        try await file.update {
            $0.defaultSource = nil
            $0.setColors(.all, of: UUID(sourceName: "a"))
            $0.set(
                Source(location: .simulation("sim://a")), named: "a", newUUID: UUID())
        }
        let source: NSDictionary = ["uuid": uuid("a"), "location": "sim://a"]
        let expected: NSDictionary = ["version": 1, "sources": ["a": source] as NSDictionary]
        #expect(try document() == expected)
    }

    @Test("A source keeps its UUID under another name, and its old name gets a new one")
    func renaming() async throws {
        let text = """
            {"sources":{"a":{"location":"sim://a"},
                        "b":{"location":"sim://b","uuid":"0190F0B8-0000-7000-8000-00000000000B"}}}
            """
        try scratch.put(text, at: path)
        #expect(try file.load().sources["a"]?.uuid == UUID(sourceName: "a"))
        try await file.update { $0.defaultSource = "a" }
        let renamed = try scratch.text(at: path).replacing("\"a\" : {", with: "\"c\" : {")
        try scratch.put(renamed, at: path)
        let new = UUID()
        try await file.update {
            $0.set(Source(location: .simulation("sim://x")), named: "a", newUUID: new)
        }
        let sources = try file.load().sources
        #expect(sources["c"]?.uuid == UUID(sourceName: "a"))
        #expect(sources["b"]?.uuid?.uuidString == "0190F0B8-0000-7000-8000-00000000000B")
        #expect(sources["a"]?.uuid == new)
    }

    @Test("A replaced source keeps its UUID; one that is removed and added again has another")
    func sameUUID() async throws {
        let text = #"{"sources":{"b":{"location":"sim://b","uuid":"\#(UUID())"}}}"#
        try scratch.put(text, at: path)
        let before = try #require(try file.load().sources["b"]?.uuid)
        let source = Source(location: .simulation("sim://other"))
        try await file.update { $0.set(source, named: "b", newUUID: UUID()) }
        #expect(try file.load().sources["b"]?.uuid == before)
        try await file.update { #expect($0.remove("b")?.uuid == before) }
        #expect(try file.load().sources["b"] == nil)
        #expect(try file.load().pendingRemovals == [before: .everything])
        let new = UUID()
        try await file.update { $0.set(source, named: "b", newUUID: new) }
        #expect(try file.load().sources["b"]?.uuid == new)
        try await file.update { $0.finish([before]) }
        #expect(try document()["pendingRemovals"] == nil)
    }

    @Test("A source that an earlier version removed gets its UUID back, and no other does")
    func removedUUID() async throws {
        let (old, new) = (UUID(), UUID())
        try scratch.put(#"{"removed":{"b":"\#(old)"}}"#, at: path)
        let source = Source(location: .simulation("sim://a"))
        try await file.update { preferences in
            preferences.set(source, named: "a", newUUID: new)
            preferences.set(source, named: "b", newUUID: UUID())
        }
        #expect(try file.load().sources.mapValues(\.uuid) == ["a": new, "b": old])
        #expect(try document()["removed"] == nil)
    }

    @Test("Two processes' changes since the same document are both kept")
    func changeSinceKnown() async throws {
        try scratch.put("{}", at: path)
        let known = try file.load()
        try await file.update(since: known) { $0.defaultSource = "x" }
        let red = try #require(ColorFilter(["red"]))
        try await file.update(since: known) { $0.setColors(red, of: demo) }
        let preferences = try file.load()
        #expect(preferences.defaultSource == "x" && preferences.colors(of: demo) == red)
    }

    @Test("A change without effect writes nothing and creates no folder")
    func noChange() async throws {
        let name = try await file.update { preferences in
            preferences.setColors(.all, of: demo)
            return preferences.defaultSource
        }
        #expect(name == "demo")
        #expect(!FileManager.default.fileExists(atPath: scratch.folder))
    }

    @Test("A change that throws does not modify the file")
    func throwingChange() async throws {
        try scratch.put("{}", at: path)
        await #expect(throws: CancellationError.self) {
            try await file.update { preferences in
                preferences.defaultSource = "x"
                throw CancellationError()
            }
        }
        #expect(try scratch.text(at: path) == "{}")
    }

    @Test(
        "A file that cannot be read is never overwritten",
        arguments: ["", "{", #"{"version":2}"#, #"{"filter":{"colors":5}}"#])
    func invalidFile(text: String) async throws {
        try scratch.put(text, at: path)
        await #expect(throws: PreferencesError.self) {
            try await file.update { $0.defaultSource = "x" }
        }
        #expect(try scratch.text(at: path) == text)
        #expect(try scratch.names(in: scratch.home.configFolder) == ["locks", "preferences.json"])
    }

    @Test("A home that cannot be created is an error with the system's message")
    func unwritableHome() async throws {
        try scratch.put("", at: scratch.folder + "/file")
        let home = try Home(
            environment: ["FLEET_HOME": "/proc/nowhere"].lookup, userHome: nil, userID: 0,
            currentFolder: "/")
        let error = PreferencesError.unwritable(
            path: "/proc/nowhere/preferences.json", reason: "No such file or directory")
        await #expect(throws: error) {
            try await PreferencesFile(home: home).update { $0.defaultSource = nil }
        }
    }

    @Test(
        "The target of a linked file is replaced and keeps its permissions", arguments: [0, 1])
    func linkedFile(isMissing: Int) async throws {
        let dotfiles = scratch.folder + "/dotfiles"
        try scratch.home.createFolders()
        try FileManager.default.createDirectory(
            atPath: dotfiles, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "../dotfiles/link.json")
        try FileManager.default.createSymbolicLink(
            atPath: dotfiles + "/link.json", withDestinationPath: dotfiles + "/fleet.json")
        if isMissing == 0 {
            try scratch.put("{}", at: dotfiles + "/fleet.json")
            #expect(chmod(dotfiles + "/fleet.json", 0o644) == 0)
        }
        try await file.update { $0.defaultSource = "linked" }
        #expect(try scratch.text(at: dotfiles + "/fleet.json").contains("linked"))
        #expect(try scratch.mode(of: dotfiles + "/fleet.json") == (isMissing == 0 ? 0o644 : 0o600))
        #expect(try scratch.names(in: dotfiles) == ["fleet.json", "link.json"])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path)
                == "../dotfiles/link.json")
    }

    @Test("The default history is that of sources without their own, and removes nothing")
    func defaultHistory() async throws {
        try await file.update { preferences in
            for (name, choice) in [("a", nil), ("b", "off"), ("c", "7d")] {
                var source = Source(location: .web("https://\(name).example"))
                source.ownHistory = try choice.map { try HistoryChoice($0) }
                preferences.set(source, named: name, newUUID: UUID())
            }
            #expect(try preferences.setDefaultHistory(HistorySetting("30d")) == [])
        }
        let known = try file.load()
        #expect(["a", "b", "c"].map { known.sources[$0]?.history?.text } == ["30d", nil, "7d"])
        #expect(known.servedNames == ["a", "b", "c"])
        #expect(try document()["history"] as? String == "30d")
        let kept = try await file.update { preferences in
            preferences.set(Source(location: .standardInput), named: "d", newUUID: UUID())
            preferences.sources["d"]?.ownHistory = try HistoryChoice("off")
            return try preferences.setDefaultHistory(HistorySetting("1d"))
        }
        #expect(kept == ["a", "demo"])
        let shortened = try file.load()
        #expect(shortened.sources["a"]?.ownHistory?.text == "30d")
        #expect(
            ["a", "b", "c"].map { shortened.sources[$0]?.history?.text } == ["30d", nil, "7d"])
        try await file.update { #expect($0.setDefaultHistory(nil) == []) }
        #expect(try document()["history"] == nil)
    }

    @Test("Concurrent changes are not lost, and readers see complete files")
    func concurrentChanges() async throws {
        let file = file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                group.addTask {
                    for change in 0..<5 {
                        try await retryWhileLocked {
                            try await file.update {
                                let source = Source(location: .standardInput)
                                $0.set(
                                    source, named: "s\(writer)-\(change)", newUUID: UUID())
                            }
                        }
                        _ = try file.load()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.load().sources.count == 31)
        #expect(
            try scratch.names(in: scratch.home.configFolder)
                == ["preferences.json", "preferences.lock"])
    }

    /// Retries while the file is locked: with many tests on few threads, a lock holder may be
    /// suspended for longer than the lock timeout.
    private func retryWhileLocked(_ change: () async throws -> Void) async throws {
        try await waitUntil("the end of the lock") {
            do {
                try await change()
                return true
            } catch PreferencesError.locked {
                return false
            }
        }
    }
}
