import FleetTestSupport
import Testing

extension FleetHome {
    /// Creates a home whose default source is `town`; `feed` is stored in a file of the home.
    static func town(_ feed: String, _ options: [String]) async throws -> FleetHome {
        let home = try FleetHome()
        try home.write(feed, to: "feed.json")
        try await home.run(["source", "add", "town", "feed.json"] + options).succeeded()
        try await home.run("source", "use", "town").succeeded()
        return home
    }
}
