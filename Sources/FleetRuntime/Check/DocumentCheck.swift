import FleetClient
package import FleetCore
import FleetFeeds
import FleetSQL
import POSIX
import SystemPackage

/// One check of the documents of a source, which stores nothing, as in
/// `DocumentCheck(in: context).report(on: source)`.
package struct DocumentCheck {
    private let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Largest number of files of a folder that are checked.
    private static let maxFiles = 1000

    /// Checks all documents of a source.
    ///
    /// - Throws: `CommandError` (64) for a source without documents; `FeedFailure`;
    ///   `CancellationError`.
    package func report(on selected: ResolvedSource) async throws -> CheckReport {
        if case .simulation = selected.source.location {
            throw CommandError.usage(
                "a simulated fleet has no documents", hint: "name a feed, a file or a folder")
        }
        if let team = selected.team {
            throw CommandError.usage(
                "\(team.label) is a source of a team's server, which has its documents",
                hint: "run `fleet check URL` with the address of the feed")
        }
        try SourceDefinition(of: selected, in: context).check()
        try await checkRetryAfter(of: selected)
        return try await checker(of: selected).checkSystem()
    }

    /// Checks a file and the documents that it lists, or the `.json` files of a folder.
    ///
    /// - Throws: `CommandError` (66) for a folder without such files; `FeedFailure` for a file that
    ///   cannot be read; an error with the status 65 for one that is no document, and for a folder
    ///   without any; `CancellationError`.
    package func report(onFileAt path: String) async throws -> CheckReport {
        let folder = FilePath(argument: path)
        let selected = try await context.select(
            path, in: context.preferences(), offline: true)
        let checker = try checker(of: selected)
        guard FileSystem.isFolder(folder) else { return try await checker.checkFile(path) }
        let names = try documentNames(in: folder)
        guard !names.isEmpty else {
            throw CommandError(
                .noInput, "no .json files in \(path)",
                hint: "name a folder with documents such as gbfs.json")
        }
        guard names.count <= Self.maxFiles else {
            throw CommandError.usage(
                "\(path) has \(names.count) .json files, more than \(Self.maxFiles)",
                hint: "name a folder with the documents of one system")
        }
        return try await checker.checkFiles(names.map { folder.appending($0).string }, in: path)
    }

    /// Returns the names of the `.json` files of a folder.
    private func documentNames(in folder: FilePath) throws(CommandError) -> [String] {
        do throws(Errno) {
            return try OpenFolder(folder, followingLinks: true).entryNames
                .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
                .sorted()
        } catch {
            throw CommandError(
                .ioError, "cannot read the folder \(folder.string): \(error.description)",
                hint: "check its permissions")
        }
    }

    private func checker(of selected: ResolvedSource) throws -> FeedChecker {
        try FeedChecker(
            source: selected.source,
            reader: context.documentReader(
                for: selected, context.checkBudget(of: selected.source)), now: context.shownNow,
            zone: context.system.localZone)
    }

    /// Refuses a request that the service has forbidden for some time.
    private func checkRetryAfter(of selected: ResolvedSource) async throws {
        guard let session = try? context.open(selected), let store = try? session.readableStore(),
            let key = selected.key,
            let backOff = try? await store.snapshots.record(of: key).backOff,
            let notBefore = backOff.notBefore, notBefore > context.now()
        else { return }
        throw session.backOffError(backOff.failure, backOff)
    }
}
