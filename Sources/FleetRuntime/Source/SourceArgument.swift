import FleetClient
package import FleetCore
import FleetSQL
import FleetSettings
import Foundation
import POSIX
import SystemPackage

/// The source that a command line selects.
package enum SourceArgument: Equatable, Sendable {
    /// None: the default source.
    case standard
    /// The value of `--source`, a name or a location.
    case named(String)
    /// An address, or the path of a file, without an option.
    case link(String)
    /// An argument whose source is a table, and how that is read.
    indirect case table(SourceArgument, TableSettings)

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
        case .standardInput?, .inventory?, nil: false
        }
    }

    /// Suffixes of the formats that can be read.
    private static let suffixes = [
        ".json", ".geojson", ".ndjson", ".gz", ".csv", ".tsv", ".txt", ".xlsx",
    ]

    /// Returns whether a word is rather the path of a file than an ID: it has a slash, or the suffix
    /// of a format that can be read.
    package static func isFilePath(_ text: String) -> Bool {
        text.contains("/")
            || suffixes.contains { ASCIICase.lowercased(text).hasSuffix($0) }
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

extension VehiclePage {
    /// Parses an address; returns `nil` if it is not the page of a vehicle on the server of the
    /// login.
    init?(_ link: String, in context: CommandContext) throws {
        guard let server = try TeamAccount(in: context).url else { return nil }
        self.init(link, on: server)
    }
}

extension SourceArgument {
    /// Returns the argument for a command about settings, favorites or notes: for a link, the
    /// source that was saved with its address, or else the address as a value of `--source`.
    package func saved(in context: CommandContext) throws -> SourceArgument {
        guard case .link(let text) = self, try VehiclePage(text, in: context) == nil else {
            return self
        }
        let location = Location(text, relativeTo: context.directory)
        return .named(try location.flatMap { try context.savedName(of: $0) } ?? text)
    }

    /// Returns whether a link is the page of a vehicle on the server of the login.
    package static func isVehiclePage(_ link: String, in context: CommandContext) throws -> Bool {
        try VehiclePage(link, in: context) != nil
    }

    /// Returns whether a word is the name of a source, of this home or, after `team:`, of the
    /// server of the login.
    package static func isSource(_ word: String, in context: CommandContext) -> Bool {
        if word.hasPrefix(TeamSource.prefix) {
            let name = word.dropFirst(TeamSource.prefix.count)
            return TeamAccount(in: context).knownLogin?.sources.contains { $0.name == name }
                ?? false
        }
        guard Source.isName(word) else { return false }
        return (try? context.preferences().get().source(named: word)) != nil
    }

    /// Returns the hint for an ID that is the name of a source or of a file, or an address without
    /// its scheme; `nil` for any other.
    /// - Parameters:
    ///   - command: The command that lists the vehicles or sites of a source.
    ///   - options: Its further options for a search of the ID.
    package static func hint(
        for id: String, _ command: String, search options: String, in context: CommandContext
    ) -> String? {
        if isSource(id, in: context) {
            let options = options.isEmpty || options.hasPrefix(" ") ? options : " " + options
            return "\(id) is a source: `fleet \(command) --source \(id)` lists it; "
                + "`fleet \(command) --search \(id)\(options)` searches for an ID"
        }
        if id.hasSuffix(".json"),
            case .file(let path)? = Location(id, relativeTo: context.directory),
            FileSystem.exists(FilePath(argument: path))
        {
            let file = ShellWord.quoted(id)
            return "this is a file: `fleet \(command) --source \(file)` reads it as a source"
        }
        if id.contains("/"), let address = IncompleteAddress(id) { return address.hint }
        return isFilePath(id) ? "there is no file \(id) either" : nil
    }
}

extension ResolvedSource {
    /// Returns the command that gives a source a setting; for a link, of the source that was saved
    /// with its address.
    package func command(setting option: String, in context: CommandContext) -> String {
        if isLink, let name = try? context.savedName(of: source.location) {
            return "fleet source edit \(name) \(option)"
        }
        return command(setting: option)
    }
}
