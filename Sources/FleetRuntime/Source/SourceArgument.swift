import FleetClient
package import FleetCore
import FleetSQL
package import FleetSettings
import Foundation
import POSIX
import Synchronization
import SystemPackage

/// The source that a command line selects.
package enum SourceArgument: Equatable, Sendable {
    /// None: the default source.
    case standard
    /// The value of `--source`, a name or a location.
    case named(String)
    /// An address, or the path of a file, without an option.
    case link(String)

    /// Returns whether an argument without `--source` is a link, and so the source rather than an
    /// ID: an address, also of a scheme that cannot be read, or a file that exists.
    package static func isLink(_ text: String) -> Bool {
        isAddress(text) || Location(text, relativeTo: "/") == nil && text.contains("://")
            || isFilePath(text) && FileSystem.exists(FilePath(argument: text))
    }

    /// Returns whether an argument is an address of a scheme that can be read.
    package static func isAddress(_ text: String) -> Bool {
        switch Location(text, relativeTo: "/") {
        case .web?, .simulation?: true
        case .file?: ASCIICase.hasPrefix(text, "file:")
        case .standardInput?, nil: false
        }
    }

    /// Returns whether a word is rather the path of a file than an ID: it has a slash, or the suffix
    /// of a format that can be read.
    package static func isFilePath(_ text: String) -> Bool {
        text.contains("/")
            || [".json", ".geojson", ".gz"].contains { ASCIICase.lowercased(text).hasSuffix($0) }
    }
}

extension SourceArgument {
    /// Returns whether a link may be the page of a vehicle on some server.
    package static func mayBeVehiclePage(_ link: String) -> Bool {
        VehiclePage(link, on: link) != nil
    }

    /// Returns whether a word may be the name of a source.
    package static func mayBeName(_ word: String) -> Bool {
        Source.isName(word) || word.hasPrefix(TeamSource.prefix)
    }
}

/// The page of a vehicle on a team's server, by its address `ORIGIN/v/SOURCE/ID`.
struct VehiclePage: Equatable {
    let source: String
    let id: String

    /// Parses an address; returns `nil` if it is not the page of a vehicle on the server at
    /// `origin`.
    init?(_ address: String, on origin: String) {
        guard let page = try? WebAddress(address), let server = try? WebAddress(origin),
            page.origin == server.origin
        else { return nil }
        var path = page.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if path.last == "" { path.removeLast() }
        guard path.popFirst() == "v", let name = path.popFirst(), Source.isName(String(name)) else {
            return nil
        }
        // The IDs `.` and `..` are in the query, since browsers remove them from paths.
        let queried = page.queryItem("id")
        guard let id = path.popFirst().map(PercentEncoding.decoded) ?? queried, path.isEmpty,
            !id.isEmpty
        else { return nil }
        (source, self.id) = (String(name), id)
    }
}

extension CommandContext {
    /// Resolves the source that a command line selects.
    ///
    /// A link is a source without a name and without settings, unless it is the page of a vehicle
    /// on the server of the login.
    /// - Parameters:
    ///   - offline: Whether a team's server is not asked for its sources.
    ///   - acceptsVehicle: Whether the command can be about the vehicle of such a page.
    ///   - language: Language of the texts of a source that is not saved; `nil` for the user's.
    /// - Throws: `CommandError` (64) for such a page if the command cannot, and for another language
    ///   than that of a saved source.
    package func select(
        _ argument: SourceArgument, in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false, acceptsVehicle: Bool = false, language: LanguageTag? = nil
    ) async throws -> ResolvedSource {
        let select = { (text: String?) in
            try await self.select(text, in: preferences, offline: offline, language: language)
        }
        switch argument {
        case .standard: return try await select(nil)
        case .named(let text): return try await select(text)
        case .link(let text):
            if let page = try vehiclePage(text) {
                guard acceptsVehicle else {
                    throw CommandError.usage(
                        "this is the address of a vehicle, not of a source",
                        hint: "run `fleet detail \(ShellWord.quoted(Location.redacted(text)))`, or "
                            + "use --source \(TeamSource.prefix)\(page.source)")
                }
                let name = TeamSource.prefix + page.source
                return try await select(name).showing(vehicle: page.id)
            }
            guard Location(text, relativeTo: directory) != nil else {
                throw CommandError.usage(
                    "`\(Location.redacted(text))` is not the address of a source: unknown scheme",
                    hint: "use an http(s) address; beside --source, it is the ID of a vehicle")
            }
            let selected = try await select(text).asLink
            offer.link = selected
            return selected
        }
    }

