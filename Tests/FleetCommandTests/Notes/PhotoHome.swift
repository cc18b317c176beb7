import FleetTestSupport
import Foundation
import Testing

/// A home with a source `town`, for notes with photos.
struct PhotoHome {
    let home: FleetHome
    let picture: [UInt8]

    init() async throws {
        home = try await .town(#"{"vehicles":[{"id":"A-1"},{"id":"B-2"}]}"#, ["--ids", "stable"])
        picture = try await Self.picture("JPEG")
    }

    /// Returns an image of random noise, 40 × 30 pixels by default, encoded by Pillow.
    static func picture(_ format: String, size: String = "(40, 30)") async throws -> [UInt8] {
        let script = """
            import sys
            from PIL import Image
            Image.effect_noise(\(size), 90).convert("RGB").save(sys.stdout.buffer, "\(format)")
            """
        return try await Tool.fixture(python: script)
    }

    /// Writes a photo and returns its path.
    ///
    /// Each number has a different file: bytes after the end of a JPEG do not show.
    @discardableResult
    func photo(_ number: Int) throws -> String {
        try home.write(picture + Array("\(number)".utf8), to: "photo\(number).jpg")
    }

    /// The folder of the photos of the command line, in the home.
    static let folder = "team-photos/666c6565-7400-8000-8000-006c6f63616c"

    /// The sorted file names in the photo folder.
    var names: [String] {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: home.path + "/" + Self.folder)
        return names?.sorted() ?? []
    }

    func sqlite(_ query: String) async throws -> [String] {
        try await Tool.sqlite(query, home.path + "/team.sqlite")
    }

    /// Runs the program once more, then expects the photo folder to have exactly the photos of the
    /// database, undamaged.
    func expectWhole(
        notes: Set<String>, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let list = try await home.run("note", "list", "--format", "json").succeeded(location)
        #expect(!list.text.contains(#""missing":true"#), sourceLocation: location)
        let script = #"""
            sqlite3 team.sqlite "PRAGMA integrity_check; PRAGMA foreign_key_check;
            SELECT 'unused', hash FROM photo EXCEPT SELECT 'unused', hash FROM note_photo;
            SELECT 'unused', hash FROM photo_cleanup;
            SELECT DISTINCT 'note', note.number FROM note JOIN note_photo ON note = note.id;
            SELECT 'photo', hash FROM photo"
            cd \#(Self.folder) && for file in $(ls -A); do echo "file|$file|$(sha256sum < $file)"; done
            """#
        let lines = try await home.shell(script).succeeded(location).lines
            .map { $0.split(separator: "|").map { String($0.prefix(64)) } }
        let values = { (name: String) in lines.filter { $0[0] == name }.map { $0[1] } }
        #expect(lines[0] == ["ok"] && values("unused").isEmpty, sourceLocation: location)
        #expect(Set(values("note")).isSuperset(of: notes), sourceLocation: location)
        #expect(values("file").sorted() == values("photo").sorted(), sourceLocation: location)
        #expect(names == values("photo").sorted().map { $0 + ".jpg" }, sourceLocation: location)
        for file in lines where file[0] == "file" {
            #expect(file[2] == file[1], sourceLocation: location)
        }
    }
}
