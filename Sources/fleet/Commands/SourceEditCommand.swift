import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSettings
import Foundation

/// `fleet source edit`: changes some settings of a source.
struct SourceEditCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change some settings of a source.",
        examples: [
            "State that the IDs are stable": "fleet source edit oslo --ids stable",
            "Change the location": "fleet source edit oslo https://example.com/gbfs/gbfs.json",
            "Keep each change of its vehicles for 30 days": "fleet source edit oslo --history 30d",
            "Add the columns of an asset list to the vehicles":
                "fleet source edit oslo --inventory assets.xlsx --match code",
            "Replace the credentials": "fleet source edit oslo --bearer-env OSLO_TOKEN",
        ],
        notes: """
            All other settings, favorites, notes and labels stay. Credentials are replaced as a whole. \
            With a new location, language or new credentials, the feed is loaded once to check it; if it cannot \
            be read, nothing changes. Commands that are reading the source end.

            A history is kept while anything reads the source: fleet serve, watch, or other commands. \
            With --history off, or another location, what was kept is removed, and with a shorter time \
            or a smaller size what is older; you are asked before, or use --yes.
            """
    )

    @Argument(help: "The name of the source.", completion: .stored(.sources))
    var name: String

    @Argument(help: "The new location; by default it stays.")
    var location: String?

    @OptionGroup(title: "Feed") var feed: FeedOptions

    @OptionGroup(title: "Attention") var attention: AttentionOptions

    @OptionGroup(title: "Check") var check: FeedCheckOptions

    @OptionGroup(title: "History") var keeping: HistoryOption

    @Flag(help: "Remove a history, or a part of it, without asking.")
    var yes = false

    @OptionGroup(title: "Credentials") var access: CredentialOptions

    @OptionGroup var checking: CheckOption

    @Option(help: .database)
    var database: String?

    func run(in context: CommandContext) async throws {
        let edit = try edit(in: context)
        let apply = { @Sendable [name, edit] (preferences: inout Preferences) in
            guard let found = preferences.source(named: name) else {
                throw ResolvedSource.unknownSource(name, preferences)
            }
            do {
                return try edit.apply(to: found.name, in: &preferences)
            } catch SourceChangeError.refused(let cause, let hint) {
                throw CommandError.usage(cause, hint: hint)
            }
        }
        let catalog = try context.sourceCatalog()
        try catalog.checkStorage(of: edit.credentials ?? Credentials())
        let known = try catalog.loadCredentials()
        var preferences = try catalog.load()
        let planned = try apply(&preferences)
        try await requireZone(of: planned, in: context)
        if planned.losesHistory, !yes {
            try context.output.confirmHistoryRemoval(of: planned.name, keeping: planned.keptHistory)
        }
        let credentials = try edit.credentials ?? Self.presentCredentials(of: planned, in: known)
        let check =
            checking.isChecked && planned.isRead
            ? try await SourceChecker(in: context).check(
                planned.new, named: planned.name, credentials) : nil
        let edited = try await SourceEditor(in: context).save(
            edit, check, credentials, apply: apply)
        try await report(edited, edit.credentials, check, to: context)
    }

    /// Prints what changed, and the warnings about it.
    /// - Parameter credentials: The new credentials; `nil` if they stay.
    private func report(
        _ edited: EditedSource, _ credentials: Credentials?, _ check: SourceCheck?,
        to context: CommandContext
    ) async throws {
        let isChanged = credentials != nil || edited.old != edited.new
        context.output.log(isChanged ? "changed \(edited.name)" : "\(edited.name) is unchanged")
        check?.report(on: edited.new, to: context.output)
        credentials?.warnIfUnsent(to: edited.new.location, on: context.output)
        if keeping.history != nil {
            context.output.warnOfPersonalHistory(of: edited.new, named: edited.name)
        }
        try await edited.new.warnOfMissingContact(named: edited.name, in: context)
    }

    /// Checks that the source has the zone of its check, if that is new.
    private func requireZone(of edited: EditedSource, in context: CommandContext) async throws {
        // A new location is not stored yet.
        guard let zone = check.zone, edited.old.definition == edited.new.definition,
            edited.old.check.scope != edited.new.check.scope
        else { return }
        let source = try await context.select(.named(name), in: context.preferences())
        try AreaScope.requireZone(
            zone, of: source, in: context,
            orElse: "`fleet refresh\(source.option)` reads those of the feed, if it has any")
    }

    /// Returns the change that the options describe.
    private func edit(in context: CommandContext) throws -> SourceEdit {
        var edit = try feed.edit(in: context.directory)
        if let location {
            edit.location = try Location(ofSource: location, in: context.directory)
            edit.publicHostsOnly = false
        }
        edit.history = keeping.history.map(\.choice)
        let now = context.shownNow()
        edit.attention = { [attention] in try attention.apply(to: &$0) }
        edit.check = { [check] in try check.apply(to: &$0, at: now) }
        edit.credentials = try access.credentials()
        edit.separateSecrets(newRevision: context.newUUID())
        if edit.credentials?.isEmpty == true { edit.credentials = nil }
        return edit
    }

    /// Returns the source's present credentials, which the edited source continues to use.
    /// - Throws: An error if they would go to an origin that they were not given for.
    private static func presentCredentials(
        of edited: EditedSource, in all: [String: Credentials]
    ) throws -> Credentials {
        do {
            return try edited.presentCredentials(in: all)
        } catch .otherOrigin(let name) {
            throw CommandError.usage(
                "the credentials of \(name) are not for \(edited.new.location)",
                hint: "give those of the new address, or leave them out with "
                    + "`fleet source add \(name) … --replace`")
        }
    }
}
