import Dispatch
import FleetCore
import FleetRuntime
import FleetTUI
import POSIX
import Synchronization
import SystemPackage

/// Queue of everything but keys that the browser's thread waits for.
final class BrowseInbox: Sendable {
    enum Item: Sendable {
        case event(BrowserEvent)
        /// The subscriptions have stopped, so that the process can be suspended.
        case suspended
        /// The browser has to exit, possibly with an error.
        case end((any Error)?)
    }

    /// Signals that the signal handlers wrote to the pipe.
    struct Signals: OptionSet {
        let rawValue: Int
        static let resized = Signals(rawValue: 1)
        static let suspend = Signals(rawValue: 2)
    }

    private let items = Mutex<[Item]>([])
    private let pipe: (reading: FileDescriptor, writing: FileDescriptor)

    init() throws {
        guard let pipe = try? FileDescriptor.nonBlockingPipe() else {
            throw CommandError(
                .ioError, "too many open files", hint: "close other programs, then try again")
        }
        self.pipe = pipe
    }

    /// Descriptor that signal handlers write to.
    var descriptor: FileDescriptor { pipe.writing }

    /// Queues an item and wakes the browser's thread.
    func post(_ item: Item) {
        items.withLock { $0.append(item) }
        // A full pipe already wakes it.
        try? pipe.writing.write(all: [UInt8(ascii: "e")])
    }

    /// Queues an event.
    func post(_ event: BrowserEvent) { post(.event(event)) }

    /// Reads on a dispatch queue; posts an error, after which the browser reads again with the next
    /// state.
    func read(on queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Void) {
        queue.async { [self] in
            do {
                try body()
            } catch {
                post(.readFailed)
                post(.notice(ErrorReport(error).cause, isFailure: true))
            }
        }
    }

    /// Waits for an item or a key; returns false if the terminal is disconnected.
    func wait(milliseconds: Int32) -> Bool {
        FileDescriptor.waitForInput(
            .standardInput, pipe.reading, milliseconds: milliseconds
        ).isConnected
    }

    /// Waits for an item, ignoring keys.
    func waitForItems(milliseconds: Int32) {
        FileDescriptor.waitForInput(pipe.reading, milliseconds: milliseconds)
    }

    /// Removes and returns all signals and items.
    func drain() -> (signals: Signals, items: [Item]) {
        var signals: Signals = []
        for byte in pipe.reading.availableBytes() {
            if byte == UInt8(ascii: "w") { signals.insert(.resized) }
            if byte == UInt8(ascii: "z") { signals.insert(.suspend) }
        }
        let drained = items.withLock { items in
            defer { items.removeAll() }
            return items
        }
        return (signals, drained)
    }
}