    /// Resolves the sources that a command line selects, each of them once.
    /// - Throws: As above.
    package func select(
        _ arguments: [SourceArgument], in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false, acceptsVehicle: Bool = false, language: LanguageTag? = nil
    ) async throws -> [ResolvedSource] {
        var sources: [ResolvedSource] = []
        for argument in arguments {
            let source = try await select(
                argument, in: preferences, offline: offline, acceptsVehicle: acceptsVehicle,
                language: language)
            let isKnown = sources.contains {
                $0.label == source.label && $0.vehiclesKey == source.vehiclesKey
            }
            if !isKnown { sources.append(source) }
        }
        return sources
    }

    /// Returns the argument for a command about settings, favorites or notes: for a link, the
    /// source that was saved with its address, or else the address as a value of `--source`.
    package func saved(_ argument: SourceArgument) throws -> SourceArgument {
        guard case .link(let text) = argument, try vehiclePage(text) == nil else { return argument }
        let location = Location(text, relativeTo: directory)
        return .named(try location.flatMap(savedName) ?? text)
    }

    private func savedName(of location: Location) throws -> String? {
        try preferences().get().sources.filter { $0.value.location == location }.keys.min()
    }

    /// Returns the command that gives a source a setting; for a link, of the source that was saved
    /// with its address.
    package func command(setting option: String, of source: ResolvedSource) -> String {
        if source.isLink, let name = try? savedName(of: source.source.location) {
            return "fleet source edit \(name) \(option)"
        }
        return source.command(setting: option)
    }

    /// Returns whether a link is the page of a vehicle on the server of the login.
    package func isVehiclePage(_ link: String) throws -> Bool { try vehiclePage(link) != nil }

    private func vehiclePage(_ link: String) throws -> VehiclePage? {
        let server = try serverVariableValue ?? loginFile().load()?.url
        return server.flatMap { VehiclePage(link, on: $0) }
    }

    /// Returns whether a word is the name of a source, of this home or, after `team:`, of the
    /// server of the login.
    package func isSource(_ word: String) -> Bool {
        if word.hasPrefix(TeamSource.prefix) {
            let name = word.dropFirst(TeamSource.prefix.count)
            let login = connections.scripted ?? (try? loginFile().load())
            return login?.sources.contains { $0.name == name } ?? false
        }
        guard Source.isName(word) else { return false }
        return (try? preferences().get().source(named: word)) != nil
    }

    /// Prints the command that saves the link that was read; only on a terminal, and only if it
    /// could be read and no source has its address.
    package func offerLink() async {
        guard output.isTerminal, output.showsMessagesOnTerminal, let link = offer.link else {
            return
        }
        let location = link.source.location
        let saved = (try? preferences().get().sources.values.map(\.location)) ?? []
        guard !saved.contains(location), await wasRead(link) else { return }
        output.log("to save this source under a name:")
        output.log("fleet source add NAME \(ShellWord.quoted(link.label))")
    }

    /// Returns whether vehicles or sites of a link are stored; a simulation can always be read.
    private func wasRead(_ link: ResolvedSource) async -> Bool {
        guard let vehicles = link.vehiclesKey else { return true }
        guard let store = try? open(link).readableStore() else { return false }
        for key in [vehicles, vehicles.forSites]
        where (try? await store.snapshots.record(of: key))?.info != nil { return true }
        return false
    }
}
