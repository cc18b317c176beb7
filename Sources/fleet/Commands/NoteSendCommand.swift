import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet note send`: sends notes that a team's server has not received.
struct NoteSendCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send notes that were written while the team's server could not be reached.",
        examples: [
            "Send all of them": "fleet note send",
            "List them": "fleet note send --list",
        ],
        notes: "A note that the server has received already is not doubled."
    )

    @Flag(help: "List the notes, and send nothing.")
    var list = false

    @Flag(help: "Delete the notes instead of sending them.")
    var discard = false

    @Flag(help: "Replace texts that others have changed meanwhile.")
    var replace = false

    func validate() throws {
        guard [list, discard, replace].filter({ $0 }).count < 2 else {
            throw ValidationError("--list, --discard and --replace cannot be used together")
        }
    }

    func run(in context: CommandContext) async throws {
        let login = try await TeamAccount(in: context).requiredLogin()
        let stored = try NoteDrafts(of: login, in: context)
        let drafts = try stored.all()
        if drafts.isEmpty { return context.output.log("there are no notes to send") }
        if list {
            let lines = drafts.map { line(of: $0) + "\n" }
            return try context.output.write(lines.joined())
        }
        let server = try TeamServer(of: login, in: context)
        var lastError: (any Error)?
        for draft in drafts {
            if discard {
                try await stored.remove(draft)
                context.output.log("discarded \(draft.subject)")
                continue
            }
            do {
                try await stored.send(draft, to: server, replaces: replace)
                context.output.log("sent \(draft.subject)")
            } catch let error where !(error is CancellationError) {
                if let lastError { _ = ErrorReport(lastError).print(to: context.output) }
                lastError = error
            }
        }
        if let lastError { throw lastError }
    }

    private func line(of draft: NoteDraft) -> String {
        let photos =
            draft.photoCount == 0 ? "" : ", \(ShortText.count(draft.photoCount, "photo"))"
        let text = draft.text.map { ": " + $0.replacing("\n", with: " ") } ?? ""
        let line = "\(LocalTime.text(draft.createdAt))  \(draft.subject)\(photos)\(text)"
        return TerminalText.escaped(line)
    }
}
