package import ArgumentParser
package import FleetCore
import FleetRuntime
package import FleetTeam

/// Options of a server.
package struct ServeOptions: ParsableArguments {
    package init() {}

    @OptionGroup(title: "Address") package var address: ListenOptions

    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            "Serve only the source of this name. Repeat the option for several.",
            valueName: "name"), completion: .stored(.sources))
    package var sources: [String] = []

    @Flag(help: "Let administrators add sources and webhooks in private networks.")
    package var allowPrivateSources = false

    @Option(help: "Who can register: nobody, whoever has an invitation, or everybody.")
    package var registration: Team.Registration = .invite

    @Option(
        help: ArgumentHelp(
            "Address of map tiles with {z}, {x} and {y}, or a file of them. (default: as administrators choose)",
            discussion: "The server sends the raster tiles of an MBTiles file itself.",
            valueName: "url|file.mbtiles|none"), completion: .file(extensions: ["mbtiles"]))
    package var tiles: TileAddress?

    @Option(
        help: ArgumentHelp(
            "Address for questions, which published feeds need. (default: as administrators choose)",
            discussion: "`fleet source edit NAME --publish gbfs` publishes a source.",
            valueName: "email"))
    package var contact: String?

    @Option(
        help: ArgumentHelp(
            "History of sources without a setting of their own, such as 30d. (default: as it was set last)",
            discussion: "`fleet source edit NAME --history off` excepts a source.",
            valueName: "time[,size]|off"))
    package var history: HistoryChoice?

    @Option(help: ArgumentHelp("Days for which the audit log is kept.", valueName: "days"))
    package var auditDays = 90

    @Option(
        help: ArgumentHelp(
            "Days for which it is kept who reported where a vehicle of a table is.",
            valueName: "days"))
    package var reporterDays = 7

    @Option(
        help: ArgumentHelp(
            "Pages a second that one person can open, or people without a session at one address.",
            valueName: "n"))
    package var pageRate = 20

    @OptionGroup(title: "Log") package var log: LogOptions

    @Option(help: .database)
    package var database: String?

    package func validate() throws {
        guard (1...3650).contains(auditDays) else {
            throw ValidationError("--audit-days must be from 1 to 3650")
        }
        guard (1...90).contains(reporterDays) else {
            throw ValidationError("--reporter-days must be from 1 to 90")
        }
        guard (1...1_000_000).contains(pageRate) else {
            throw ValidationError("--page-rate must be from 1 to 1000000")
        }
        guard contact.map(EmailAddress.isValid) ?? true else {
            throw ValidationError("--contact must be an address such as fleet@example.com")
        }
    }
}

/// Options of the log of a server.
package struct LogOptions: ParsableArguments {
    @Option(help: "Format of the log on standard error: lines of text, or of JSON.")
    package var logFormat = LogFormat.text

    @Option(help: "Least important lines of the log; --verbose is debug.")
    package var logLevel = LogLevel.info

    package init() {}
}

/// Format of a log.
package enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case text, json
}

/// Importance of a line of a log.
package enum LogLevel: String, CaseIterable, ExpressibleByArgument, Sendable {
    case debug, info, warning, error
}

extension ArgumentHelp {
    /// Help of `--database`.
    package static let database = ArgumentHelp(
        "Read the sources and vehicles of this PostgreSQL database. (default: $FLEET_DATABASE, or "
            + "the files of FLEET_HOME)", valueName: "url")
}
