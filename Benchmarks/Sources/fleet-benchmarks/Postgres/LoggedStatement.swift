/// Statement in the log of a PostgreSQL server with `log_statement=all`.
struct LoggedStatement: Equatable {
    /// Time at which it began, in seconds since 1970.
    let time: Double
    /// Text with parameters `$1`, `$2`, …; several statements with `;` if it has no parameters.
    let sql: String
    /// Values of the parameters; `nil` is NULL.
    var parameters: [String?] = []
}

extension LoggedStatement {
    /// Returns the statements of a log, in their order.
    static func all(in log: String) -> [LoggedStatement] {
        var found: [LoggedStatement] = []
        for message in messages(in: log) {
            if let sql = message.text("LOG:  ", upTo: "statement: ") {
                found.append(LoggedStatement(time: message.time, sql: sql))
            } else if let named = message.text("LOG:  ", upTo: "execute ") {
                let sql = named.drop { $0 != ":" }.dropFirst(2)
                found.append(LoggedStatement(time: message.time, sql: String(sql)))
            } else if let values = message.text("DETAIL:  ", upTo: "parameters: "), !found.isEmpty {
                found[found.count - 1].parameters = parameters(values)
            }
        }
        return found
    }

    /// Message of a log, without its prefix.
    private struct Message {
        let time: Double
        var text: String

        /// Returns what follows a severity and a kind of messages; `nil` for other messages.
        func text(_ severity: String, upTo kind: String) -> String? {
            let start = severity + kind
            return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : nil
        }
    }

    /// Returns the messages of a log; further lines of a message begin with a tab.
    private static func messages(in log: String) -> [Message] {
        var messages: [Message] = []
        for line in log.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("\t"), !messages.isEmpty {
                messages[messages.count - 1].text += "\n" + line.dropFirst()
            } else {
                let parts = line.split(separator: " ", maxSplits: 2)
                guard parts.count == 3, let time = Double(parts[0]) else { continue }
                messages.append(Message(time: time, text: String(parts[2])))
            }
        }
        return messages
    }

    /// Parses values such as `$1 = 'it''s', $2 = NULL`.
    private static func parameters(_ text: String) -> [String?] {
        var values: [String?] = []
        var rest = Array(text)[...]
        while let sign = rest.firstIndex(of: "=") {
            rest = rest[sign...].dropFirst(2)
            guard rest.first == "'" else {
                values.append(nil)
                continue
            }
            rest = rest.dropFirst()
            var value = ""
            while let character = rest.popFirst() {
                if character == "'" {
                    guard rest.first == "'" else { break }
                    rest = rest.dropFirst()
                }
                value.append(character)
            }
            values.append(value)
        }
        return values
    }
}
