import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet user import-local`: copies the favorites, views and notes of the command line to a user.
struct UserImportLocalCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-local",
        abstract: "Copy the favorites, views and notes of this home to a user.",
        examples: ["Copy them to a user": "fleet user import-local alice"],
        notes: """
            The notes are private until the user shares them. Running the command again copies only what \
            is new, and no view whose name the user has. Photos are not copied, because they may \
            contain locations.
            """
    )

    @Argument(help: .userName)
    var name: String

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let (user, result) = try await context.withUser(name) { administration, user in
            (user, try await context.importLocal(to: user, administration))
        }
        let (report, photos) = result
        let favorites = ShortText.count(report.favorites, "favorite")
        let notes = ShortText.count(report.notes, "note")
        let views = report.views > 0 ? [ShortText.count(report.views, "view")] : []
        let copied = ([favorites] + views).joined(separator: ", ")
        context.output.log("copied \(copied) and \(notes) to \(user.name)")
        if report.known > 0 { context.output.log("skipped \(report.known) copied before") }
        if photos > 0 { context.output.warn("skipped \(ShortText.count(photos, "photo"))") }
    }
}
