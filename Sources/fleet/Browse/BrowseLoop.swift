import FleetCore
import FleetTUI
import TerminalGraphics

/// The thread of the terminal: takes keys, events and time to the browser, carries out what it wants,
/// and shows it.
final class BrowseLoop {
    /// What it works with.
    struct Wiring: Sendable {
        let inbox: BrowseInbox
        let ports: BrowsePorts
        let composition: Composition
        let setup: BrowserSetup
        let options: NcursesTerminal.Options
        let answers: ScreenAnswers
    }

    private let terminal: NcursesTerminal
    private let inbox: BrowseInbox
    private let ports: BrowsePorts
    private let composition: Composition
    private var browser: Browser
    private var pictures: PictureLayer?
    private var typed: [UInt8]
    private var isDone = false
    /// Whether answers of the reader are on their way that the screen waits a moment for.
    private var awaited = false

    private static let second: Int32 = 1000
    /// How long a frame waits for what it shows, so that nothing flickers.
    private static let patience = Duration.milliseconds(12)

    /// Takes the terminal over.
    init(_ wiring: Wiring) throws {
        guard let terminal = NcursesTerminal(wiring.options) else {
            throw Problem.usage(
                "the terminal's type `\(environmentVariable("TERM") ?? "")` cannot show screens",
                hint: "set TERM to what the terminal is, such as xterm-256color")
        }
        self.terminal = terminal
        (inbox, ports, composition) = (wiring.inbox, wiring.ports, wiring.composition)
        (pictures, typed) = (wiring.answers.pictures.map(PictureLayer.init), wiring.answers.typed)
        browser = Browser(
            wiring.setup, size: terminal.size, clock: wiring.composition.browserClock)
    }

    /// Runs until the person leaves or an error ends it; the terminal is given back in any case.
    func run() throws {
        defer { terminal.close() }
        NcursesTerminal.watch(inbox.descriptor)
        handle(.resized(terminal.size))
        ports.states.start()
        for key in terminal.keys(of: typed, at: composition.now()) { handle(.key(key)) }
        while !isDone {
            show()
            guard inbox.wait(milliseconds: Self.second) else {
                throw Problem(.ioError, "the terminal has gone", hint: "begin anew in another")
            }
            try takeAll()
        }
    }

    /// Takes everything that has come; what a key asked the reader for is waited for a moment.
    private func takeAll() throws {
        awaited = false
        handle(.tick(composition.browserClock))
        try takeInbox()
        for key in terminal.keys(at: composition.now()) { handle(.key(key)) }
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
        if signals.contains(.resized) {
            pictures?.remove(from: terminal)
            handle(.resized(terminal.size))
        }
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
        let wanted = browser.pictures
        pictures?.clear(for: wanted, on: terminal)
        terminal.show(canvas, cursor: cursor)
        pictures?.show(wanted, on: terminal)
    }

    private func halt() {
        pictures?.remove(from: terminal)
        terminal.halt()
        handle(.resized(terminal.size))
        ports.states.start()
        ports.sites.resume()
    }

    private func perform(_ effect: Effect) {
        if effect.isAwaited { awaited = true }
        switch effect {
        case .quit: isDone = true
        case .halt: ports.keeper.suspend(ports.states, ports.sites)
        case .redraw:
            terminal.forget()
            pictures?.remove(from: terminal)
        case .refresh: ports.states.refresh()
        case .list(let query, let generation, let id, let near):
            ports.reader.makeList(query, generation: generation, keeping: id, near: near)
        case .read(let range, let generation):
            ports.reader.read(range, generation: generation)
        case .find(let id): ports.reader.find(id)
        case .pictures(let vehicle, let notes): ports.pictures?.read(vehicle, notes: notes)
        case .points(let filter, let generation):
            ports.reader.readPoints(filter, generation: generation)
        case .choose(let row): ports.reader.find(at: row)
        case .peek(let row): ports.reader.peek(at: row)
        case .subscribeToSites: ports.sites.begin()
        case .refreshSites: ports.sites.refresh()
        case .sites(let generation): ports.sites.read(generation: generation)
        case .site(let id): ports.sites.find(id)
        case .save(let colors): ports.keeper.save(colors)
        case .toggleFavorite(let id): ports.keeper.toggleFavorite(id)
        case .notes(let search, let generation):
            ports.reader.readNotes(search, generation: generation)
        case .noteText(let number): ports.reader.readNote(number)
        case .chooseCode(let code): ports.reader.find(code: code)
        case .addNote(let text, let subject): ports.keeper.addNote(text, subject)
        case .removeNote(let number): ports.keeper.removeNote(number)
        case .compare(let revision): ports.reader.compare(revision)
        case .writeQR(let id): ports.keeper.writeQR(of: id)
        case .copy(let text): terminal.send(ClipboardEscape.copying(Array(text.utf8)))
        }
    }
}

extension Effect {
    /// Whether a frame waits a moment for what comes of it, so that nothing flickers.
    fileprivate var isAwaited: Bool {
        switch self {
        case .list, .read, .find, .peek, .site, .noteText: true
        case .quit, .halt, .redraw, .refresh, .pictures, .points, .choose, .subscribeToSites,
            .refreshSites, .sites, .save, .toggleFavorite, .notes, .chooseCode, .addNote,
            .removeNote,
            .compare, .writeQR, .copy:
            false
        }
    }
}

extension Composition {
    /// The time, as the browser wants it.
    var browserClock: BrowserClock { BrowserClock(machine: now(), shown: shownNow()) }
}
