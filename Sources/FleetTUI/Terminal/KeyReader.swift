import FleetCore
import TerminalGraphics

/// Turns ncurses input into keys, and discards replies that the terminal sends on its own.
///
/// Mouse reports, pasted text and replies may be split over several reads.
struct KeyReader {
    private enum State {
        /// No sequence has started.
        case idle
        /// Esc was read and may already have been reported as a key: a reply, or a key typed with
        /// Alt.
        case reply(TerminalReply, isReported: Bool)
        case mouse(MouseReport)
        case paste(PastedText)
    }

    /// Maximum wait for the rest of a sequence that starts with Esc and may have been typed.
    static let timeout = Duration.milliseconds(500)
    /// Maximum wait for the rest of a sequence that cannot have been typed, over a slow connection.
    static let replyTimeout = Duration.seconds(3)
    /// Maximum wait for the rest of a pasted text, in case its end marker is lost.
    static let pasteTimeout = Duration.seconds(10)

    private var state = State.idle
    private var keys: [Key] = []
    private var lastInputTime = Timestamp(milliseconds: 0)

    /// Processes all input available at a time and returns the typed keys.
    ///
    /// A trailing Esc is reported as a key, since ncurses has already waited for more. If it starts
    /// a slow reply after all, the rest of the reply is still discarded.
    mutating func read(_ inputs: some Sequence<TerminalInput>, at time: Timestamp) -> [Key] {
        if processAll(inputs, at: time) {
            if case .reply(let reply, isReported: false) = state, reply.typed == [] {
                keys.append(.escape)
                state = .reply(reply, isReported: true)
            }
        } else if time - lastInputTime >= timeout {
            flush()
        }
        return takeKeys()
    }

    /// Processes bytes read before ncurses took over; `read` may complete an unfinished sequence.
    mutating func resume(_ bytes: [UInt8], at time: Timestamp) -> [Key] {
        _ = processAll(bytes.map { .character(Unicode.Scalar($0)) }, at: time)
        return takeKeys()
    }

    /// Maximum wait for the rest of the current sequence.
    private var timeout: Duration {
        switch state {
        case .idle: Self.timeout
        case .reply(let reply, _): reply.typed == nil ? Self.replyTimeout : Self.timeout
        case .mouse: Self.replyTimeout
        case .paste: Self.pasteTimeout
        }
    }

    /// Processes the input and returns whether there was any.
    private mutating func processAll(
        _ inputs: some Sequence<TerminalInput>, at time: Timestamp
    ) -> Bool {
        var isSilent = true
        for input in inputs where input != .other {
            isSilent = false
            lastInputTime = time
            process(input)
        }
        return !isSilent
    }

    private mutating func takeKeys() -> [Key] {
        defer { keys = [] }
        return keys
    }

    /// Ends the current sequence and reports the keys or the pasted text that it stands for.
    private mutating func flush() {
        let pending = state
        state = .idle
        switch pending {
        case .idle, .mouse: break
        case .reply(let reply, let isReported):
            guard let typed = reply.typed else { return }
            if !isReported { keys.append(.escape) }
            for character in typed { process(character) }
        case .paste(let pasted): keys.append(.paste(pasted.text))
        }
    }
}

extension KeyReader {
    private mutating func process(_ input: TerminalInput) {
        if case .paste(let pasted) = state { return processPaste(input, after: pasted) }
        switch input {
        case .character(let character): process(character)
        case .key(let key):
            flush()
            keys.append(key)
        case .mouse:
            flush()
            state = .mouse(MouseReport())
        case .pasteBegin:
            flush()
            state = .paste(PastedText())
        case .pasteEnd, .other: break
        }
    }

    private mutating func processPaste(_ input: TerminalInput, after pasted: PastedText) {
        switch input {
        case .character(let character):
            var pasted = pasted
            let isDone = pasted.append(character)
            state = .paste(pasted)
            if isDone { flush() }
        case .pasteEnd: flush()
        case .key, .mouse, .pasteBegin, .other: break
        }
    }

    private mutating func process(_ character: Unicode.Scalar) {
        switch state {
        case .idle, .paste: start(with: character)
        case .reply(let reply, let isReported):
            process(character, of: reply, isReported: isReported)
        case .mouse(let report): process(character, of: report)
        }
    }

    private mutating func start(with character: Unicode.Scalar) {
        if character == "\u{1B}" {
            state = .reply(TerminalReply(), isReported: false)
        } else if let key = Key(typed: character) {
            keys.append(key)
        }
    }

    private mutating func process(
        _ character: Unicode.Scalar, of reply: TerminalReply, isReported: Bool
    ) {
        var reply = reply
        switch reply.append(character) {
        case .incomplete: state = .reply(reply, isReported: isReported)
        case .complete: state = reply.isPasteStart ? .paste(PastedText()) : .idle
        case .invalid:
            flush()
            if reply.isEscaped { state = .reply(TerminalReply(), isReported: false) }
            process(character)
        }
    }

    private mutating func process(_ character: Unicode.Scalar, of report: MouseReport) {
        var report = report
        report.append(Character(character))
        state = report.isDone ? .idle : .mouse(report)
        if let mouse = report.mouse { keys.append(.mouse(mouse)) }
    }
}

/// Input as ncurses reports it.
enum TerminalInput: Equatable, Sendable {
    case character(Unicode.Scalar)
    /// A key that is not a character.
    case key(Key)
    /// Start of a mouse report, whose characters follow.
    case mouse
    case pasteBegin, pasteEnd
    /// A key without a meaning here, or ncurses's notification of a size change.
    case other
}
