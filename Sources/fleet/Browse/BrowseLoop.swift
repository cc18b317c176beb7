import FleetCore
import FleetTUI
import TerminalGraphics

/// The thread of the terminal: takes keys, events and time to the browser, carries out what it wants,
/// and shows it.
final class BrowseLoop {
    private let terminal: NcursesTerminal
    private let inbox: BrowseInbox
    private let ports: BrowsePorts
    private let composition: Composition
    private var browser: Browser
    private var isDone = false
    /// How many answers of the reader are on their way that the screen waits a moment for.
    private var awaited = false

    private static let second: Int32 = 1000
    /// How long a frame waits for what it shows, so that nothing flickers.
    private static let patience = Duration.milliseconds(12)

    init(
        _ setup: BrowserSetup, _ options: NcursesTerminal.Options, _ inbox: BrowseInbox,
        _ ports: BrowsePorts, _ composition: Composition
    ) throws {
        guard let terminal = NcursesTerminal(options) else {
            throw Problem.usage(
                "the terminal's type `\(environmentVariable("TERM") ?? "")` cannot show screens",
                hint: "set TERM to what the terminal is, such as xterm-256color")
        }
        self.terminal = terminal
        self.inbox = inbox
        self.ports = ports
        self.composition = composition
        browser = Browser(setup, size: terminal.size, clock: composition.browserClock)
    }

    /// Runs until the person leaves or an error ends it; the terminal is given back in any case.
    func run(typed: [UInt8]) throws {
        defer { terminal.close() }
        NcursesTerminal.watch(inbox.descriptor)
        handle(.resized(terminal.size))
        ports.states.start()
        for byte in typed where (0x21...0x7E).contains(byte) {
            handle(.key(.character(Character(Unicode.Scalar(byte)))))
        }
        while !isDone {
            show()
            inbox.wait(milliseconds: Self.second)
            try takeAll()
        }
    }

    /// Takes everything that has come; what a key asked the reader for is waited for a moment.
    private func takeAll() throws {
        awaited = false
        handle(.tick(composition.browserClock))
        try takeInbox()
        for key in terminal.keys() { handle(.key(key)) }
        let deadline = composition.now() + Self.patience
        while awaited, !isDone {
            let rest = (deadline - composition.now()).milliseconds
            guard rest > 0 else { return }
            awaited = false
            inbox.waitForItems(milliseconds: Int32(rest))
            try takeInbox()
        }
    }

    private func takeInbox() throws {
        let (signals, items) = inbox.take()
        if signals.contains(.resized) { handle(.resized(terminal.size)) }
        if signals.contains(.halt) { perform(.halt) }
        for item in items {
            switch item {
            case .event(let event): handle(event)
            case .halted: halt()
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
        terminal.show(canvas, cursor: cursor)
    }

    private func halt() {
        terminal.halt()
        handle(.resized(terminal.size))
        ports.states.start()
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .quit: isDone = true
        case .halt: ports.keeper.suspend(ports.states)
        case .redraw: terminal.forget()
        case .refresh: ports.states.refresh()
        case .list(let query, let generation, let id, let near):
            awaited = true
            ports.reader.makeList(query, generation: generation, keeping: id, near: near)
        case .read(let range, let generation):
            awaited = true
            ports.reader.read(range, generation: generation)
        case .find(let id):
            awaited = true
            ports.reader.find(id)
        case .points(let filter, let generation):
            ports.reader.readPoints(filter, generation: generation)
        case .choose(let row): ports.reader.find(at: row)
        case .save(let colors): ports.keeper.save(colors)
        case .writeQR(let id): ports.keeper.writeQR(of: id)
        case .copy(let text): terminal.send(ClipboardEscape.copying(Array(text.utf8)))
        }
    }
}

extension Composition {
    /// The time, as the browser wants it.
    var browserClock: BrowserClock { BrowserClock(machine: now(), shown: shownNow()) }
}
