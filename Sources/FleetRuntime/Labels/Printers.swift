package import FleetCore
package import FleetSettings
package import POSIX
package import Printing

/// A printer with its name.
package struct NamedPrinter: Sendable {
    package let name: String
    package let printer: Printer

    package init(_ name: String, _ printer: Printer) {
        (self.name, self.printer) = (name, printer)
    }
}

/// The printers of a home.
package struct Printers {
    private let context: CommandContext
    private let file: PrintersFile

    package init(in context: CommandContext) throws {
        self.context = context
        file = PrintersFile(home: try context.home())
    }

    /// Returns all printers, by name.
    package func all() throws -> [NamedPrinter] {
        try file.load().map(NamedPrinter.init).sorted { ByteOrder.precedes($0.name, $1.name) }
    }

    /// Returns a printer, or the only one.
    /// - Throws: `CommandError` (66) without such a printer, (64) if there are several.
    package func find(_ name: String?) throws -> NamedPrinter {
        let all = try all()
        if let name {
            guard let found = all.first(where: { $0.name == name }) else {
                throw CommandError(
                    .noInput, "there is no printer named \(name)",
                    hint: "run `fleet printer list` to see the printers")
            }
            return found
        }
        if all.count == 1 { return all[0] }
        guard !all.isEmpty else {
            throw CommandError(
                .noInput, "there is no printer yet",
                hint: "add one with `fleet printer add NAME ADDRESS`")
        }
        throw CommandError.usage(
            "there are several printers: \(all.map(\.name).joined(separator: ", "))",
            hint: "add --printer NAME")
    }

    /// Changes the printers.
    package func update<Outcome>(
        _ change: (inout [String: Printer]) throws -> Outcome
    ) async throws -> Outcome {
        try await file.update(change)
    }

    /// Takes the lock that keeps other runs from the printer, until it is released.
    /// - Throws: `CommandError` (74) while another run has it.
    package func lock(_ name: String) throws -> FileLock {
        let home = try context.home()
        try home.createFolders()
        guard let lock = try FileLock.tryAcquire(home.printLockPath(of: name)) else {
            throw CommandError(
                .ioError, "another run of labels prints on \(name)",
                hint: "run the command again when it has finished")
        }
        return lock
    }

    /// Returns the queues of CUPS that were not added, by name.
    package func otherQueues() async throws -> [String] {
        let added = Set(try all().map(\.printer.address))
        do throws(PrinterError) {
            return try await CUPSQueues.list(on: BlockingThreads(count: 1)).map(\.queue)
                .filter { !added.contains(.cups(queue: $0)) }
        } catch {
            throw CommandError(error, of: "cups")
        }
    }

    /// Returns the port to a printer.
    package func port(to printer: NamedPrinter) -> any PrinterPort {
        switch printer.printer.address {
        case .cups(let queue): CUPSPrinter(queue: queue, on: BlockingThreads(count: 1))
        case .ipp(let address):
            IPPPrinter(
                address, user: context.environmentVariable("USER") ?? "fleet",
                transport: PrinterTransport(in: context))
        case .tcp(let address):
            SocketPrinter(
                address, asksStatus: printer.printer.language == .zpl,
                timeouts: .init(factor: context.system.timeoutFactor))
        }
    }
}

extension CommandError {
    /// Creates an error of a printer.
    package init(_ error: PrinterError, of printer: String) {
        let (status, hint): (ExitStatus, String) =
            switch error {
            case .invalidAddress: (.usage, "correct it with `fleet printer add \(printer) ADDRESS`")
            case .notFound: (.noInput, "`fleet printer list --queues` has the queues of CUPS")
            case .noSuchFormat:
                (.usage, "add --zpl to `fleet printer add` for a printer of Zebra's language")
            case .noSuchMedium: (.usage, "use the --layout or --label that is in the printer")
            case .missingLibrary(let package): (.cannotCreate, "install \(package)")
            case .unreachable, .refused, .busy, .badAnswer, .interrupted, .cancelled:
                (.unavailable, "check the printer with `fleet printer test \(printer)`")
            }
        self.init(status, "printer \(printer): \(error.message)", hint: hint)
    }
}
