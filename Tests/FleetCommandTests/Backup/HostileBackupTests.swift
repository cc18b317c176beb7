import FleetTestSupport
import Foundation
import Testing

@Suite(
    "A backup that is damaged, hostile or of a later version is refused, and changes nothing",
    .slots)
struct HostileBackupTests {
    /// Writes a backup of a small home.
    private static func backup(in home: FleetHome) async throws -> String {
        try await home.run("list", "--color", "red").succeeded()
        let file = home.path(of: "backup.tar")
        try await home.run("serve", "backup", file).succeeded()
        return file
    }

    /// Restores a file into another home, which must refuse it and stay as it is.
    private static func refusal(of file: String) async throws -> String {
        let home = try FleetHome()
        try await home.run("filter", "clear").succeeded()
        let before = try home.files.filter { !$0.hasPrefix("locks") }
        let outcome = try await home.run("serve", "restore", file, "--replace")
        #expect(outcome.status == 74, "\(outcome.errorText)")
        #expect(outcome.errorLines.count == 2)
        #expect(try home.files.filter { !$0.hasPrefix("locks") } == before)
        return outcome.errorLines.first ?? ""
    }

    /// Changes the archive with a Python script, whose variables are `entries`, a list of headers
    /// with content, and `manifest`; it writes them as a plain archive.
    private static func changed(_ file: String, by script: String) throws -> String {
        let target = file + ".changed"
        let program = """
            import copy, hashlib, io, json, sys, tarfile
            source = tarfile.open(sys.argv[1])
            entries = [(m, source.extractfile(m).read()) for m in source.getmembers()]
            manifest = json.loads(entries.pop()[1])
            def info(name, content=b"x", **fields):
                member = tarfile.TarInfo(name)
                member.size = len(content)
                for key, value in fields.items(): setattr(member, key, value)
                return member, content
            def add(name, content=b"x", **fields):
                entries.append(info(name, content, **fields))
                manifest["files"].append({"name": name, "bytes": len(content),
                                          "sha256": hashlib.sha256(content).hexdigest()})
            blocks = {}
            def head(member):
                return blocks.get(id(member)) or member.tobuf(tarfile.USTAR_FORMAT)
            def binary(member, size):
                # With the size as a binary number (GNU tar), and its checksum.
                field = b"\\x80" + (size % (1 << 88)).to_bytes(11, "big")
                block = bytearray(head(member))
                block[124:136] = field
                block[148:156] = b" " * 8
                block[148:156] = b"%06o\\0 " % sum(block)
                blocks[id(member)] = bytes(block)
            \(script)
            text = json.dumps(manifest).encode()
            with open(sys.argv[2], "wb") as target:
                for member, content in entries + [info("manifest.json", text)]:
                    target.write(head(member))
                    target.write(content + bytes(-len(content) % 512))
                target.write(bytes(1024))
            """
        _ = try Tool.output(of: [Tool.python, "-c", program, file, target])
        return target
    }

    /// A script that runs statements on the database in the archive.
    private static func changedDatabase(_ statements: String) -> String {
        """
        import sqlite3, os
        path = sys.argv[2] + ".sqlite"
        index = [m.name for m, _ in entries].index("fleet.sqlite")
        open(path, "wb").write(entries[index][1])
        database = sqlite3.connect(path)
        database.executescript(\"\"\"\(statements)\"\"\")
        database.execute("PRAGMA journal_mode = DELETE")
        database.close()
        content = open(path, "rb").read()
        os.remove(path)
        entries[index] = info("fleet.sqlite", content)
        manifest["files"][index].update(bytes=len(content),
                                        sha256=hashlib.sha256(content).hexdigest())
        """
    }

    @Test("an archive that another program writes in the same way is accepted")
    func accepted() async throws {
        let home = try FleetHome()
        let file = try Self.changed(try await Self.backup(in: home), by: "pass")
        let copy = try FleetHome()
        try await copy.run("serve", "restore", file).succeeded()
        try await copy.run("list", "--limit", "1").succeeded()
    }

