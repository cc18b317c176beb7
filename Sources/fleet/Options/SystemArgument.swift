import FleetCommandLine
import FleetCore
import FleetRuntime

/// A system of the catalogue as the location of a new source: `system:ID`.
struct SystemArgument {
    private static let prefix = "system:"
    /// Maximum number of systems that a message lists.
    private static let maxListed = 5

    /// The system ID.
    let id: String

    /// Parses an argument; `nil` if it is another location.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        id = String(text.dropFirst(Self.prefix.count))
    }

    /// Returns the system.
    /// - Throws: `CommandError` (66) if there is none, or there are several.
    func system(in catalogue: SystemCatalogue) throws(CommandError) -> CatalogueSystem {
        let found = catalogue.systems(withID: id)
        guard let system = found.first else { throw unknown(in: catalogue) }
        guard found.count == 1 else { throw ambiguous(found) }
        return system
    }

    private func ambiguous(_ systems: [CatalogueSystem]) -> CommandError {
        let listed = systems.prefix(Self.maxListed).map {
            "\($0.name) (\($0.place)) at \($0.address)"
        }
        return CommandError(
            .noInput,
            "\(systems.count) systems have the ID \(id): " + listed.joined(separator: "; "),
            hint: "add one by its address: "
                + "`fleet source add \(systems[0].sourceName) ADDRESS`")
    }

    private func unknown(in catalogue: SystemCatalogue) -> CommandError {
        let words = id.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        let matching = words.isEmpty ? [] : CatalogueQuery(words).systems(in: catalogue).map(\.id)
        let nearest = NearestName.of(id, among: catalogue.systems.map(\.id))
        var names: [String] = []
        for name in [nearest].compactMap(\.self) + matching where !names.contains(name) {
            names.append(name)
        }
        let near = names.prefix(Self.maxListed).map { ShellWord.quoted(Self.prefix + $0) }
        return CommandError(
            .noInput, "the catalogue has no system '\(id)'",
            hint: near.isEmpty
                ? "find it with `fleet source search WORDS`"
                : "did you mean \(near.joined(separator: ", "))?")
    }
}

extension CatalogueSystem {
    /// Checks that a source of this system has the credentials that the catalogue demands.
    /// - Throws: `CommandError` (77) with the options for them.
    func check(_ credentials: Credentials, named name: String) throws(CommandError) {
        guard let needed = neededCredentials, !isSatisfied(by: credentials) else { return }
        let options = access.options
        let location = ShellWord.quoted("system:" + id)
        let hint =
            options.isEmpty
            ? "use the options of `fleet source add --help` for it"
            : "run `fleet source add \(name) \(location) \(options.joined(separator: " "))`"
        let info = access.infoAddress.map { "; see \($0)" } ?? ""
        throw CommandError(.noPermission, "\(id) needs credentials: \(needed)", hint: hint + info)
    }

    private func isSatisfied(by credentials: Credentials) -> Bool {
        switch access.kind {
        case .open: return true
        case .query:
            let given = Set(credentials.queryVariables.keys).union(credentials.queryItems.keys)
            return given.isSuperset(of: access.names)
        case .header:
            var given = Set(credentials.headers.map { $0.name.lowercased() })
            if credentials.bearerVariable != nil { given.insert("authorization") }
            return given.isSuperset(of: access.names.map { $0.lowercased() })
        case .other: return !credentials.isEmpty
        }
    }
}
