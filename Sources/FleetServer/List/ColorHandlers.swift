import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// The choice of colors on the list and the map, which saves them.
///
/// An address with colors narrows its own page only, so a link, a bookmark or the Back button saves
/// nothing. The form of the filter is sent with the colors that the page showed (``shown``): a
/// search beside colors of a link saves nothing, either.
struct ColorHandlers {
    /// The field with the colors that the page showed; a form without it saves its colors.
    static let shown = "shown"

    func add(to routes: Routes) {
        for path in ["/", "/map"] {
            routes.page(.post, path, .own) { try await choose($0, path) }
        }
    }

    private func choose(_ request: UserRequest, _ path: String) async throws -> Response {
        var form = try await request.form(upTo: 1 << 16).ofFirstPage
        // The field `all` of a page that shows all colors is sent beside those that are chosen.
        let chosen = form.all("color").filter { $0 != "all" }
        if !chosen.isEmpty { form = form.setting("color", chosen) }
        let colors = try Self.colors(chosen)
        let shown = try form.has(Self.shown) ? Self.colors(form.all(Self.shown)) : nil
        let isShown = shown.map { Set($0.choices) == Set(colors.choices) } ?? false
        form = form.removing(Self.shown)
        // Those of a view belong to it, and a list that is counted elsewhere has no saved colors.
        guard form["view"] == nil else { return .redirect(to: path + form.query) }
        let isCounted = form.has(QueryParameter.unhandled.name)
        if !isShown, !isCounted {
            try await save(colors, of: try request.selectedSources(of: form), request)
            if colors == .all { form = form.removing("color") }
        }
        return .redirect(to: path + form.withoutEmpty.query)
    }

    /// Saves the colors for each source, limited to those that its vehicles have; nothing changes
    /// for a source that has none of them.
    private func save(
        _ colors: ColorFilter, of sources: [PolledSource], _ request: UserRequest
    ) async throws {
        let keys = sources.map(\.vehicles)
        let facets = try await request.environment.snapshots.read { reader in
            try keys.map { try reader.facetCounts(of: $0) }
        }
        for (source, facets) in zip(sources, facets) {
            let existing = colors.limited(to: facets)
            guard colors == .all || existing != .all else { continue }
            try await request.access.filters.save(existing, of: source.uuid)
        }
    }

    private static func colors(_ words: [String]) throws(Problem) -> ColorFilter {
        var input = FilterInput()
        input[all: .color] = words
        do throws(FilterInputError) {
            return try input.selectedColors() ?? .all
        } catch {
            throw Problem(error)
        }
    }
}

extension ColorFilter {
    /// Returns the filter without the colors that no vehicle has.
    func limited(to facets: [FacetCount]) -> ColorFilter {
        limited(to: facets.map { ColorCount(color: $0.color, count: $0.count) })
    }
}

extension FleetList {
    /// Whether the colors of the list are those that are saved for its sources, as far as their
    /// vehicles have them.
    var hasSavedColors: Bool {
        guard query.input[.color] != nil else { return true }
        let colors = query.vehicles.filter.color
        let limited = views.map { colors.limited(to: $0.facets) }
        let isSaved = zip(parts, limited).map { part, existing in
            colors != .all && existing == .all ? nil : part.query.savedColors == existing
        }
        return isSaved.contains(true) && !isSaved.contains(false)
    }

    /// The saved colors of the sources, in words; `nil` without any.
    var savedColorText: String? {
        let texts = parts.compactMap { part -> String? in
            guard let saved = part.query.savedColors, saved != .all else { return nil }
            let colors = saved.choices.map(ShortText.color).listed
            return isSeveral ? localized("\(part.source.name): color \(colors)") : colors
        }
        return texts.isEmpty ? nil : texts.listed
    }
}

extension QueryItems {
    /// The items that have a value.
    fileprivate var withoutEmpty: QueryItems { QueryItems(items.filter { !$0.value.isEmpty }) }
}
