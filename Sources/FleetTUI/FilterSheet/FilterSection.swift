import FleetCore

/// Option of the filter sheet, with the number of vehicles that match it.
struct FilterChoice: Equatable, Sendable {
    /// Criterion of a filter.
    enum Criterion: Equatable, Sendable {
        case color(ColorFilter.Choice)
        case type(String)
        case region(String)
        case state(VehicleState)
        case battery(ValueRange?)
    }

    let criterion: Criterion
    let label: String
    /// Number of matching vehicles; `nil` if unknown.
    var count: Int?
}

/// Column of choices in the filter sheet.
struct FilterSection: Equatable, Sendable {
    let title: String
    let choices: [FilterChoice]
    /// Whether only one choice can be selected.
    var isSingle = false

    /// Maximum number of choices; a hostile feed may have one for each vehicle.
    private static let limit = 200

    /// Returns the choices that the vehicles offer, and those that are already selected.
    static func all(
        facets: [FacetCount], of feed: FeedDescription?, filter: Filter
    ) -> [FilterSection] {
        let counted = facets.filter(\.state.isInPublicSpace)
        return [
            colors(counted, filter), states(facets, filter), types(counted, filter), battery,
            regions(feed?.regionNames ?? [:], filter),
        ].filter { !$0.choices.isEmpty }
    }

    /// Returns a choice for every tone, and for every color of several tones.
    private static func colors(_ facets: [FacetCount], _ filter: Filter) -> FilterSection {
        var counts: [ColorFilter.Choice: Int] = [:]
        for choice in filter.color.choices { counts[choice] = 0 }
        for facet in facets {
            let tones = facet.color?.tones ?? []
            for tone in tones { counts[.tones([tone]), default: 0] += facet.count }
            if tones.count > 1 { counts[.tones(tones), default: 0] += facet.count }
            if tones.isEmpty { counts[.unknown, default: 0] += facet.count }
        }
        let choices = counts.map { choice, count in
            FilterChoice(criterion: .color(choice), label: choice.label, count: count)
        }
        return FilterSection(title: "color", choices: sorted(choices))
    }

    private static func states(_ facets: [FacetCount], _ filter: Filter) -> FilterSection {
        let present = Set(facets.map(\.state)).union(filter.states).union(VehicleState.common)
        let choices = VehicleState.allCases.filter(present.contains).map { state in
            FilterChoice(
                criterion: .state(state), label: state.name,
                count: facets.reduce(0) { $0 + ($1.state == state ? $1.count : 0) })
        }
        return FilterSection(title: "state", choices: choices)
    }

    /// Returns a choice for every form factor, and for the type of vehicles without one.
    private static func types(_ facets: [FacetCount], _ filter: Filter) -> FilterSection {
        var counts: [String: Int] = [:]
        for type in filter.types { counts[type] = 0 }
        for facet in facets {
            guard let type = facet.formFactor ?? facet.typeID else { continue }
            counts[type, default: 0] += facet.count
        }
        let choices = counts.map {
            FilterChoice(criterion: .type($0), label: FormFactor.name(of: $0), count: $1)
        }
        return FilterSection(title: "type", choices: sorted(choices))
    }

    /// Returns a choice for every region, without a count.
    private static func regions(_ names: [String: String], _ filter: Filter) -> FilterSection {
        let labels = Set(names.values).union(filter.regions).sorted(by: ByteOrder.precedes)
        return FilterSection(
            title: "region",
            choices: labels.prefix(limit).map {
                FilterChoice(criterion: .region($0), label: $0)
            })
    }

    private static let battery = FilterSection(
        title: "battery",
        choices: [
            FilterChoice(criterion: .battery(nil), label: "any"),
            FilterChoice(
                criterion: .battery(ValueRange(minimum: nil, maximum: 20)), label: "up to 20%"),
            FilterChoice(
                criterion: .battery(ValueRange(minimum: 20, maximum: 50)), label: "20% to 50%"),
            FilterChoice(
                criterion: .battery(ValueRange(minimum: 50, maximum: nil)), label: "50% or more"),
        ], isSingle: true)

    private static func sorted(_ choices: [FilterChoice]) -> [FilterChoice] {
        let sorted = choices.sorted {
            ($1.count ?? 0, $0.label) < ($0.count ?? 0, $1.label)
        }
        return Array(sorted.prefix(limit))
    }
}

extension FilterChoice.Criterion {
    /// Returns whether a filter includes it.
    func isSelected(in filter: Filter) -> Bool {
        switch self {
        case .color(let choice): filter.color.choices.contains(choice)
        case .type(let type): filter.types.contains { ASCIICase.equal($0, type) }
        case .region(let region): filter.regions.contains { ASCIICase.equal($0, region) }
        case .state(let state): filter.states.contains(state)
        case .battery(let range): filter.battery == range
        }
    }

    /// Adds it to a filter, or removes it.
    func toggle(in filter: inout Filter) {
        let wasSelected = isSelected(in: filter)
        switch self {
        case .color(let choice):
            var labels = filter.color.labels
            if wasSelected {
                labels.removeAll { $0 == choice.label }
            } else {
                labels.append(choice.label)
            }
            filter.color = ColorFilter(labels) ?? .all
        case .type(let type):
            if wasSelected {
                filter.types.removeAll { ASCIICase.equal($0, type) }
            } else {
                filter.types.append(type)
            }
        case .region(let region):
            if wasSelected {
                filter.regions.removeAll { ASCIICase.equal($0, region) }
            } else {
                filter.regions.append(region)
            }
        case .state(let state): filter.states.formSymmetricDifference([state])
        case .battery(let range): filter.battery = range
        }
    }
}
