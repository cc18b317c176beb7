import FleetCore
import FleetRuntime
import Logging

/// Log of a server on standard error: a line for each entry, with its facts as `name=value`.
struct OutputLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let output: Output
    private let now: @Sendable () -> Timestamp

    init(output: Output, level: Logger.Level, now: @escaping @Sendable () -> Timestamp) {
        (self.output, logLevel, self.now) = (output, level, now)
    }

    /// Returns the log of a server.
    static func logger(of context: CommandContext) -> Logger {
        let handler = OutputLogHandler(
            output: context.output, level: context.log.isOn ? .debug : .info,
            now: { context.shownNow() })
        return Logger(label: "fleet") { _ in handler }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }
            .map { " \($0.key)=\(Self.quoted($0.value.description))" }
            .sorted()
        output.log(
            "\(DiagnosticLog.text(now())) \(event.level) \(event.message)\(facts.joined())")
    }

    /// Returns a value in quotation marks if it is not one word.
    private static func quoted(_ value: String) -> String {
        let isWord = !value.isEmpty && !value.contains { " \"=\\".contains($0) || $0.isNewline }
        guard !isWord else { return value }
        return "\"\(value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#))\""
    }
}
