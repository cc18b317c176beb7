import FleetTestSupport
import Foundation
import Testing

@Suite("fleet serve backup and restore", .slots)
struct BackupTests {
    @Test("a restored home has everything, with new streams of changes; tar reads the file")
    func round() async throws {
        let original = try await BackedUpHome().home
        let content = try await BackedUpHome.content(of: original)
        #expect(content.contains { $0.contains("brake is loose") })
        let file = original.path(of: "backup.tar")
        let backup = try await original.run("serve", "backup", file).succeeded()
        #expect(backup.errorText.hasPrefix("wrote \(file): "))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let names = try Tool.lines(of: ["tar", "-tf", file])
        #expect(names.last == "manifest.json")
        #expect(names.contains("fleet.sqlite") && names.contains("team.sqlite"))
        #expect(names.contains { $0.hasPrefix(PhotoHome.folder) })
        #expect(!names.contains { $0.contains("lock") || $0.contains("cache") })
        let digests = """
            import sys, tarfile, json, hashlib
            archive = tarfile.open(sys.argv[1])
            files = json.load(archive.extractfile("manifest.json"))["files"]
            assert [f["name"] for f in files] == archive.getnames()[:-1]
            for f in files:
                content = archive.extractfile(f["name"]).read()
                assert len(content) == f["bytes"]
                assert hashlib.sha256(content).hexdigest() == f["sha256"]
            print(len(files))
            """
        #expect(try Tool.lines(of: [Tool.python, "-c", digests, file]) == ["\(names.count - 1)"])

        let copy = try FleetHome()
        let restored = try await copy.run("serve", "restore", file).succeeded()
        #expect(restored.errorText.hasPrefix("restored the backup that fleet 0."))
        #expect(
            try copy.files.filter { $0.contains("restor") || $0.hasSuffix("-wal") }
                == ["locks/restored.lock"])
        #expect(try await BackedUpHome.content(of: copy) == content)
        let streams = try await BackedUpHome.streams(of: original)
        #expect(!streams.isEmpty)
        #expect(try await Set(BackedUpHome.streams(of: copy)).isDisjoint(with: streams))
        let log = try await Tool.sqlite(
            "SELECT count(*) FROM vehicle_change", copy.path(of: "fleet.sqlite"))
        #expect(
            try await Tool.sqlite(
                "SELECT count(*) FROM vehicle_change", original.path(of: "fleet.sqlite")) == log)
    }

    @Test("a home with data is only replaced on request, and then has nothing of its own left")
    func replace() async throws {
        let original = try await BackedUpHome().home
        let content = try await BackedUpHome.content(of: original)
        let file = original.path(of: "backup.tar")
        try await original.run("serve", "backup", file).succeeded()
        let other = try FleetHome()
        try await other.run("source", "add", "s", "sim://demo", "--ids", "stable").succeeded()
        try await other.run("note", "add", "ABP-PHY", "mine").succeeded()
        try other.write("{}", to: "credentials.json")
        func files() throws -> [String] { try other.files.filter { !$0.hasPrefix("locks") } }
        let before = try files()
        try await other.run("serve", "restore", file).failed(
            73, "the home \(other.path) has data already",
            "back it up first; then --replace replaces all of its files")
        #expect(try files() == before)
        try await other.run("serve", "restore", file, "--replace").succeeded()
        #expect(try await BackedUpHome.content(of: other) == content)
        #expect(other.bytes(of: "credentials.json").isEmpty)
        let input = try FleetHome()
        try await input.shell("fleet serve restore - < '\(file)'").succeeded()
        #expect(try await BackedUpHome.content(of: input) == content)
        let pipe = try await FleetHome().shell("cat '\(file)' | fleet serve restore -")
        pipe.failed(
            74, "cannot read the backup -: it is not a regular file",
            "save it to a file, and pass that: `fleet serve restore - < FILE`")
    }

    @Test("while a server runs, a backup succeeds, and a restore is refused")
    func served() async throws {
        let served = try await ServedHome(settings: ["--ids", "stable"])
        let home = served.home
        let file = home.path(of: "backup.tar")
        let anna = try await served.client("anna")
        try await anna.run("note", "add", "ABP-PHY", "hello", "--source", "team:demo").succeeded()
        try await home.run("serve", "backup", file).succeeded()
        try await home.run("serve", "restore", file, "--replace").failed(
            74, "a server runs on the home \(home.path)",
            "stop it first, as with `systemctl stop fleet`")
        let copy = try FleetHome()
        try await copy.run("serve", "restore", file).succeeded()
        let notes = "SELECT text FROM note"
        #expect(try await Tool.sqlite(notes, copy.path(of: "team.sqlite")) == ["hello"])
        #expect(
            try await Tool.jq(".publicURL", copy.bytes(of: "server.json")) == [served.url])
    }

    @Test("backups that are made while notes are written have a whole state of one moment")
    func concurrent() async throws {
        let home = try FleetHome()
        try await home.run("source", "edit", "demo", "--ids", "stable").succeeded()
        try await home.run("list", "--limit", "1").succeeded()
        try await home.run("note", "add", "ABP-PHY", "note 1").succeeded()
        async let writes: Void = {
            for number in 2...40 {
                try await home.run("note", "add", "ABP-PHY", "note \(number)").succeeded()
            }
        }()
        var counts: [Int] = []
        for number in 0..<6 {
            let file = home.path(of: "backup\(number).tar")
            try await home.run("serve", "backup", file).succeeded()
            let copy = try FleetHome()
            try await copy.run("serve", "restore", file).succeeded()
            guard try copy.files.contains("team.sqlite") else { continue }
            let path = copy.path(of: "team.sqlite")
            #expect(try await Tool.sqlite("PRAGMA integrity_check", path) == ["ok"])
            let numbers = try await Tool.sqlite("SELECT number FROM note ORDER BY number", path)
            #expect(numbers == (0..<numbers.count).map { "\($0 + 1)" })
            counts.append(numbers.count)
        }
        try await writes
        #expect(counts == counts.sorted() && (counts.first ?? 0) > 0)
    }

    @Test("of the backups in a folder, the newest stay, and other files do, too")
    func keep() async throws {
        let home = try FleetHome()
        try await home.run("list", "--color", "red").succeeded()
        let folder = home.path(of: "backups")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        for name in [
            "fleet-2026-01-01T000000Z.tar", "fleet-2026-01-02T000000Z.tar", "fleet-mine.tar",
            "other.tar", "fleet-2999-01-01T000000Z.tar", "fleet-2999-01-01T000001Z.tar",
        ] { try home.write("old", to: "backups/" + name) }
        let outcome = try await home.run("serve", "backup", folder, "--keep", "2").succeeded()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(
            names.dropFirst(2) == [
                "fleet-2999-01-01T000000Z.tar", "fleet-2999-01-01T000001Z.tar", "fleet-mine.tar",
                "other.tar",
            ])
        #expect(names.first == "fleet-2026-01-02T000000Z.tar")
        #expect(outcome.errorText.contains("wrote \(folder)/\(names[1]): "))
        #expect(names[1].wholeMatch(of: /fleet-\d{4}-\d\d-\d\dT\d{6}Z\.tar/) != nil)
        try await home.run("serve", "backup", home.path(of: "a.tar"), "--keep", "2").failed(
            64, "--keep needs a folder, and \(home.path(of: "a.tar")) is none",
            "create it, or leave out --keep")
        try await home.run("serve", "backup", home.path(of: "none/a.tar")).failed(
            73, "cannot write \(home.path(of: "none/a.tar")): No such file or directory",
            "check that the folder exists, its permissions and the space on the disk")
    }

    @Test("a backup replaces no device, no pipe, nothing of the home, and is no stream")
    func replaced() async throws {
        let home = try FleetHome()
        try await home.run("list", "--color", "red").succeeded()
        let pipe = home.path(of: "pipe")
        _ = try Tool.lines(of: ["mkfifo", pipe])
        let hint = "name another file or a folder, such as fleet.tar"
        for path in [pipe, "/dev/null"] {
            try await home.run("serve", "backup", path).failed(
                64, "\(path) is not a regular file", hint)
        }
        let store = home.path(of: "fleet.sqlite")
        let link = home.path(of: "link.tar")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store)
        for path in [store, link] {
            try await home.run("serve", "backup", path).failed(
                64, "\(path) is a file of the home", hint)
        }
        try await home.run("serve", "backup", "-").failed(
            64, "a backup is written to a file, not to the standard output",
            "name a file or a folder, such as fleet.tar")
        try await home.run("list", "--limit", "1").succeeded()
        try await home.run("serve", "restore", pipe).failed(
            74, "cannot read the backup \(pipe): it is not a regular file",
            "name a file that `fleet serve backup` wrote")
    }

    @Test("a damaged home is not backed up, and all backups of before stay")
    func damagedHome() async throws {
        let home = try await BackedUpHome().home
        let folder = home.path(of: "backups")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        try await home.run("serve", "backup", folder).succeeded()
        let path = home.path(of: "team.sqlite")
        _ = try await Tool.sqlite("PRAGMA wal_checkpoint(TRUNCATE)", path)
        let page = try await Tool.sqlite(
            "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'note'",
            path
        ).joined().split(separator: "|").compactMap { Int($0) }
        var bytes = home.bytes(of: "team.sqlite")
        let start = (page[0] - 1) * page[1]
        for offset in start..<(start + page[1]) { bytes[offset] = UInt8(offset * 31 % 251) }
        try home.write(bytes, to: "team.sqlite")
        let outcome = try await home.run("serve", "backup", folder, "--keep", "1")
        #expect(outcome.status == 74, "\(outcome.errorText)")
        #expect(outcome.errorLines.first == "error: the store \(path) is damaged")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        let copy = try FleetHome()
        try await copy.run("serve", "restore", "\(folder)/\(names[0])").succeeded()
    }

    #if os(Linux)
    @Test("photos in a linked folder of another file system are backed up and restored")
    func linkedPhotos() async throws {
        let home = try await BackedUpHome().home
        let content = try await BackedUpHome.content(of: home)
        let other = "/dev/shm/fleet-photos-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: other) }
        let photos = home.path(of: "team-photos")
        try FileManager.default.copyItem(atPath: photos, toPath: other)
        try FileManager.default.removeItem(atPath: photos)
        try FileManager.default.createSymbolicLink(atPath: photos, withDestinationPath: other)
        let file = home.path(of: "backup.tar")
        try await home.run("serve", "backup", file).succeeded()
        #expect(
            try Tool.lines(of: ["tar", "-tf", file]).contains { $0.hasPrefix(PhotoHome.folder) })
        try FileManager.default.createDirectory(
            atPath: other + "/other", withIntermediateDirectories: false)
        try Data("photo".utf8).write(to: URL(filePath: other + "/other/a.jpg"))
        for name in try FileManager.default.contentsOfDirectory(atPath: other) where name != "other"
        {
            try FileManager.default.removeItem(atPath: "\(other)/\(name)")
        }
        try await home.run("serve", "restore", file, "--replace").succeeded()
        #expect(try await BackedUpHome.content(of: home) == content)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: photos) == other)
        #expect(!FileManager.default.fileExists(atPath: other + "/other"))
    }
    #endif

    @Test("what a killed backup left is removed, and nothing of others")
    func leftovers() async throws {
        let home = try FleetHome()
        try await home.run("list", "--color", "red").succeeded()
        let folder = home.path(of: "backups")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        let file = folder + "/a.tar"
        let started = try home.start(
            ["serve", "backup", file],
            environment: try await CrashInjection.environment(
                beforeCall: 5, after: "backup.lock"
            ).mapValues(Optional.some))
        #expect(await started.outcome().status == -9)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left.count == 2 && left.allSatisfy { $0.hasPrefix(".a.tar.") })
        for name in [".a.tar.0.x.part", ".b.tar.0.x.tmp", ".a.tar.part"] {
            try home.write("other", to: "backups/" + name)
        }
        try await home.run("serve", "backup", file).succeeded()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == [".a.tar.0.x.part", ".a.tar.part", ".b.tar.0.x.tmp", "a.tar"])
    }

    @Test("a home in two folders of the XDG specification is restored into both")
    func folders() async throws {
        let original = try await BackedUpHome().home
        let file = original.path(of: "backup.tar")
        try await original.run("serve", "backup", file).succeeded()
        let copy = try FleetHome()
        let environment: [String: String?] = [
            "FLEET_HOME": nil, "XDG_CONFIG_HOME": copy.path + "/c",
            "XDG_DATA_HOME": copy.path + "/d",
        ]
        try await copy.run("serve", "restore", file, environment: environment).succeeded()
        #expect(
            copy.bytes(of: "c/fleet/preferences.json") == original.bytes(of: "preferences.json"))
        #expect(!copy.bytes(of: "d/fleet/team.sqlite").isEmpty)
        let notes = try await copy.run("note", "list", environment: environment).succeeded()
        #expect(notes.text.contains("brake is loose"))
    }
}
