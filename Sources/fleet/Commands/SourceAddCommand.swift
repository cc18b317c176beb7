import ArgumentParser
import FleetCore
import FleetSession
import FleetStore

/// `fleet source add`: names a location; makes no request.
struct SourceAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a source: a name for a location.",
        examples: [
            "Add a GBFS feed": "fleet source add oslo https://example.com/gbfs/gbfs.json",
            "Add a feed without colors, whose vehicle IDs are stable":
                "fleet source add depot feed.json --color-of cargo-1=yellow --ids stable",
            "Send the bearer token of an environment variable":
                "fleet source add city https://example.com/v1 --bearer-env CITY_TOKEN",
        ],
        notes: """
            Adding a source makes no request. Credentials are stored in credentials.json, which only \
            you can read, or stay in environment variables. They are sent only to the origin of the \
            source and to --auth-origin.
            """
    )

    @Argument(help: "The name: lowercase letters, digits, - and _.")
    var name: String

    @Argument(help: "An http(s) address, a file or a simulation such as sim://demo.")
    var location: String

    @OptionGroup(title: "Feed") var feed: FeedOptions

    @OptionGroup(title: "Credentials") var access: CredentialOptions

    @Flag(help: "Replace a source of the same name.")
    var replace = false

    func validate() throws {
        guard Source.isName(name) else {
            throw ValidationError(
                "a source name has lowercase letters, digits, - and _, and starts with a letter "
                    + "or digit")
        }
    }

    func run(in context: CommandContext) async throws {
        let (source, secrets) = try source(in: context.directory)
        let credentials = try access.credentials().merging(secrets)
        let (name, replace, newUUID) = (name, replace, context.newUUID())
        // Credentials are saved first, so that no request is ever made without them; but those of an
        // existing source are not overwritten.
        if try context.preferences().get().sources[name] != nil, !replace {
            throw Self.alreadyExists(name)
        }
        try await context.credentialsFile().update { all in
            all[name] = credentials.isEmpty ? nil : credentials
        }
        let uuid = try await context.preferencesFile().update { preferences in
            if preferences.sources[name] != nil, !replace { throw Self.alreadyExists(name) }
            return preferences.set(source, named: name, newUUID: newUUID)
        }
        try await context.forget(SourceKey(uuid))
        context.output.log("added \(name): \(source.location.description)")
    }

    private func source(in directory: String) throws -> (Source, secrets: Credentials) {
        guard let full = Location(location, relativeTo: directory) else {
            throw CommandError.usage(
                "'\(Location.redacted(location))' is not a location",
                hint: "use an http(s) address, a file or a simulation such as sim://demo")
        }
        if full == .standardInput {
            throw CommandError.usage(
                "standard input cannot have a name", hint: "use a file or an http(s) address")
        }
        let colors = Dictionary(
            feed.colorOf.map { ($0.typeID, $0.color) }, uniquingKeysWith: { _, last in last })
        let (location, secrets) = full.separatingSecrets
        let source = Source(
            location: location, colorMap: ColorMap(colors), rotation: feed.ids?.rotation,
            labelField: feed.labelField)
        return (source, secrets)
    }

    private static func alreadyExists(_ name: String) -> CommandError {
        CommandError.usage(
            "source \(name) already exists",
            hint: "use --replace to replace it; `fleet source show \(name)` shows it")
    }
}
