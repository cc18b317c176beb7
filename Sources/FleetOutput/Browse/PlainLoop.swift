import FleetRuntime
import FleetTUI
import POSIX
import SystemPackage

/// Main loop of `fleet browse --plain`: reads commands line by line, passes events to the browser,
/// performs its effects and prints its lines.
final class PlainLoop {
    private let inbox: BrowseInbox
    private let effects: BrowseEffects
    private let context: CommandContext
    private var browser: PlainBrowser
    private var input = CommandInput()
    private var isDone = false
    /// Whether a person types the commands, and so need not wait for answers.
    private let isInteractive = FileDescriptor.standardInput.isTerminal

    private static let tickMilliseconds: Int32 = 1000

    init(_ dependencies: BrowseLoop.Dependencies) {
        (inbox, effects, context) = (
            dependencies.inbox, dependencies.effects, dependencies.context
        )
        browser = PlainBrowser(dependencies.setup, clock: BrowserClock(dependencies.context))
    }

    /// Runs until the user quits, the input ends or an error occurs.
    func run() throws {
        effects.states.start()
        perform(browser.handle(.tick(BrowserClock(context))))
        while !isDone {
            try printLines()
            wait()
            perform(browser.handle(.tick(BrowserClock(context))))
            try processInbox()
            while !isDone, takesCommands, let command = input.nextLine() {
                perform(browser.enter(command))
            }
            if input.isFinished, takesCommands { isDone = true }
        }
        try printLines()
    }

    /// Whether the next command may be carried out: commands in a pipe wait for the last answer.
    private var takesCommands: Bool { isInteractive || !browser.isWaiting }

    private func printLines() throws {
        try context.output.writeWrapped(browser.takeLines())
        try context.output.finish()
    }

    /// Waits for an event, or for input that may be carried out, and reads it.
    private func wait() {
        guard !input.isAtEnd, takesCommands else {
            return inbox.waitForItems(milliseconds: Self.tickMilliseconds)
        }
        _ = inbox.wait(milliseconds: Self.tickMilliseconds)
        if FileDescriptor.waitForInput(.standardInput, milliseconds: 0).isReady {
            input.add(FileDescriptor.standardInput.availableBytes())
        }
    }

    private func processInbox() throws {
        for item in inbox.drain().items {
            switch item {
            case .event(let event): perform(browser.handle(event))
            case .suspended: break
            case .end(let error):
                isDone = true
                if let error { throw error }
            }
        }
    }

    private func perform(_ pending: [Effect]) {
        for effect in pending {
            switch effects.perform(effect) {
            case .quit?: isDone = true
            case .suspend?, .redraw?, .copy?, nil: break
            }
        }
    }
}

/// Lines of commands from standard input.
private struct CommandInput {
    /// Maximum length of a line in bytes; the rest is dropped.
    private static let maxBytes = 8192

    private var bytes: [UInt8] = []
    /// Whether the input has ended.
    private(set) var isAtEnd = false

    /// Whether all lines have been returned.
    var isFinished: Bool { isAtEnd && bytes.isEmpty }

    /// Adds bytes that were read; none at the end of the input.
    mutating func add(_ new: [UInt8]) {
        guard !new.isEmpty else { return isAtEnd = true }
        bytes += new.filter { $0 != UInt8(ascii: "\r") }
        guard !bytes.contains(UInt8(ascii: "\n")), bytes.count > Self.maxBytes else { return }
        bytes.removeLast(bytes.count - Self.maxBytes)
    }

    /// Removes and returns the next line; `nil` if it is incomplete.
    mutating func nextLine() -> String? {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        guard end != nil || isAtEnd && !bytes.isEmpty else { return nil }
        let line = bytes[..<(end ?? bytes.count)]
        defer { bytes.removeFirst(line.count + (end == nil ? 0 : 1)) }
        return String(decoding: line, as: UTF8.self)
    }
}
