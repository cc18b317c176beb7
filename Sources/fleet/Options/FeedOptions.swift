import ArgumentParser
import FleetCore
import FleetFeeds
import FleetRuntime
import FleetSettings
import POSIX
import SystemPackage

/// Options for facts about a feed that the feed itself does not state.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Color of a vehicle type, instead of the color in the feed.",
            valueName: "type_id=color"))
    var colorOf: [TypeColor] = []

    @Option(help: "Whether vehicle IDs are stable or rotate after trips.")
    var ids: IDsChoice?

    @Option(
        help: ArgumentHelp(
            "Field of the stable ID, such as vehicle_id, code or property:NAME, or a link and a pattern.",
            discussion:
                "Any field of `fleet list --fields` that is of the vehicle alone. The first group of "
                + "the pattern, a regular expression of RE2, is the ID: "
                + "rental_uris.android:code=([A-Z0-9]+).",
            valueName: "field"),
        transform: { try LabelField($0) })
    var labelField: LabelField?

    @Option(
        help: ArgumentHelp(
            "Language of the names and texts where the feed has several, or none for English.",
            discussion: "A new source has that of LC_ALL, LC_MESSAGES or LANG by default.",
            valueName: "tag|none"),
        transform: { try SavedLanguage($0) })
    var language: SavedLanguage?

    @Flag(
        inversion: .prefixedNo,
        help: "Ask the service for a version of MDS; its documents are recognized without.")
    var mds: Bool?

    @Option(
        help: ArgumentHelp(
            "What `fleet serve` shows to everybody: page, gbfs and reports (a form on the page "
                + "with which finders report problems) with commas, or none.",
            valueName: "page,gbfs,reports|none"))
    var publish: Publications?

    @Option(
        help: ArgumentHelp(
            "Location of the vehicles of a table in the published GBFS: that of the row, the "
                + "newest one (also of a sighting), or none, which publishes no vehicle.",
            valueName: "none|row|sighting"))
    var publishLocation: Source.PublishedLocation?

    @Option(
        help: ArgumentHelp(
            "Largest document, and most points of zones and vehicles: document=512MiB, "
                + "points=5000000, vehicles=1000000, or =default. Repeatable.",
            valueName: "name=value"))
    var budget: [BudgetArgument] = []

    @Option(
        help: ArgumentHelp(
            "A table whose columns are added to the vehicles: a file or an address, or none.",
            discussion:
                "--sheet, --column, --omit-column and --visibility are then those of this table.",
            valueName: "file|url|none"), completion: .file())
    var inventory: String?

    @Option(
        help: ArgumentHelp(
            "What the IDs of --inventory are compared with: id, the code on the vehicle, or the "
                + "stable ID of its label.",
            valueName: "id|code|label"))
    var match: AssetList.Match?

    @OptionGroup var table: TableOptions

    @Option(
        help: ArgumentHelp(
            "Who sees a column of a table in a team: everyone, members or administrators. "
                + "Repeatable.",
            valueName: "heading=who"))
    var visibility: [VisibilityArgument] = []

    /// Returns the settings that are given.
    /// - Throws: `CommandError` (64) for an asset list that is no file or address.
    func edit(in directory: String) throws -> SourceEdit {
        var edit = SourceEdit()
        edit.assets = try assets(in: directory)
        edit.colors = Dictionary(colorOf.map { ($0.typeID, $0.color) }) { $1 }
        (edit.rotation, edit.labelField) = (ids?.rotation, labelField)
        edit.language = language.map(\.tag)
        edit.provider = Source.Provider(.mds, if: mds)
        edit.publications = try publish?.checked()
        edit.publishedLocation = publishLocation
        edit.budget = { [budget] in for part in budget { $0.set(part.measure, to: part.value) } }
        var columns = TableEdit()
        (columns.sheet, columns.columns) = (table.sheet, table.columns)
        columns.omitted = table.omitColumn
        columns.visibilities = visibility.map { ($0.heading, $0.visibility) }
        edit.table = { [columns] in columns.apply(to: &$0) }
        return edit
    }

    private func assets(
        in directory: String
    ) throws -> (location: Location?, match: AssetList.Match?)?? {
        guard inventory != nil || match != nil else { return nil }
        guard let inventory else { return (location: nil, match: match) }
        if inventory == "none" { return .some(nil) }
        let location = try Location(ofSource: inventory, in: directory)
        if case .simulation = location {
            throw CommandError.usage(
                "an asset list is a table, not a simulation", hint: "name a file or an address")
        }
        guard location.separatingSecrets.credentials.isEmpty else {
            throw CommandError.usage(
                "the address of an asset list cannot have a secret",
                hint: "save the table to a file, and name that")
        }
        return (location: location, match: match)
    }
}

