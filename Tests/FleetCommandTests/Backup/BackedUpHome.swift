import FleetTestSupport
import Foundation
import Testing

/// A home with something of everything that a backup has.
struct BackedUpHome {
    let home: FleetHome

    /// Fills a home, whose source has a history and whose notes have a photo.
    init() async throws {
        let photos = try await PhotoHome()
        home = photos.home
        try await home.run("source", "edit", "town", "--history", "30d").succeeded()
        try await home.run("refresh", "--source", "town").succeeded()
        try await home.run("favorite", "add", "A-1").succeeded()
        try await home.run("note", "add", "B-2", "brake is loose", "--photo", photos.photo(0))
            .succeeded()
        try await home.run("view", "save", "mine", "--color", "red").succeeded()
        try home.write("geheim, aber lang genug\n", to: "password")
        try await home.shell("fleet user add anna --role member --password-stdin < password")
            .succeeded()
        try FileManager.default.removeItem(atPath: home.path(of: "password"))
    }

    /// What commands show of a home, apart from the paths of homes.
    static func content(of home: FleetHome) async throws -> [String] {
        var content: [String] = []
        for command in [
            "list --offline --format csv --fields id,state", "favorite list --format csv",
            "note list --format csv", "view list --format csv",
            "source list --format csv --fields name,location,default,ids,label_field,color_of",
            "user list --format csv --fields name,role",
        ] {
            let outcome = try await home.run(command.split(separator: " ").map(String.init))
                .succeeded()
            content += ["> " + command]
            content += outcome.lines.map { $0.replacing(/[^,]*\/fleet-[0-9A-F]+\//, with: "") }
        }
        let photos = home.path + "/" + PhotoHome.folder
        for name in (try? FileManager.default.contentsOfDirectory(atPath: photos).sorted()) ?? [] {
            let bytes = FileManager.default.contents(atPath: photos + "/" + name)
            content.append("\(name) \(bytes?.count ?? 0)")
        }
        return content
    }

    /// The UUIDs of the streams of changes.
    static func streams(of home: FleetHome) async throws -> [String] {
        try await Tool.sqlite("SELECT uuid FROM change_stream", home.path(of: "fleet.sqlite"))
    }
}
