import ArgumentParser
import FleetCore

extension ArgumentHelp {
    /// Help of `--sort`.
    static let sort = ArgumentHelp(
        "Sort ascending by this field or property (last_reported: newest first). "
            + "(default: id, or distance with --near)",
        valueName: "field")

    /// Help of `--reverse`.
    static let reverse: Self = "Reverse the order; vehicles without the value stay last."

    /// Help of `--limit`.
    static let limit = ArgumentHelp("At most this many vehicles.", valueName: "n")
}

extension CompletionKind {
    /// The values of `--sort` that every source has.
    static let sort = list(SortField.allCases.map(\.rawValue))
}

/// Option for the order of vehicles.
struct SortOption: ParsableArguments {
    @Option(help: .sort, completion: .sort)
    var sort: String?
}

extension FilterInput {
    /// Creates the input of typed options for an order.
    init(sort: String?, isReversed: Bool = false, onlyFavorites: Bool = false) {
        self.init()
        self[.sort] = sort
        self[.reverse] = isReversed ? "1" : nil
        self[.favorites] = onlyFavorites ? "1" : nil
    }
}

/// Options that narrow a list to some of the vehicles that match its filter, in an order.
struct SelectionOptions: ParsableArguments {
    @Flag(help: "Only favorites (see `fleet favorite`).")
    var favorites = false

    @Option(help: .sort, completion: .sort)
    var sort: String?

    @Flag(help: .reverse)
    var reverse = false

    @Option(help: .limit)
    var limit: Int?

    func validate() throws {
        try Self.check(limit: limit)
    }

    /// Checks the value of `--limit`.
    static func check(limit: Int?) throws {
        if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
    }

    /// The first option that is used and that stations do not have; `nil` without one.
    var vehicleOption: String? {
        if favorites { return "--favorites" }
        guard let sort, ![SortField.id, .distance].map(\.rawValue).contains(sort) else {
            return nil
        }
        return "--sort \(sort)"
    }

    /// The options for the order and the number of vehicles that are used.
    var ordering: UsedOptions {
        ["--sort": sort != nil, "--reverse": reverse, "--limit": limit != nil]
    }

    /// All options that are used.
    var used: UsedOptions { ["--favorites": favorites] + ordering }

    /// The typed values.
    var input: FilterInput {
        var input = FilterInput(sort: sort, isReversed: reverse, onlyFavorites: favorites)
        input[.limit] = limit.map(String.init)
        return input
    }
}
