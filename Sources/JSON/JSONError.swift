internal import CSimdjson

/// Why a document as a whole cannot be read.
public enum JSONError: Error, Equatable, Sendable {
    /// There is nothing but white space.
    case empty
    /// It is not UTF-8; see `JSONDocument.repair(after:)`.
    case invalidUTF8
    /// A string holds an unescaped control character; see `JSONDocument.repair(after:)`.
    case controlCharacter
    /// It ends within a string, an array or an object.
    case truncated
    /// It is not JSON; a short reason with the byte it was seen at, "a colon is missing at byte 7".
    case syntax(String)
    /// Arrays and objects nest deeper than the limit.
    case tooDeep
    /// It has more values than asked for, or 4 GiB or more.
    case tooLarge
    /// There is no memory for its index.
    case outOfMemory
}

extension JSONError {
    /// Nil if reading ended well.
    ///
    /// A visitor stops only when it was given too much.
    init?(_ outcome: csimdjson_outcome) {
        switch outcome.status {
        case .ok: return nil
        case .empty: self = .empty
        case .invalid_utf8: self = .invalidUTF8
        case .control_character: self = .controlCharacter
        case .truncated: self = .truncated
        case .too_deep: self = .tooDeep
        case .too_large, .stopped: self = .tooLarge
        case .out_of_memory: self = .outOfMemory
        case .syntax:
            let reason = outcome.reason.map { String(cString: $0) } ?? ""
            self = .syntax("\(reason) at byte \(outcome.offset)")
        }
    }
}
