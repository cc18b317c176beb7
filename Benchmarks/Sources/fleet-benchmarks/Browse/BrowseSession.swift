/// Running `fleet browse` of a source, on its own terminal.
final class BrowseSession {
    /// Time after which the program counts as hung, for the list, a frame or the exit.
    private static let timeout = Duration.seconds(60)
    /// Time without output after which the start counts as finished.
    private static let startSilence = Duration.milliseconds(500)
    /// Name of the source in the home.
    private static let name = "bench"

    private let command: Command
    private let errors: String
    private let terminal: PseudoTerminal
    private let child: Child

    /// Adds a feed to a new home and browses it; returns when the list is shown and output has
    /// stopped.
    /// - Parameter address: Address of the feed, if not its path.
    init(
        _ feed: Feed, at address: String? = nil, home: String, options: [String] = [],
        in context: BenchmarkContext
    ) throws {
        let address = address ?? feed.path
        try context.run(
            context.fleet(["source", "add", Self.name, address, "--no-check"], home: home))
        command = context.browse(Self.name, options, home: home)
        errors = context.workspace.errors
        terminal = try PseudoTerminal()
        child = try Child(command, on: terminal, errors: errors)
        try waitForList(feed.vehicles.lowestIDs(1, redOnly: false).joined())
    }

    /// ID of the process.
    var id: ProcessID { child.id }

    /// Reads the screen for some time without typing, and calls `body` at least every 100 ms.
    func idle(for time: Duration, _ body: () throws -> Void = {}) throws {
        let end = ContinuousClock.now + time
        while case let rest = ContinuousClock.now.duration(to: end), rest > .zero {
            _ = try output(within: min(rest, .milliseconds(100)))
            try body()
        }
    }

    /// Quits the browser, which must exit with 0.
    func quit() throws {
        try terminal.type("q")
        let end = ContinuousClock.now + Self.timeout
        while try terminal.read(within: .milliseconds(100))?.isEmpty != true {
            guard ContinuousClock.now < end else { throw failure("does not quit after q") }
        }
        if let reason = child.wait().failureDescription { throw failure(reason) }
    }

    /// Replies to the program's terminal query and waits for the list.
    /// - Parameter id: ID of its first vehicle.
    private func waitForList(_ id: String) throws {
        let end = ContinuousClock.now + Self.timeout
        var text: [UInt8] = []
        var hasReplied = false
        while !text.contains(id) {
            guard ContinuousClock.now < end else { throw failure("shows no list") }
            text += try output(within: .milliseconds(100)) ?? []
            if !hasReplied, text.contains(TerminalAttributes.query) {
                try terminal.type(TerminalAttributes.reply)
                hasReplied = true
            }
        }
        while try output(within: Self.startSilence) != nil {}
    }

    /// Reads the next output; returns `nil` if there is none in time.
    private func output(within time: Duration) throws -> ArraySlice<UInt8>? {
        let bytes = try terminal.read(within: time)
        if bytes?.isEmpty == true { throw failure("exited early") }
        return bytes
    }

    private func failure(_ reason: String) -> BenchmarkError {
        .commandFailed(
            command: command.description, reason: reason, errors: Files.beginning(of: errors))
    }
}

extension BrowseSession {
    /// Presses a key and waits for the end of its frame.
    func press(_ key: Keystroke) throws -> Frame {
        let (begin, cpu) = (ContinuousClock.now, ProcessorTime.used(by: id))
        try terminal.type(key.text)
        guard try output(within: Self.timeout) != nil else {
            throw failure("shows nothing after a key")
        }
        let end = try endOfFrame(of: key)
        let spent = cpu.flatMap { before in ProcessorTime.used(by: id).map { $0 - before } }
        return Frame(wall: begin.duration(to: end) / .seconds(1), cpu: spent)
    }

    /// Returns the time of the last byte before the terminal was silent and the program idle.
    private func endOfFrame(of key: Keystroke) throws -> ContinuousClock.Instant {
        let silence = Frame.silence(after: key)
        var end = ContinuousClock.now
        while true {
            let before = ProcessorTime.used(by: id)
            if try output(within: silence) != nil {
                end = .now
            } else if !isBusy(since: before, in: silence) {
                return end
            }
        }
    }

    /// Returns whether the program used more than a tenth of the time, as when it builds a list.
    private func isBusy(since before: Double?, in time: Duration) -> Bool {
        guard let before, let now = ProcessorTime.used(by: id) else { return false }
        return now - before > time / .seconds(10)
    }
}

extension BenchmarkContext {
    /// Returns a command that runs `fleet browse` on the most common type of terminal.
    fileprivate func browse(_ source: String, _ options: [String], home: String) -> Command {
        let command = fleet(["browse", "--source", source] + options, home: home)
        return Command(
            command.program, command.arguments, command.environment + ["TERM=xterm-256color"])
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain a text.
    fileprivate func contains(_ text: String) -> Bool {
        let pattern = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: pattern) }
    }
}
