import ArgumentParser
import FleetClient
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// `fleet attention take`: makes a task about an entry.
struct AttentionTakeCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "take",
        abstract: "Take care of an entry: add a task about it.",
        examples: [
            "Take a low battery until this evening":
                "fleet attention take battery ABP-PHY --due 18:00",
            "Give a source that fails to somebody":
                "fleet attention take source --assignee amira --source team:oslo",
        ],
        notes: "The entry counts again when the task is done with `fleet note done N`."
    )

    @OptionGroup var entry: AttentionEntryOptions

    @Option(help: ArgumentHelp("The text of the task.", valueName: "text"))
    var text: String?

    @OptionGroup var task: TaskOptions

    func run(in context: CommandContext) async throws {
        let annotated = try await AnnotatedSource(entry.source.argument, in: context)
        let isOfTeam = annotated.selected.team != nil
        let (thing, position, seenAt) = try await entry.resolved(in: annotated)
        var options = task
        if isOfTeam, options.assignee == nil { options.assignee = "@me" }
        var note = Note(
            number: 0, vehicleID: nil, siteID: nil, text: text ?? entry.group.title,
            createdAt: context.shownNow(), position: position, seenAt: seenAt,
            task: try options.task(isTask: true, at: context.shownNow()))
        switch thing {
        case .source: break
        case .vehicle(let id): note.vehicleID = id
        case .site(let id): note.siteID = id
        }
        let added = try await annotated.writer.add(
            note, photos: nil, for: isOfTeam ? .team : .private)
        context.output.log("took \(entry.shown(annotated.label)): task \(added.number)")
    }
}
