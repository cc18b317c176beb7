import FleetCore

/// One thing that a filter can ask for, with how many vehicles have it.
struct FilterChoice: Equatable, Sendable {
    /// What it asks for.
    enum Want: Equatable, Sendable {
        case color(ColorFilter.Choice)
        case type(String)
        case state(VehicleState)
        case battery(BatteryRange?)
    }

    let want: Want
    let label: String
    /// How many vehicles have it; `nil` if that is not known.
    var count: Int?
}

/// The choices of one kind.
struct FilterSection: Equatable, Sendable {
    let title: String
    let choices: [FilterChoice]
    /// Whether only one can be chosen.
    var isSingle = false

    /// No fleet has more kinds of anything; a hostile feed may have one for each vehicle.
    private static let limit = 200

    /// The choices that the vehicles there are give, and those that are chosen already.
    static func all(of kinds: [KindCount], chosen filter: Filter) -> [FilterSection] {
        [colors(kinds, filter), states(kinds), types(kinds, filter), battery].filter {
            !$0.choices.isEmpty
        }
    }

    /// Every tone, and every color of several tones.
    private static func colors(_ kinds: [KindCount], _ filter: Filter) -> FilterSection {
        var counts: [ColorFilter.Choice: Int] = [:]
        for choice in filter.color.choices { counts[choice] = 0 }
        for kind in kinds {
            let tones = kind.color?.tones ?? []
            for tone in tones { counts[.tones([tone]), default: 0] += kind.count }
            if tones.count > 1 { counts[.tones(tones), default: 0] += kind.count }
            if tones.isEmpty { counts[.unknown, default: 0] += kind.count }
        }
        let choices = counts.map { choice, count in
            FilterChoice(want: .color(choice), label: choice.word, count: count)
        }
        return FilterSection(title: "color", choices: sorted(choices))
    }

    private static func states(_ kinds: [KindCount]) -> FilterSection {
        let choices = VehicleState.allCases.map { state in
            FilterChoice(
                want: .state(state), label: state.rawValue,
                count: kinds.reduce(0) { $0 + ($1.state == state ? $1.count : 0) })
        }
        return FilterSection(title: "state", choices: choices)
    }

    /// The forms; of vehicles without one, the types.
    private static func types(_ kinds: [KindCount], _ filter: Filter) -> FilterSection {
        var counts: [String: Int] = [:]
        for type in filter.types { counts[type] = 0 }
        for kind in kinds {
            guard let type = kind.formFactor ?? kind.typeID else { continue }
            counts[type, default: 0] += kind.count
        }
        let choices = counts.map { FilterChoice(want: .type($0), label: $0, count: $1) }
        return FilterSection(title: "type", choices: sorted(choices))
    }

    private static let battery = FilterSection(
        title: "battery",
        choices: [
            FilterChoice(want: .battery(nil), label: "any"),
            FilterChoice(
                want: .battery(BatteryRange(minimum: nil, maximum: 20)), label: "up to 20%"),
            FilterChoice(
                want: .battery(BatteryRange(minimum: 20, maximum: 50)), label: "20% to 50%"),
            FilterChoice(
                want: .battery(BatteryRange(minimum: 50, maximum: nil)), label: "50% and more"),
        ], isSingle: true)

    private static func sorted(_ choices: [FilterChoice]) -> [FilterChoice] {
        let sorted = choices.sorted {
            ($1.count ?? 0, $0.label) < ($0.count ?? 0, $1.label)
        }
        return Array(sorted.prefix(limit))
    }
}

extension FilterChoice.Want {
    /// Whether a filter asks for it.
    func isChosen(in filter: Filter) -> Bool {
        switch self {
        case .color(let choice): filter.color.choices.contains(choice)
        case .type(let type): filter.types.contains { ASCIICase.equal($0, type) }
        case .state(let state): filter.states.contains(state)
        case .battery(let range): filter.battery == range
        }
    }

    /// Asks for it, or no longer.
    func toggle(in filter: inout Filter) {
        let wasChosen = isChosen(in: filter)
        switch self {
        case .color(let choice):
            var words = filter.color.words
            if wasChosen {
                words.removeAll { $0 == choice.word }
            } else {
                words.append(choice.word)
            }
            filter.color = ColorFilter(words) ?? .all
        case .type(let type):
            if wasChosen {
                filter.types.removeAll { ASCIICase.equal($0, type) }
            } else {
                filter.types.append(type)
            }
        case .state(let state): filter.states.formSymmetricDifference([state])
        case .battery(let range): filter.battery = range
        }
    }
}
