import ArgumentParser
import FleetCommandLine
import FleetCore

/// Command that prints a list with `--fields`.
protocol ListingCommand: ParsableCommand {
    /// Names of all fields of its list.
    static var fieldNames: [String] { get }
}

extension CompletionKind {
    /// Completes a list of fixed names that are separated by commas.
    static func commaSeparated(_ names: [String]) -> CompletionKind {
        .custom { _, _, prefix in list(names, after: prefix) }
    }

    /// Completes a list of fields of the named command, separated by commas.
    static let fields = CompletionKind.custom { words, _, prefix in
        let named = Fleet.named(in: Array(words.dropFirst()))
        return list((named.command as? any ListingCommand.Type)?.fieldNames ?? [], after: prefix)
    }

    /// Completes a list of fields of vehicles, separated by commas.
    static let vehicleFields = commaSeparated(VehicleListEncoder.fieldNames)

    /// Returns a list with each name as its last element.
    private static func list(_ names: [String], after prefix: String) -> [String] {
        let comma = prefix.lastIndex(of: ",")
        let start = comma.map { prefix.index(after: $0) } ?? prefix.startIndex
        return names.map { quoted(prefix[..<start] + $0, for: CompletionShell.requesting) }
    }
}
