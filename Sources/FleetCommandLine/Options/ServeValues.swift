public import ArgumentParser
public import FleetCore
public import FleetTeam

// Types of other modules that are values of options of a server.

extension ListenAddress: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension Team.Registration: ExpressibleByArgument {}

extension HistoryChoice: ExpressibleByArgument {
    /// Creates a choice of a command line.
    public init?(argument: String) {
        guard let choice = try? HistoryChoice(argument) else { return nil }
        self = choice
    }
}

/// Map tiles on the command line.
package enum TileAddress: ExpressibleByArgument {
    case noTiles
    /// Address with `{z}`, `{x}` and `{y}`.
    case template(String)
    /// Path of an MBTiles file.
    case file(String)

    package init?(argument: String) {
        let hasScheme = argument.hasPrefix("https://") || argument.hasPrefix("http://")
        if argument == "none" {
            self = .noTiles
        } else if hasScheme, ["{z}", "{x}", "{y}"].allSatisfy(argument.contains) {
            self = .template(argument)
        } else if !hasScheme, argument.lowercased().hasSuffix(".mbtiles") {
            self = .file(argument)
        } else {
            return nil
        }
    }
}
