internal import CSimdjson

/// An error that makes a whole document unreadable.
public enum JSONError: Error, Equatable, Sendable {
    /// The document is empty or only white space.
    case empty
    /// The document is not valid UTF-8; see `JSONDocument.repair(after:)`.
    case invalidUTF8
    /// A string contains an unescaped control character; see `JSONDocument.repair(after:)`.
    case controlCharacter
    /// The document ends inside a string, array or object.
    case truncated
    /// The document is not JSON; a short reason with the offset, "a colon is missing at byte 7".
    case syntax(String)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep
    /// The document has more values than allowed, or 4 GiB or more.
    case tooLarge
    /// A row or another selected value of a large document is larger than
    /// `JSONDocument.maxValueSize`.
    case largeValue
    /// There is not enough memory for the index.
    case outOfMemory
}

extension JSONError {
    /// Creates the error of an outcome; `nil` on success.
    ///
    /// A visitor stops only if there are too many values.
    init?(_ outcome: csimdjson_outcome) {
        switch outcome.status {
        case .ok: return nil
        case .empty: self = .empty
        case .invalid_utf8: self = .invalidUTF8
        case .control_character: self = .controlCharacter
        case .truncated: self = .truncated
        case .too_deep: self = .tooDeep
        case .too_large, .stopped: self = .tooLarge
        case .large_value: self = .largeValue
        case .out_of_memory: self = .outOfMemory
        case .syntax:
            let reason = outcome.reason.map { String(cString: $0) } ?? ""
            self = .syntax("\(reason) at byte \(outcome.offset)")
        }
    }
}
