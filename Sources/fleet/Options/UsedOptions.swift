import ArgumentParser

/// The options of a command line that are used, by their names, such as `--limit`.
///
/// An option that would have no effect beside others, or without another one, is refused, or its
/// help says so. What decides is whether a value differs from the default.
struct UsedOptions: ExpressibleByDictionaryLiteral {
    private var names: [String]

    /// Creates the options of a group from whether each of them is used.
    init(dictionaryLiteral options: (String, Bool)...) {
        names = options.filter(\.1).map(\.0)
    }

    /// The first of them; `nil` without one.
    var first: String? { names.first }

    static func + (some: UsedOptions, others: UsedOptions) -> UsedOptions {
        var all = some
        all.names += others.names
        return all
    }

    /// Refuses them beside an option that leaves them without effect; `nil` if that is not used.
    func refuse(with other: String?) throws {
        guard let first, let other else { return }
        throw ValidationError("\(first) cannot be used with \(other)")
    }

    /// Refuses them unless what they need is there.
    func require(_ other: String, _ isThere: Bool) throws {
        guard let first, !isThere else { return }
        throw ValidationError("\(first) needs \(other)")
    }
}
