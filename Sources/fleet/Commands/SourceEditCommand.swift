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
            "Do not report that its IDs never rotate":
                "fleet source edit oslo --silence ids-never-rotate --reason agreed",
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
        let given = try location.map {
            try SourceAddCommand.source(at: $0, self.feed, nil, in: context.directory)
        }
        var credentials = try access.credentials()
        if let given { credentials = credentials.merging(given.secrets) }
        let isReplaced = !credentials.isEmpty
        if isReplaced { credentials.revision = context.newUUID() }
        let (location, revision) = (given?.0.location, credentials.revision)
        let now = context.shownNow()
        let edit = {
            @Sendable [name, feed, attention, check, keeping] (preferences: inout Preferences) in
            try Self.edit(
                name, location, feed, attention, keeping, isReplaced ? revision : nil,
                in: &preferences
            ) { try check.apply(to: &$0, at: now) }
        }
        try context.sourceCatalog().checkStorage(of: credentials)
        let known = try context.sourceCatalog().loadCredentials()
        var preferences = try context.sourceCatalog().load()
        let planned = try edit(&preferences)
        try await requireZone(of: planned, in: context)
        if planned.old.losesHistory(as: planned.new), !yes {
            try context.confirmHistoryRemoval(of: planned.name, keeping: planned.keptHistory)
        }
        if !isReplaced { credentials = try Self.presentCredentials(of: planned, in: known) }
        let isChecked =
            checking.isChecked
            && (given != nil || isReplaced || planned.old.language != planned.new.language)
        let check =
            isChecked
            ? try await context.check(planned.new, named: planned.name, credentials) : nil
        let edited = try await context.sourceCatalog().update(edit)
        if isReplaced {
            try await context.sourceCatalog().updateCredentials { [credentials] all in
                all[edited.name] = credentials
            }
        }
        if edited.old.history != edited.new.history {
            try await context.changeHistory(of: edited.old)
        }
        // Stored data stays as long as the source would load the same.
        if edited.old.definition != edited.new.definition { try await context.forget(edited.old) }
        if let check {
            await context.store(check, of: edited.new, named: edited.name, credentials)
        }
        let isChanged = isReplaced || edited.old != edited.new
        context.output.log(isChanged ? "changed \(edited.name)" : "\(edited.name) is unchanged")
        check?.report(on: edited.new, to: context.output)
        if isReplaced { context.warnOfUnsent(credentials, to: edited.new.location) }
        if keeping.history != nil {
            context.warnOfPersonalHistory(of: edited.new, named: edited.name)
        }
        try await context.warnOfMissingContact(of: edited.new, named: edited.name)
    }

    /// Checks that the source has the zone of its check, if that is new.
    private func requireZone(of edited: Edited, in context: CommandContext) async throws {
        // A new location is not stored yet.
        guard let zone = check.zone, edited.old.definition == edited.new.definition,
            edited.old.check.scope != edited.new.check.scope
        else { return }
        let source = try await context.select(.named(name), in: context.preferences())
        try context.requireZone(
            zone, of: source,
            orElse: "`fleet refresh\(source.option)` reads those of the feed, if it has any")
    }

    private struct Edited: Sendable {
        let name: String
        let old: Source
        let new: Source

        /// How long the present history is kept after the change; `nil` if it is removed.
        var keptHistory: HistorySetting? {
            old.definition == new.definition ? new.history : nil
        }
    }

    /// Returns the source's present credentials, which the edited source continues to use.
    /// - Throws: An error if they would go to an origin for which nobody gave them.
    private static func presentCredentials(
        of edited: Edited, in all: [String: Credentials]
    ) throws -> Credentials {
        guard let own = all[edited.name], !own.isEmpty,
            own.revision == edited.new.credentialsRevision
        else { return Credentials() }
        guard
            !edited.new.location.isWeb || edited.new.location == edited.old.location
                || edited.new.location.hasSameOrigin(as: edited.old.location)
        else {
            throw CommandError.usage(
                "the credentials of \(edited.name) are not for \(edited.new.location)",
                hint: "give those of the new address, or leave them out with "
                    + "`fleet source add \(edited.name) … --replace`")
        }
        return own
    }

    private static func edit(
        _ name: String, _ location: Location?, _ feed: FeedOptions,
        _ attention: AttentionOptions, _ keeping: HistoryOption, _ revision: UUID?,
        in preferences: inout Preferences, check: (inout CheckSettings) throws -> Void
    ) throws -> Edited {
        guard let (name, old) = preferences.source(named: name) else {
            throw ResolvedSource.unknownSource(name, preferences)
        }
        var new = old
        if let location { (new.location, new.publicHostsOnly) = (location, false) }
        for color in feed.colorOf { new.colorMap.colors[color.typeID] = color.color }
        new.rotation = feed.ids?.rotation ?? old.rotation
        new.labelField = feed.labelField ?? old.labelField
        new.language = feed.language.map(\.tag) ?? old.language
        new.provider = feed.provider ?? old.provider
        new.publications = feed.publish?.publications ?? old.publications
        feed.apply(to: &new.budget)
        if let history = keeping.history { new.ownHistory = history.choice }
        try attention.apply(to: &new.attention)
        try check(&new.check)
        new.credentialsRevision = revision ?? old.credentialsRevision
        preferences.sources[name] = new
        return Edited(name: name, old: old, new: new)
    }
}
