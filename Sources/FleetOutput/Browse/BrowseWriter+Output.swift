import FleetCore
import FleetRuntime
import FleetSQL
import FleetTUI
import Foundation
import Synchronization

// Files and prints of vehicles, and links.
extension BrowseWriter {
    /// Writes vehicles to a file or a printer.
    func output(_ output: VehicleOutput) {
        let count = ShortText.count(output.ids.count, "vehicle")
        switch output.kind {
        case .export(let path):
            enqueueOutput(cancelsOnExit: false) { [self] in
                let path = try checked(path, output)
                try await export(output.ids, to: path)
                return "wrote \(count) to \(path)"
            }
        case .labels(let path):
            enqueueOutput(cancelsOnExit: false) { [self] in
                let path = try checked(path, output)
                guard LabelTarget(path) != nil, path != "-" else {
                    throw CommandError.usage(
                        "labels need a .pdf file, or a folder ending in /",
                        hint: "use another name")
                }
                return try await messages { try await labels(output.ids, path, nil) }
                    ?? "wrote the labels of \(count) to \(path)"
            }
        case .printed(let printer):
            enqueueOutput(cancelsOnExit: true) { [self] in
                try await messages { try await labels(output.ids, nil, printer) }
                    ?? "printed the labels of \(count)"
            }
        }
    }

    /// Returns the path of a file that is not there yet, or may be replaced.
    private func checked(_ path: String, _ output: VehicleOutput) throws -> String {
        let path = PathSuggestions.expanded(path, in: subscription.source.context)
        let isFolder = path.hasSuffix("/")
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
        if let type = type as? FileAttributeType, !isFolder, type != .typeRegular,
            type != .typeSymbolicLink
        {
            // A pipe without a reader would be waited for.
            throw CommandError(
                .cannotCreate, "\(path) is not a file", hint: "use another name")
        }
        let exists =
            isFolder
            ? (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == false
            : type != nil
        guard exists, !output.replaces else { return path }
        throw CommandError(
            .cannotCreate, "\(path) exists; use another name, or ! after the command replaces it",
            hint: "use another name")
    }

    /// Writes vehicles in the format that the suffix of a file names.
    private func export(_ ids: [String], to path: String) async throws {
        let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard let format = ListFormat(rawValue: suffix), format != .table, format != .gbfs,
            path.contains(".")
        else {
            throw CommandError.usage(
                "the file must end with .csv, .json, .ndjson, .geojson or .xlsx",
                hint: "use another name")
        }
        var query = VehicleQuery.everything
        query.typedIDs = ids
        let source = subscription.source
        try await source.withListing(
            query, FetchMode(offline: true), includesGone: true, precision: .exact
        ) { listing in
            let display = ListDisplay(
                selection: ListSelection(), ansi: .never, usesPager: false, file: path,
                isBinary: format == .xlsx)
            _ = try listing.print(as: format, display, in: source.context)
        }
    }

    /// Returns the messages of an operation in one line; `nil` without any.
    private func messages(_ body: () async throws -> Void) async throws -> String? {
        let lines = Lines()
        let output = subscription.source.context.output
        output.redirectMessages { lines.add(BrowseInbox.line($0)) }
        defer { inbox.showMessages(of: output) }
        do {
            try await body()
        } catch {
            for line in lines.all { inbox.post(.notice(line, isFailure: true)) }
            throw error
        }
        return lines.all.isEmpty ? nil : lines.all.joined(separator: "; ")
    }

    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock(\.self) }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Opens a link in the web browser, or shows it.
    func open(_ link: String) {
        let context = subscription.source.context
        Task { [inbox] in
            let isOpen = await LinkOpener(in: context).open(link)
            inbox.post(
                .notice(
                    isOpen ? "opened \(link)" : "no program opens links here: \(link)",
                    isFailure: !isOpen))
        }
    }
}