/// Who sees a column of a table, on the command line, `HEADING=WHO`.
struct VisibilityArgument: ExpressibleByArgument, Sendable {
    let heading: String
    let visibility: ValueVisibility

    init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex,
            let visibility = ValueVisibility(
                rawValue: String(argument[argument.index(after: sign)...]))
        else { return nil }
        (heading, self.visibility) = (NameText.name(in: String(argument[..<sign])), visibility)
    }
}

/// A part of the budget of a source on the command line, `NAME=VALUE`.
struct BudgetArgument: ExpressibleByArgument, Sendable {
    let measure: SourceBudget.Measure
    /// The value; `nil` for the standard one.
    let value: Int64?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let measure = SourceBudget.Measure(rawValue: parts[0]) else {
            return nil
        }
        do throws(QuantityError) {
            value = try measure.value(parts[1])
        } catch {
            return nil
        }
        self.measure = measure
    }
}

/// The published parts of a source, on the command line.
struct Publications: ExpressibleByArgument, Sendable {
    let publications: Set<Source.Publication>

    init?(argument: String) {
        guard argument != "none" else { publications = []; return }
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        let found = names.compactMap { Source.Publication(rawValue: String($0)) }
        guard found.count == names.count else { return nil }
        publications = Set(found)
    }

    /// Returns the parts, each with those that it needs.
    /// - Throws: `CommandError` (64).
    func checked() throws(CommandError) -> Set<Source.Publication> {
        guard publications.isComplete else {
            throw .usage(
                "the form for reports of finders is on the public page of a vehicle",
                hint: "publish the page, too: --publish page,reports")
        }
        return publications
    }

    static var allValueStrings: [String] {
        ["page", "gbfs", "page,gbfs", "page,reports", "page,gbfs,reports", "none"]
    }
}

/// The user's statement about the vehicle IDs of a feed.
enum IDsChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case stable
    case rotating

    var rotation: IDRotation {
        switch self {
        case .stable: .no
        case .rotating: .yes
        }
    }
}

/// The color of a vehicle type on the command line, `TYPE_ID=COLOR`.
struct TypeColor: ExpressibleByArgument, Sendable {
    let typeID: String
    let color: VehicleColor

    init?(argument: String) {
        guard let equals = argument.lastIndex(of: "="), equals > argument.startIndex,
            let color = VehicleColor(argument[argument.index(after: equals)...])
        else { return nil }
        typeID = String(argument[..<equals])
        self.color = color
    }
}

extension Location {
    /// Creates the location that was typed, which may have secrets.
    /// - Throws: `CommandError` for one that a source cannot have.
    init(ofSource text: String, in directory: String) throws {
        guard let location = Location(text, relativeTo: directory) else {
            throw CommandError.usage(
                "'\(Location.redacted(text))' is not a location",
                hint: "use an http(s) address, a file or a simulation such as sim://demo")
        }
        try ResolvedSource.checkLocation(location, text) {
            FileSystem.exists(FilePath(argument: $0))
        }
        try location.checkSimulation()
        if location == .standardInput {
            throw CommandError.usage(
                "standard input cannot have a name", hint: "use a file or an http(s) address")
        }
        if case .file(let path) = location, FileSystem.isSpecialFile(FilePath(argument: path)) {
            throw CommandError.usage(
                "a pipe or a device cannot have a name",
                hint: "use a regular file, or read it once with `fleet list --source FILE`")
        }
        self = location
    }
}

extension Source {
    /// Warns that GBFS of the source is not published yet, because it needs an address for questions.
    func warnOfMissingContact(named name: String, in context: CommandContext) async throws {
        guard publications.contains(.gbfs), try await context.serverSettings().contact() == nil
        else { return }
        context.output.warn(
            "GBFS of \(name) is published once the server has an email address for questions: "
                + "enter one at /admin/sources, or start it with `fleet serve --contact EMAIL`")
    }
}
