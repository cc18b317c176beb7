import ArgumentParser
import FleetCore
import FleetStore

/// `fleet source add`: gives a location a name; nothing is fetched.
struct SourceAddCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Give a location a name; nothing is fetched.",
        discussion: """
            Credentials are kept in credentials.json, readable by you alone, or stay in the \
            environment; they are sent to the source's own origin and to --auth-origin only.
            """
    )

    @Argument(help: "The name: small letters, digits, - and _.")
    var name: String

    @Argument(help: "An http(s) address, a file or sim://….")
    var location: String

    @Option(
        help: ArgumentHelp(
            "The color of a vehicle type, before what the feed says.",
            valueName: "type_id=color"))
    var colorOf: [TypeColor] = []

    @Option(help: "Whether the feed changes the codes of its vehicles after trips.")
    var ids: IDsChoice?

    @Option(
        help: ArgumentHelp(
            "Where the permanent code for labels stands: vehicle_id, or a link and a pattern.",
            discussion:
                "A pattern's first group is the code: rental_uris.android:code=([A-Z0-9]+).",
            valueName: "field"))
    var labelField: LabelField?

    @OptionGroup(title: "Credentials") var access: CredentialOptions

    @Flag(help: "Replace a source of the same name.")
    var replace = false

    func validate() throws {
        guard Source.isName(name) else {
            throw ValidationError(
                "a name has small letters, digits, - and _, and begins with a letter or digit")
        }
    }

    func run(in composition: Composition) async throws {
        let (source, secrets) = try source(in: composition.directory)
        let credentials = try access.credentials().joined(with: secrets)
        let (name, replace) = (name, replace)
        // The credentials go first, so that no source is ever asked without its own; but not those of
        // a source that stays.
        if try composition.preferences().get().sources[name] != nil, !replace {
            throw Self.exists(name)
        }
        try await composition.credentialsFile().update { all in
            all[name] = credentials.isEmpty ? nil : credentials
        }
        try await composition.preferencesFile().update { preferences in
            if preferences.sources[name] != nil, !replace { throw Self.exists(name) }
            preferences.sources[name] = source
        }
        try await composition.forget(SourceKey(name: name))
        composition.output.say("added \(name): \(source.location.description)")
    }

    private func source(in directory: String) throws -> (Source, secrets: Credentials) {
        guard let full = Location(location, relativeTo: directory) else {
            throw Problem.usage(
                "`\(Location.redacted(location))` is no location",
                hint: "give an http(s) address, a file or sim://…")
        }
        if full == .standardInput {
            throw Problem.usage(
                "the standard input cannot have a name", hint: "give a file or an address")
        }
        let colors = Dictionary(
            colorOf.map { ($0.typeID, $0.color) }, uniquingKeysWith: { _, last in last })
        let (location, secrets) = full.separated
        let source = Source(
            location: location, colorMap: ColorMap(colors), rotation: ids?.rotation,
            labelField: labelField)
        return (source, secrets)
    }

    private static func exists(_ name: String) -> Problem {
        Problem.usage(
            "there is a source called \(name) already",
            hint: "`--replace` puts this one in its place; `fleet source show \(name)` shows it")
    }
}
