import Dispatch
import POSIX
import SystemPackage

/// Input of a watch that is shown on a terminal.
enum WatchInput: Equatable, Sendable {
    /// A second has passed.
    case tick
    /// The size of the terminal has changed.
    case resized
    /// The user pressed the space bar.
    case nextPage
    /// The user pressed `q`.
    case quit
}

extension AsyncStream<WatchInput> {
    /// Returns the input of the terminal on standard input and output until the iteration ends.
    ///
    /// Keys are read only if standard input is a terminal and the process is in the foreground.
    static func watchInput() -> AsyncStream<WatchInput> {
        AsyncStream { continuation in
            let sources = WatchInputSources(continuation)
            continuation.onTermination = { _ in sources.cancel() }
        }
    }
}

/// Sources of the input of a watch, and the mode of the terminal meanwhile.
///
/// SAFETY: dispatch sources may be used from several threads, and no property changes.
private final class WatchInputSources: @unchecked Sendable {
    private let sources: [any DispatchSourceProtocol]
    private let mode: TerminalMode?

    init(_ continuation: AsyncStream<WatchInput>.Continuation) {
        mode = FileDescriptor.standardInput.beginReadingKeys()
        let queue = DispatchQueue(label: "fleet.watch.input")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1))
        timer.setEventHandler { continuation.yield(.tick) }
        var sources: [any DispatchSourceProtocol] = [timer]
        let signal = CurrentProcess.resizeSignal
        if CurrentProcess.claimSignal(signal) {
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler { continuation.yield(.resized) }
            sources.append(source)
        }
        if mode != nil {
            let source = DispatchSource.makeReadSource(
                fileDescriptor: FileDescriptor.standardInput.rawValue, queue: queue)
            source.setEventHandler {
                let bytes = FileDescriptor.standardInput.availableBytes()
                // At the end of the input, the source would fire forever.
                if bytes.isEmpty { continuation.finish() }
                if bytes.contains(UInt8(ascii: " ")) { continuation.yield(.nextPage) }
                if bytes.contains(UInt8(ascii: "q")) { continuation.yield(.quit) }
            }
            sources.append(source)
        }
        for source in sources { source.resume() }
        self.sources = sources
    }

    func cancel() {
        for source in sources { source.cancel() }
        if let mode { FileDescriptor.standardInput.endReadingKeys(restoring: mode) }
    }
}