    @Test(
        "entries that no backup has are refused",
        arguments: [
            #"add("../evil")"#, #"add("/tmp/evil")"#, #"add("team-photos/../../evil/x")"#,
            #"add("team-photos/a/.hidden")"#, #"add("team-photos/a/b/c")"#,
            #"add("team-photos/a")"#,
            #"add("team-photos/a/" + "b\x1b[31m")"#, #"add("fleet.sqlite-wal")"#, #"add("locks")"#,
            #"add("database.dump")"#, #"add("fleet.sqlite")"#, #"add("")"#,
            #"add("team-photos/a/b", b"", type=tarfile.SYMTYPE, linkname="/etc/passwd")"#,
            #"add("team-photos/a/b", b"", type=tarfile.LNKTYPE, linkname="fleet.sqlite")"#,
            #"add("team-photos/a/b", b"", type=tarfile.FIFOTYPE)"#,
            #"add("team-photos/a/b", b"", type=tarfile.CHRTYPE)"#,
            #"add("team-photos", b"", type=tarfile.DIRTYPE)"#,
            #"entries.append(info("team-photos/a/b"))"#, #"entries.pop()"#,
            #"manifest["files"].pop()"#, #"manifest["files"][0]["sha256"] = "0" * 64"#,
            #"manifest["files"][0]["bytes"] += 1"#, #"manifest["files"] = []"#,
            #"manifest["files"] = {}"#, #"del manifest["content"]"#,
            #"entries[0] = (entries[0][0], entries[0][1][:-1] + b"?")"#,
            #"entries[0][0].size = (1 << 33) - 1"#, #"binary(entries[0][0], 1 << 40)"#,
            #"binary(entries[0][0], (1 << 63) - 1)"#, #"binary(entries[0][0], 1 << 63)"#,
            #"binary(entries[0][0], -1)"#, changedDatabase("DROP TABLE change_stream"),
            changedDatabase(
                """
                CREATE TRIGGER t AFTER UPDATE ON change_stream
                BEGIN DELETE FROM source; END
                """),
            changedDatabase("CREATE VIEW v AS SELECT 1"),
            changedDatabase("CREATE TABLE mine (a)"),
        ])
    func entries(script: String) async throws {
        let home = try FleetHome()
        let file = try Self.changed(try await Self.backup(in: home), by: script)
        #expect(
            try await Self.refusal(of: file).hasPrefix("error: \(file) is not a "))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/evil"))
    }

    @Test("a backup of a later version is refused with the version")
    func later() async throws {
        let home = try FleetHome()
        let backup = try await Self.backup(in: home)
        let cases = [
            #"manifest.update(format=2, version="9.1.0", files=None)"#,
            Self.changedDatabase("PRAGMA user_version = 99")
                + "\nmanifest[\"version\"] = \"9.1.0\"",
        ]
        for script in cases {
            let file = try Self.changed(backup, by: script)
            #expect(
                try await Self.refusal(of: file)
                    == "error: the backup \(file) is of fleet 9.1.0, whose tables this version does "
                    + "not know")
        }
    }

    @Test("a backup that is cut off anywhere, or has a changed byte, is refused")
    func damaged() async throws {
        let home = try FleetHome()
        let backup = try await Self.backup(in: home)
        let bytes = home.bytes(of: "backup.tar")
        var damaged: [[UInt8]] = [[], [UInt8](repeating: 0, count: 1024), bytes + [0]]
        for part in 1..<12 { damaged.append(Array(bytes.prefix(bytes.count * part / 12))) }
        for length in [bytes.count - 1, bytes.count - 512, bytes.count - 1024, 511, 512] {
            damaged.append(Array(bytes.prefix(length)))
        }
        let manifest = try #require(Self.offset(of: "\"files\"", in: bytes))
        for offset in [0, 124, 148, 156, 257, 345, 600, 5000, manifest] {
            var changed = bytes
            changed[offset] ^= 1
            damaged.append(changed)
        }
        for content in damaged {
            let file = try home.write(content, to: "damaged.tar")
            #expect(
                try await Self.refusal(of: file).hasPrefix("error: \(file) is not a ")
            )
        }
        let folder = try await Self.refusal(of: home.path)
        #expect(folder.hasPrefix("error: cannot read the backup \(home.path): "))
        #expect(try await Self.refusal(of: backup + ".none").contains("No such file"))
    }

    @Test("a file of another program is no backup, as an archive too")
    func foreign() async throws {
        let home = try FleetHome()
        try home.write("hello", to: "text")
        for format in ["gnu", "ustar", "pax"] {
            _ = try Tool.lines(
                of: [
                    "tar", "-C", home.path, "--format", format, "-cf", home.path(of: format),
                    "text",
                ])
        }
        for name in ["text", "gnu", "ustar", "pax"] {
            let file = home.path(of: name)
            #expect(try await Self.refusal(of: file) == "error: \(file) is not a backup of fleet")
        }
    }

    #if os(Linux)
    @Test("sizes near the end of the range of numbers are refused")
    func enormous() async throws {
        let home = try FleetHome()
        let file = "/dev/shm/fleet-backup-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let script = """
            import sys, tarfile
            member = tarfile.TarInfo("fleet.sqlite")
            block = bytearray(member.tobuf(tarfile.USTAR_FORMAT))
            block[124:136] = b"\\x80" + ((1 << 63) - 513).to_bytes(11, "big")
            block[148:156] = b" " * 8
            block[148:156] = b"%06o\\0 " % sum(block)
            with open(sys.argv[1], "wb") as file:
                file.write(block)
                file.truncate((1 << 63) - 1)
            """
        _ = try Tool.output(of: [Tool.python, "-c", script, file])
        try await home.run("serve", "restore", file).failed(
            74, "\(file) is not a whole backup: its end is missing",
            "restore another backup, or copy this one again from where it was made")
    }
    #endif

    private static func offset(of text: String, in bytes: [UInt8]) -> Int? {
        let text = Array(text.utf8)
        return bytes.indices.dropLast(text.count).last { bytes[$0...].starts(with: text) }
    }
}
