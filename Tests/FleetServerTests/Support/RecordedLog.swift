import Logging
import Synchronization

/// Entries that a server has logged.
final class RecordedLog: Sendable {
    struct Entry {
        let level: Logger.Level
        let message: String
        let facts: [String: String]
    }

    private let recorded = Mutex<[Entry]>([])

    var entries: [Entry] { recorded.withLock(\.self) }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let facts = (event.metadata ?? [:]).mapValues(\.description)
            log.recorded.withLock {
                $0.append(
                    Entry(level: event.level, message: "\(event.message)", facts: facts))
            }
        }
    }
}
