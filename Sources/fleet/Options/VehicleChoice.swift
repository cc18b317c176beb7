import ArgumentParser
import FleetCore
import FleetFeeds
import FleetOutput
import FleetRuntime
import FleetSQL
import FleetSettings
import FleetTeam

/// The filter, order and columns that a command line selects: those of its view, of which its
/// options replace those of the same name.
struct VehicleChoice {
    private let input: FilterInput
    /// The query without saved colors.
    private var base: VehicleQuery
    /// Whether there is a view, beside which saved colors are neither used nor saved.
    private let hasView: Bool
    /// The values of the view's filter, which no option replaces.
    private var valuesOfView: Set<ListedValue> = []
    /// Whether only favorites are selected.
    let onlyFavorites: Bool
    /// The location that distances are measured from.
    let origin: Position?
    /// The colors to save; `nil` if none are selected.
    let colorsToSave: ColorFilter?

    /// Creates the choice of checked values.
    init(_ input: FilterInput, hasView: Bool) throws(FilterInputError) {
        (self.input, self.hasView) = (input, hasView)
        base = try input.query(savedColors: .all)
        onlyFavorites = try input.onlyFavorites()
        origin = try input.location()
        let colors = try input.selectedColors()
        colorsToSave = hasView ? nil : colors
        try VehicleListEncoder.checkColumns(of: input)
    }

    /// The names of the columns; `nil` for the usual ones.
    var fields: [String]? { input.columnNames }

    /// The choice of all matching vehicles in no special order, as on a map.
    var unordered: VehicleChoice {
        var choice = self
        choice.base = VehicleQuery()
        choice.base.filter = base.filter
        return choice
    }

    /// Returns the choice with the areas of the files that its zones name.
    /// - Throws: `FeedFailure` for a file that cannot be read.
    fileprivate func readingZoneFiles() async throws -> VehicleChoice {
        guard let zones = base.filter.zones else { return self }
        var choice = self
        choice.base.filter.zones = try await zones.readingFiles()
        return choice
    }

    /// Returns the choice with the values of the view marked as such: those of fields that no
    /// option names.
    fileprivate func marking(valuesBeside typed: FilterInput) -> VehicleChoice {
        var choice = self
        choice.valuesOfView = Set(
            base.listedValues.filter { typed[all: $0.field].isEmpty })
        return choice
    }

    /// The maximum number of vehicles; `nil` means all.
    var limit: Int? { base.limit }

    /// Whether the saved colors apply.
    var usesSavedColors: Bool { !hasView && input[.color] == nil }

    /// Returns the query for the vehicles.
    /// - Parameters:
    ///   - ids: Typed IDs of vehicles; if empty, all that match the filter.
    ///   - savedColors: The colors of the query if they apply.
    func query(_ ids: [String] = [], savedColors: ColorFilter = .all) -> VehicleQuery {
        var query = base
        query.storedValues = valuesOfView
        if usesSavedColors {
            (query.filter.color, query.hasSavedColors) = (savedColors, savedColors != .all)
            query.storedValues.formUnion(query.filter.listedValues.filter { $0.field == .color })
        }
        (query.typedIDs, query.origin) = (ids, origin)
        return query
    }

    /// Returns the sources of a command with what each of them lists.
    /// - Parameters:
    ///   - ids: Typed IDs of vehicles.
    ///   - precision: How exactly these name vehicles.
    ///   - usingSavedColors: Whether the command obeys the colors that are saved of each source.
    func group(
        _ sources: [ResolvedSource], _ ids: [String] = [],
        _ precision: VehicleResolver.Precision = .beginning, usingSavedColors: Bool,
        in context: CommandContext, _ preferences: Result<Preferences, PreferencesError>,
        _ offline: Bool
    ) async throws -> SourceGroup {
        var members: [SourceGroup.Member] = []
        for source in sources {
            let saved =
                usingSavedColors && usesSavedColors
                ? try await SavedColors(of: source, in: context)
                    .read(from: preferences, offline: offline)
                : .all
            members.append(SourceGroup.Member(source, query(ids, savedColors: saved)))
        }
        return SourceGroup(members, of: query(ids), in: context, precision: precision)
    }

    /// Returns the content of a view that selects the same.
    /// - Throws: `CommandError` (64).
    func content() throws -> ViewContent {
        do throws(ViewContentError) {
            return try ViewContent(input)
        } catch {
            throw CommandError.usage(error.message, hint: "use shorter or fewer options")
        }
    }
}

extension FilterOptions {
    /// Checks the options with an order; those beside a view are checked with it.
    func check(sort: String?) throws {
        guard view == nil else { return }
        do throws(FilterInputError) {
            _ = try VehicleChoice(input.replacing(FilterInput(sort: sort)), hasView: false)
        } catch {
            throw ValidationError(error.message(naming: \.option))
        }
    }

    /// Returns what a command selects in a source, with the view that it names.
    /// - Parameters:
    ///   - others: The values of other options of the command.
    ///   - offline: Whether a team's server is not asked for the view.
    /// - Throws: `CommandError` (66) without such a view, (64) for options that do not fit it.
    func choice(
        with others: FilterInput = FilterInput(), of source: ResolvedSource,
        in context: CommandContext, offline: Bool = false
    ) async throws -> VehicleChoice {
        let typed = input.replacing(others)
        var chosen = typed
        if let view {
            let saved = try await SourceViews(of: source, in: context)
                .view(named: view, offline: offline)
            chosen = saved.content.input.replacing(typed)
        }
        let choice: VehicleChoice
        do throws(FilterInputError) {
            choice = try VehicleChoice(chosen, hasView: view != nil)
        } catch {
            throw CommandError.usage(
                error.message(naming: \.option),
                hint: view == nil
                    ? "check the options"
                    : "check the options, and those of the view with `fleet view list`")
        }
        return try await choice.marking(valuesBeside: typed).readingZoneFiles()
    }
}
