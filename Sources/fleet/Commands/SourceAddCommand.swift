import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetFeeds
import FleetRuntime
import FleetSettings
import FleetTeam
import Foundation
import POSIX
import SystemPackage

/// `fleet source add`: names a location, after a check of its feed.
struct SourceAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a source: a name for a location.",
        examples: [
            "Add a GBFS feed": "fleet source add oslo https://example.com/gbfs/gbfs.json",
            "Add a system of the public catalogue": "fleet source add system:oslobysykkel",
            "Add a feed without colors, whose vehicle IDs are stable":
                "fleet source add depot feed.json --color-of cargo-1=yellow --ids stable",
            "Send the bearer token of an environment variable":
                "fleet source add city https://example.com/v1 --bearer-env CITY_TOKEN",
            "Import the rows of a spreadsheet, which is then no longer needed":
                "fleet source add bikes bikes.xlsx --import",
        ],
        notes: """
            The feed is loaded once, to check it and to show what it contains; a feed that cannot be \
            read is not added. The first source that you add becomes the default source.

            Credentials are stored in credentials.json, which only \
            you can read, or stay in environment variables. They are sent only to the origin of the \
            source and to --auth-origin. The key of --jwt-key is stored, too, and never sent: it \
            signs a token for five minutes at a time.

            A provider feed of MDS has the address of its vehicles: before 2.0 of /vehicles, since \
            2.0 of /vehicles or /vehicles/status, which are joined. --mds asks for the highest \
            version that both sides know; a feed is recognized without, too.

            `fleet source search` finds systems of the public catalogue. With system:ID as the only \
            argument, the ID is the name.

            With --import, the rows of a table (CSV, XLSX, GeoJSON or JSON rows) are stored in the database \
            of the home; `fleet inventory` changes them. Later changes of the file have no effect.

            With --replace, favorites and notes stay; commands that are reading the old source end.
            """
    )

    @Argument(help: "The name: lowercase letters, digits, - and _.")
    var name: String

    @Argument(
        help: "An http(s) address, a file, a simulation such as sim://demo, or system:ID.")
    var location: String?

    @OptionGroup(title: "Feed") var feed: FeedOptions

    @OptionGroup(title: "History") var keeping: HistoryOption

    @OptionGroup(title: "Credentials") var access: CredentialOptions

    @OptionGroup var checking: CheckOption

    @Flag(
        name: .customLong("import"),
        help: "Store the rows of a table, instead of reading the file each time.")
    var importsRows = false

    @Flag(help: "Replace a source of the same name.")
    var replace = false

    @Flag(help: "Replace imported rows without asking.")
    var yes = false

    @Option(
        help: "Give it the favorites and notes that `fleet source remove --keep-notes` kept.",
        transform: { text in
            guard let uuid = UUID(uuidString: text) else {
                throw ValidationError("'\(text)' is not a UUID")
            }
            return uuid
        })
    var uuid: UUID?

    @Option(help: .database)
    var database: String?

    func validate() throws {
        if location == nil {
            guard SystemArgument(name) != nil else {
                throw ValidationError("Missing expected argument '<location>'")
            }
        } else {
            try Self.checkName(name)
        }
        let unchecked: UsedOptions = ["--no-check": checking.noCheck]
        try unchecked.refuse(with: importsRows ? "--import" : nil)
    }

    /// Checks the name of a new source.
    static func checkName(_ name: String) throws {
        guard Source.isName(name) else {
            throw ValidationError(
                "a source name has lowercase letters, digits, - and _, and starts with a letter "
                    + "or digit")
        }
    }

    func run(in context: CommandContext) async throws {
        let (name, typed, credentials) = try await request(in: context)
        let newUUID = context.newUUID()
        // An unreadable file, like a name that is taken, is reported before the feed is loaded and
        // anything changes. Until the new credentials are saved as well, the source cannot be used,
        // since it refuses those of another revision.
        try context.sourceCatalog().checkStorage(of: credentials)
        var preferences = try context.sourceCatalog().load()
        _ = try Self.add(
            typed, named: name, replacing: replace, newUUID: newUUID, to: &preferences)
        let replaced = try context.sourceCatalog().load().sources[name]
        if !yes, let replaced, let rows = try await context.inventoryCount(of: replaced) {
            try context.output.confirmRemoval(of: name, with: AnnotationCounts(), rows: rows)
        }
        if importsRows {
            let uuid = preferences.sources[name]?.uuid ?? newUUID
            return try await importRows(
                of: typed, named: name, uuid: uuid, credentials, in: context)
        }
        let check =
            checking.isChecked
            ? try await SourceChecker(in: context).check(typed, named: name, credentials) : nil
        var source = typed
        let asksWho = check?.feed?.isTable == true || source.assets != nil
        let properties = asksWho ? check?.feed?.properties ?? [] : []
        let isAsked = try choose(properties, of: &source, context.output)
        let added = try await context.sourceCatalog().update { [source, replace] in
            try Self.add(
                source, named: name, replacing: replace, newUUID: newUUID, to: &$0)
        }
        try await context.sourceCatalog().updateCredentials { all in
            all[name] = credentials.isEmpty ? nil : credentials
        }
        if let old = added.replaced { try await SourceRemoval(in: context).forget(old) }
        // What was read has other visibilities after an answer.
        if let check, !isAsked {
            await SourceChecker(in: context).store(
                check, of: added.source, named: name, credentials)
        }
        context.output.log("added \(name): \(source.location.description)")
        check?.report(on: source, to: context.output)
        credentials.warnIfUnsent(to: source.location, on: context.output)
        try await report(added, named: name, to: context)
    }

    /// Returns the source as it was typed, with its name and its credentials.
    private func request(
        in context: CommandContext
    ) async throws -> (name: String, source: Source, credentials: Credentials) {
        var settings = try feed.edit(in: context.directory)
        let given = try access.credentials()
        let (name, text) = try await target(given, in: context)
        let location = try Location(ofSource: text, in: context.directory)
        (settings.location, settings.credentials) = (location, given)
        settings.separateSecrets(newRevision: context.newUUID())
        settings.history = keeping.history.map(\.choice)
        settings.language = settings.language ?? context.userLanguage
        let source = try settings.changed(Source(location: location, uuid: uuid))
        return (name, source, settings.credentials ?? Credentials())
    }

    /// Asks on a terminal who sees the properties of a table, unless options say it; returns whether
    /// the answer changes it.
    private func choose(
        _ properties: [CustomProperty], of source: inout Source, _ output: Output
    ) throws -> Bool {
        guard feed.visibility.isEmpty else { return false }
        let chosen = try VisibilityQuestion(properties).answer(on: output)
        if source.assets == nil {
            source.table.visibilities.merge(chosen) { $1 }
        } else {
            source.assets?.table.visibilities.merge(chosen) { $1 }
        }
        return !chosen.isEmpty
    }

    /// Stores the rows of a table, and adds the source that has them, or neither.
    private func importRows(
        of file: Source, named name: String, uuid: UUID, _ credentials: Credentials,
        in context: CommandContext
    ) async throws {
        let importer = SourceImport(in: context)
        let table = try await importer.table(of: file, credentials)
        var source = file
        (source.uuid, source.location) = (uuid, .inventory)
        (source.table, source.credentialsRevision) = (table.settingsOfRows, nil)
        _ = try choose(table.properties, of: &source, context.output)
        let check = try await SourceChecker(in: context)
            .check(source, named: name, Credentials(), rows: table.rows)
        let added = try await importer.store(table, of: uuid) { [source, replace] in
            try await context.sourceCatalog().update {
                try Self.add(source, named: name, replacing: replace, newUUID: uuid, to: &$0)
            }
        }
        try await context.sourceCatalog().updateCredentials { $0[name] = nil }
        if let old = added.replaced { try await SourceRemoval(in: context).forget(old) }
        if let check {
            await SourceChecker(in: context).store(
                check, of: added.source, named: name, Credentials())
        }
        let count = ShortText.count(table.rows.rows.count, "row")
        context.output.log("added \(name) with \(count) of \(file.location.description)")
        check?.report(on: source, to: context.output, imported: table.report)
        try await report(added, named: name, to: context)
    }

    /// Prints what follows from an added source.
    private func report(
        _ added: Added, named name: String, to context: CommandContext
    ) async throws {
        if added.isNewDefault { context.output.log("\(name) is now the default source") }
        context.output.warnOfPersonalHistory(of: added.source, named: name)
        try await added.source.warnOfMissingContact(named: name, in: context)
    }

    /// Returns the name and the location, of a system those of the catalogue.
    private func target(
        _ credentials: Credentials, in context: CommandContext
    ) async throws -> (name: String, location: String) {
        let text = location ?? name
        guard let argument = SystemArgument(text) else { return (name, text) }
        let system = try argument.system(in: try await CatalogueSource(in: context).systems())
        let name = location == nil ? system.sourceName : name
        try system.check(credentials, named: name)
        return (name, system.address)
    }

    private struct Added: Sendable {
        let source: Source
        /// Source of the same name that it replaced.
        let replaced: Source?
        let isNewDefault: Bool
    }

    private static func add(
        _ source: Source, named name: String, replacing: Bool, newUUID: UUID,
        to preferences: inout Preferences
    ) throws -> Added {
        let old = preferences.sources[name]
        if old != nil, !replacing { throw alreadyExists(name) }
        if let other = preferences.name(of: source.uuid), other != name {
            throw CommandError.usage(
                "\(other) has this UUID", hint: "use another UUID, or remove \(other) first")
        }
        let isNewDefault = old == nil && preferences.adoptsNextSource
        if isNewDefault { preferences.defaultSource = name }
        preferences.set(source, named: name, newUUID: newUUID)
        return Added(
            source: preferences.sources[name] ?? source, replaced: old, isNewDefault: isNewDefault)
    }

    private static func alreadyExists(_ name: String) -> CommandError {
        CommandError.usage(
            "source \(name) already exists",
            hint: "use --replace to replace it; `fleet source show \(name)` shows it")
    }
}
