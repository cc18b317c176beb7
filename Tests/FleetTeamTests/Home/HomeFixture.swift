import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
import FleetTestSupport
import Foundation

@testable import FleetTeam

/// A home in a temporary folder, with the favorites and notes of the command line in a source.
final class HomeFixture: Sendable {
    let folder: TemporaryFolder
    let home: Home
    let annotations: HomeAnnotations
    let source = UUID(sourceName: "town")

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path
        home = try Home { $0 == "FLEET_HOME" ? path : nil }
        annotations = Self.annotations(.local, source, home)
    }

    private static func annotations(
        _ owner: HomeOwner, _ source: UUID, _ home: Home, isReadOnly: Bool = false
    ) -> HomeAnnotations {
        HomeAnnotations(
            of: owner, source: source, in: file(of: home, isReadOnly),
            photos: PhotoFolder(of: home, owner: owner.uuid),
            now: { Timestamp(seconds: 1_800_000_000) })
    }

    /// Returns the file of a home, whose lock only what hangs keeps for too long.
    private static func file(of home: Home, _ isReadOnly: Bool) -> HomeTeamFile {
        HomeTeamFile(
            of: home, isReadOnly: isReadOnly, lockLimit: .seconds(Deadline.seconds))
    }

    /// Returns the collection that another command uses.
    func opened(
        _ owner: HomeOwner = .local, of source: UUID? = nil, isReadOnly: Bool = false
    ) -> HomeAnnotations {
        Self.annotations(owner, source ?? self.source, home, isReadOnly: isReadOnly)
    }

    /// The team of a server in the same home.
    func team() throws -> TestTeam {
        try TestTeam(SQLiteTeamDatabase(path: file, lockLimit: .seconds(Deadline.seconds)))
    }

    /// Reads everything that the command line has.
    func content() throws -> OwnerContent {
        try Self.file(of: home, true).read {
            try OwnerContent(reading: $0, of: HomeOwner.local.uuid)
        } ?? OwnerContent()
    }

    var file: String { home.teamDatabasePath }
    var photosPath: String { annotations.photos.path }

    /// Sorted file names in the photo folder.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: photosPath).sorted() }
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try folder.write(Array(text.utf8), to: name)
    }

    /// Writes a file into the photo folder.
    func writePhoto(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: photosPath + "/" + name))
    }

    func text(of path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Runs SQL on the file with the `sqlite3` program and returns its output.
    @discardableResult
    func sqlite3(_ sql: String) throws -> String {
        try Tool.lines(of: ["sqlite3", file, sql]).joined(separator: "\n")
    }

    /// Returns files that are treated as JPEG photos of 4 × 3 pixels, unless their content is
    /// `bad`.
    func files(_ paths: String...) throws -> PhotoFiles { try files(paths) }

    func files(_ paths: [String]) throws -> PhotoFiles {
        try PhotoFiles(paths) { bytes, path in
            guard bytes != Array("bad".utf8) else { throw InvalidPhotoError(path: path) }
            return Photo.Info(format: .jpeg, width: 4, height: 3)
        }
    }

    /// Adds a note.
    func add(_ text: String = "note", _ photos: PhotoFiles? = nil) async throws -> Note {
        try await annotations.add(
            Note(number: 0, vehicleID: "A-1", text: text, createdAt: Timestamp(milliseconds: 1)),
            photos: photos)
    }

    /// Returns the SHA-256 of a text, computed by the `sha256sum` program.
    func sha256(_ text: String) throws -> String {
        let output = try Tool.output(of: ["sha256sum"], input: Array(text.utf8))
        return String(decoding: output.prefix(64), as: UTF8.self)
    }
}

struct InvalidPhotoError: Error, Equatable {
    let path: String
}
