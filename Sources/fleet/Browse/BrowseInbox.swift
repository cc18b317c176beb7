import Dispatch
import FleetTUI
import Synchronization

/// Where everything comes together that the browser's thread waits for, beside the keys.
final class BrowseInbox: Sendable {
    /// What has come.
    enum Item: Sendable {
        case event(BrowserEvent)
        /// The subscription has ended for a halt.
        case halted
        /// The browser is to end, with an error if there is one.
        case end((any Error)?)
    }

    /// What a signal handler wrote.
    struct Signals: OptionSet {
        let rawValue: Int
        static let resized = Signals(rawValue: 1)
        static let halt = Signals(rawValue: 2)
    }

    private let items = Mutex<[Item]>([])
    private let pipe: (reading: Int32, writing: Int32)

    init() throws {
        guard let pipe = makePipe() else {
            throw Problem(
                .ioError, "too many files are open", hint: "close some programs, then try again")
        }
        keepFromBlocking(pipe.reading)
        keepFromBlocking(pipe.writing)
        self.pipe = pipe
    }

    /// What signal handlers write to.
    var descriptor: Int32 { pipe.writing }

    /// Leaves something for the browser's thread, and wakes it.
    func post(_ item: Item) {
        items.withLock { $0.append(item) }
        wake(pipe.writing)
    }

    /// Leaves an event.
    func post(_ event: BrowserEvent) { post(.event(event)) }

    /// Does some reading on a queue; what cannot be read is told, and asked for again with the next
    /// state.
    func read(on queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Void) {
        queue.async { [self] in
            do {
                try body()
            } catch {
                post(.unread)
                post(.told(ErrorReport(error).cause, isFailure: true))
            }
        }
    }

    /// Waits until something comes, by the keyboard too; tells whether there still is one.
    func wait(milliseconds: Int32) -> Bool {
        waitForInput([0, pipe.reading], milliseconds: milliseconds)
    }

    /// Waits until something but a key comes.
    func waitForItems(milliseconds: Int32) {
        waitForInput([pipe.reading], milliseconds: milliseconds)
    }

    /// Takes what has come.
    func take() -> (signals: Signals, items: [Item]) {
        var signals: Signals = []
        for byte in readWaiting(pipe.reading) {
            if byte == UInt8(ascii: "w") { signals.insert(.resized) }
            if byte == UInt8(ascii: "z") { signals.insert(.halt) }
        }
        let taken = items.withLock { items in
            defer { items.removeAll() }
            return items
        }
        return (signals, taken)
    }
}
