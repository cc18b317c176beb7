/// `fleet browse` of a source, on a terminal of its own.
final class BrowseSession {
    /// How long the list, a frame or the end may take before the program counts as hung.
    private static let patience = Duration.seconds(60)
    /// How long nothing is shown when the beginning is over.
    private static let quiet = Duration.milliseconds(500)
    /// The source's name in the home.
    private static let name = "bench"

    private let command: Command
    private let errors: String
    private let terminal: PseudoTerminal
    private let child: Child

    /// Adds a feed to a new home and browses it; returns when the list is shown and all is quiet.
    /// - Parameter address: where the feed is, if not in its folder.
    init(
        _ feed: Feed, at address: String? = nil, home: String, options: [String] = [],
        in setting: Setting
    ) throws {
        let place = address ?? feed.path
        try setting.cost(of: setting.fleet(["source", "add", Self.name, place], home: home))
        command = setting.browse(Self.name, options, home: home)
        errors = setting.workspace.errors
        terminal = try PseudoTerminal()
        child = try Child(command, on: terminal, errors: errors)
        try waitForList(feed.vehicles.leastIDs(1, redOnly: false).joined())
    }

    /// The process.
    var id: ProcessID { child.id }

    /// Looks on for some time without a key, and calls back now and then.
    func look(for time: Duration, _ body: () throws -> Void = {}) throws {
        let end = ContinuousClock.now + time
        while case let rest = ContinuousClock.now.duration(to: end), rest > .zero {
            _ = try shown(within: min(rest, .milliseconds(100)))
            try body()
        }
    }

    /// Leaves the browser, which must end well.
    func leave() throws {
        try terminal.type("q")
        let end = ContinuousClock.now + Self.patience
        while try terminal.read(within: .milliseconds(100))?.isEmpty != true {
            guard ContinuousClock.now < end else { throw failure("does not end by q") }
        }
        if let how = child.wait().misfortune { throw failure(how) }
    }

    /// Answers what the program asks the terminal first of all, and waits for the list.
    /// - Parameter id: the code of its first vehicle.
    private func waitForList(_ id: String) throws {
        let end = ContinuousClock.now + Self.patience
        var text: [UInt8] = []
        var isAnswered = false
        while !text.holds(id) {
            guard ContinuousClock.now < end else { throw failure("shows no list") }
            text += try shown(within: .milliseconds(100)) ?? []
            if !isAnswered, text.holds(TerminalAttributes.question) {
                try terminal.type(TerminalAttributes.answer)
                isAnswered = true
            }
        }
        while try shown(within: Self.quiet) != nil {}
    }

    /// What is shown next; `nil` if nothing is in time.
    private func shown(within time: Duration) throws -> ArraySlice<UInt8>? {
        let bytes = try terminal.read(within: time)
        if bytes?.isEmpty == true { throw failure("ended early") }
        return bytes
    }

    private func failure(_ how: String) -> BenchmarkFailure {
        .ended(command: command.description, how: how, errors: Files.beginning(of: errors))
    }
}

extension BrowseSession {
    /// Presses a key, and waits until its frame is over.
    func press(_ key: Keystroke) throws -> Frame {
        let (begin, cpu) = (ContinuousClock.now, ProcessorTime.used(by: id))
        try terminal.type(key.text)
        guard try shown(within: Self.patience) != nil else {
            throw failure("shows nothing after a key")
        }
        let end = try endOfFrame(of: key)
        let spent = cpu.flatMap { before in ProcessorTime.used(by: id).map { $0 - before } }
        return Frame(wall: begin.duration(to: end) / .seconds(1), cpu: spent)
    }

    /// When the last byte came before the terminal was silent for a while and the program did nothing.
    private func endOfFrame(of key: Keystroke) throws -> ContinuousClock.Instant {
        let silence = Frame.silence(after: key)
        var end = ContinuousClock.now
        while true {
            let before = ProcessorTime.used(by: id)
            if try shown(within: silence) != nil {
                end = .now
            } else if !isBusy(since: before, in: silence) {
                return end
            }
        }
    }

    /// Whether the program worked for a tenth of a time or more, as when it makes a list.
    private func isBusy(since before: Double?, in time: Duration) -> Bool {
        guard let before, let now = ProcessorTime.used(by: id) else { return false }
        return now - before > time / .seconds(10)
    }
}

extension Setting {
    /// A run of `fleet browse`, on the terminal that most people have.
    fileprivate func browse(_ source: String, _ options: [String], home: String) -> Command {
        let command = fleet(["browse", "--source", source] + options, home: home)
        return Command(
            command.program, command.arguments, command.environment + ["TERM=xterm-256color"])
    }
}

extension [UInt8] {
    /// Whether a text is in it.
    fileprivate func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}
