import FleetCore
package import FleetRuntime
import FleetTUI
import POSIX
import SystemPackage
import TerminalGraphics

/// Main loop of the terminal's thread: passes keys, events and ticks to the browser, performs its
/// effects and renders it.
package final class BrowseLoop {
    struct Dependencies: Sendable {
        let inbox: BrowseInbox
        let effects: BrowseEffects
        let context: CommandContext
        let setup: BrowserSetup
        let options: NcursesTerminal.Options
        let replies: TerminalReplies
    }

    private let terminal: NcursesTerminal
    private let inbox: BrowseInbox
    private let effects: BrowseEffects
    private let context: CommandContext
    private var browser: Browser
    private var pictures: PictureLayer?
    private var typed: [UInt8]
    private var isDone = false
    /// Whether the next frame briefly waits for pending reads.
    private var awaitsRead = false

    private static let tickMilliseconds: Int32 = 1000
    /// Maximum wait of a frame for pending reads, which avoids flicker.
    private static let frameTimeout = Duration.milliseconds(12)

    /// Takes over the terminal.
    /// - Throws: `CommandError` if the terminal's type does not support full-screen programs.
    init(_ dependencies: Dependencies) throws {
        guard let terminal = NcursesTerminal(dependencies.options) else {
            throw Self.noFullScreen(in: dependencies.context)
        }
        self.terminal = terminal
        (inbox, effects, context) = (
            dependencies.inbox, dependencies.effects, dependencies.context
        )
        (pictures, typed) = (
            dependencies.replies.pictures.flatMap { $0.isOverlay ? PictureLayer($0) : nil },
            dependencies.replies.typed
        )
        var setup = dependencies.setup
        setup.symbolStyle = terminal.symbolStyle
        let showsBlocks = terminal.palette.showsPictures && !dependencies.options.showsASCII
        if setup.pictures == .blocks, !showsBlocks { setup.pictures = .none }
        browser = Browser(
            setup, size: terminal.size, clock: BrowserClock(dependencies.context))
    }

    /// Runs until the user quits or an error occurs; always restores the terminal.
    func run() throws {
        let cleanup = ExitCleanup { NcursesTerminal.restore() }
        defer {
            terminal.close()
            cleanup.cancel()
        }
        NcursesTerminal.watch(inbox.descriptor.rawValue)
        handle(.resized(terminal.size))
        effects.states.start()
        for key in terminal.keys(of: typed, at: context.now()) { handle(.key(key)) }
        while !isDone {
            show()
            let tick =
                browser.isAnimated ? Int32(Browser.frame.milliseconds) : Self.tickMilliseconds
            guard inbox.wait(milliseconds: tick) else {
                throw CommandError(
                    .ioError, "the terminal was closed", hint: "start again in another terminal")
            }
            try processInput()
        }
    }

    /// Processes all pending input, and briefly waits for reads that a key has triggered.
    private func processInput() throws {
        awaitsRead = false
        handle(.tick(BrowserClock(context)))
        try processInbox()
        for key in terminal.keys(at: context.now()) { handle(.key(key)) }
        let deadline = context.now() + Self.frameTimeout
        while awaitsRead, !isDone {
            let remaining = (deadline - context.now()).milliseconds
            guard remaining > 0 else { return }
            awaitsRead = false
            inbox.waitForItems(milliseconds: Int32(remaining))
            try processInbox()
        }
    }

    private func processInbox() throws {
        let (signals, items) = inbox.drain()
        if signals.contains(.resized) {
            pictures?.remove(from: terminal)
            handle(.resized(terminal.size))
        }
        if signals.contains(.suspend) { perform(.terminal(.suspend)) }
        for item in items {
            switch item {
            case .event(let event): handle(event)
            case .suspended: suspend()
            case .end(let error):
                isDone = true
                if let error { throw error }
            }
        }
    }

    private func handle(_ event: BrowserEvent) {
        for effect in browser.handle(event) { perform(effect) }
    }

    private func show() {
        guard !isDone else { return }
        var canvas = Canvas(size: browser.canvasSize)
        let cursor = browser.render(into: &canvas)
        let visible = browser.pictures
        pictures?.clear(for: visible, on: terminal)
        terminal.show(canvas, cursor: cursor)
        pictures?.show(visible, on: terminal)
    }

    private func suspend() {
        pictures?.remove(from: terminal)
        terminal.suspend()
        handle(.resized(terminal.size))
        effects.states.start()
        effects.sites.resume()
    }

    private func perform(_ effect: Effect) {
        if effect.isAwaited { awaitsRead = true }
        switch effects.perform(effect) {
        case .quit?: isDone = true
        case .suspend?:
            Task { [effects, context, inbox] in
                await effects.suspend(in: context)
                inbox.post(.suspended)
            }
        case .redraw?:
            terminal.invalidate()
            pictures?.remove(from: terminal)
        case .copy(let text)?: terminal.send(ClipboardEscape.copying(Array(text.utf8)))
        case nil: break
        }
    }
}

extension Effect {
    /// Whether a frame briefly waits for the result, which avoids flicker.
    fileprivate var isAwaited: Bool {
        switch self {
        case .read(.list), .read(.window), .read(.vehicle), .read(.preview), .read(.noteText),
            .site:
            true
        case .terminal, .refresh, .read, .write, .open, .pictures, .subscribeToSites, .refreshSites,
            .sites:
            false
        }
    }
}

extension BrowseLoop {
    /// Checks that full-screen programs can run on the terminal, before anything is sent to it.
    /// - Throws: `CommandError` if its type is unknown or does not support them.
    package static func requireFullScreen(in context: CommandContext) throws {
        guard context.output.capabilities.positionsCursor else { throw noFullScreen(in: context) }
    }

    private static func noFullScreen(in context: CommandContext) -> CommandError {
        let hint = "set TERM to the terminal's type, such as xterm-256color"
        guard let type = context.environmentVariable("TERM") else {
            return .usage("TERM is not set, so the type of the terminal is unknown", hint: hint)
        }
        return .usage("terminal type `\(type)` has no full-screen support", hint: hint)
    }
}

extension BrowserClock {
    /// System time and display time.
    init(_ context: CommandContext) {
        self.init(machine: context.now(), shown: context.shownNow())
    }
}
