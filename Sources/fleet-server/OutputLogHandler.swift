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
        var line = "\(DiagnosticLog.text(now())) \(event.level) \(event.message)"
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }
        for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
            line += " \(name)="
            line += Self.quoted(value.description)
        }
        output.log(line)
    }

    private static let special = Array("\"=\\".utf8)

    /// Returns a value in quotation marks if it is not one word of ASCII.
    private static func quoted(_ value: String) -> String {
        // Comparing characters took a twentieth of the time of a request.
        let isWord = value.utf8.allSatisfy { (0x21...0x7E).contains($0) && !special.contains($0) }
        guard value.isEmpty || !isWord else { return value }
        return "\"\(value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#))\""
    }
}
