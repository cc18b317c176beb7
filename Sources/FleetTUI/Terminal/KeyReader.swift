import FleetCore

/// Makes keys of what ncurses reads; what a terminal sends by itself is swallowed.
///
/// Nothing needs to come at once: reports of the mouse, pasted texts and answers go on with the next
/// reading.
struct KeyReader {
    private enum State {
        /// Nothing has begun.
        case idle
        /// Esc, which may have been told as a key already.
        case escape(isTold: Bool)
        /// Esc and another character: an answer, or Alt was held.
        case introduced(Unicode.Scalar, isTold: Bool)
        case answer(TerminalAnswer)
        case mouse(MouseReport)
        case paste(PastedText)
    }

    /// How long the rest may take of what begins with Esc and may have been typed.
    static let patience = Duration.milliseconds(500)
    /// How long the rest may take of what nobody types, over a line that is slow.
    static let answerPatience = Duration.seconds(3)
    /// How long the rest may take of a pasted text: it ends with its mark, unless that was lost.
    static let pastePatience = Duration.seconds(10)

    private var state = State.idle
    private var keys: [Key] = []
    private var last = Timestamp(milliseconds: 0)

    /// Takes all that there is to be read at a time; returns what was typed.
    ///
    /// Esc at the end is a key, since ncurses has waited for more; of a terminal that is slow, the rest
    /// of an answer is swallowed even so.
    mutating func read(_ inputs: some Sequence<TerminalInput>, at time: Timestamp) -> [Key] {
        if takeAll(inputs, at: time) {
            if case .escape(isTold: false) = state {
                keys.append(.escape)
                state = .escape(isTold: true)
            }
        } else if time - last >= patience {
            giveUp()
        }
        return taken()
    }

    /// Takes what was read before ncurses was asked, the rest of which may come from it.
    mutating func resume(_ bytes: [UInt8], at time: Timestamp) -> [Key] {
        _ = takeAll(bytes.map { .character(Unicode.Scalar($0)) }, at: time)
        return taken()
    }

    /// How long the rest may take of what has begun.
    private var patience: Duration {
        switch state {
        case .idle, .escape, .introduced: Self.patience
        case .answer, .mouse: Self.answerPatience
        case .paste: Self.pastePatience
        }
    }

    /// Tells whether there was anything.
    private mutating func takeAll(
        _ inputs: some Sequence<TerminalInput>, at time: Timestamp
    ) -> Bool {
        var isSilent = true
        for input in inputs where input != .other {
            isSilent = false
            last = time
            take(input)
        }
        return !isSilent
    }

    private mutating func taken() -> [Key] {
        defer { keys = [] }
        return keys
    }

    /// What has begun is not gone on with.
    private mutating func giveUp() {
        let begun = state
        state = .idle
        switch begun {
        case .idle, .answer, .mouse: break
        case .escape(let isTold): if !isTold { keys.append(.escape) }
        case .introduced(let character, let isTold):
            if !isTold { keys.append(.escape) }
            take(character)
        case .paste(let pasted): keys.append(.paste(pasted.text))
        }
    }
}

extension KeyReader {
    private mutating func take(_ input: TerminalInput) {
        if case .paste(let pasted) = state { return paste(input, after: pasted) }
        switch input {
        case .character(let character): take(character)
        case .key(let key):
            giveUp()
            keys.append(key)
        case .mouse:
            giveUp()
            state = .mouse(MouseReport())
        case .pasteBegin:
            giveUp()
            state = .paste(PastedText())
        case .pasteEnd, .other: break
        }
    }

    private mutating func paste(_ input: TerminalInput, after pasted: PastedText) {
        switch input {
        case .character(let character):
            var pasted = pasted
            let isDone = pasted.take(character)
            state = .paste(pasted)
            if isDone { giveUp() }
        case .pasteEnd: giveUp()
        case .key, .mouse, .pasteBegin, .other: break
        }
    }

    private mutating func take(_ character: Unicode.Scalar) {
        switch state {
        case .idle, .paste: begin(with: character)
        case .escape(let isTold) where TerminalAnswer.isIntroducer(character):
            state = .introduced(character, isTold: isTold)
        case .escape:
            giveUp()
            begin(with: character)
        case .introduced(let introducer, _):
            if let answer = TerminalAnswer(introducer, then: character) {
                state = .answer(answer)
            } else {
                giveUp()
                begin(with: character)
            }
        case .answer(let answer): take(character, of: answer)
        case .mouse(let report): take(character, of: report)
        }
    }

    private mutating func begin(with character: Unicode.Scalar) {
        if character == "\u{1B}" {
            state = .escape(isTold: false)
        } else if let key = Key(typed: character) {
            keys.append(key)
        }
    }

    private mutating func take(_ character: Unicode.Scalar, of answer: TerminalAnswer) {
        var answer = answer
        switch answer.take(character) {
        case .part: state = .answer(answer)
        case .end: state = answer.isPasteBegin ? .paste(PastedText()) : .idle
        case .foreign:
            state = answer.isEscaped ? .escape(isTold: false) : .idle
            take(character)
        }
    }

    private mutating func take(_ character: Unicode.Scalar, of report: MouseReport) {
        var report = report
        report.take(Character(character))
        state = report.isDone ? .idle : .mouse(report)
        if let mouse = report.mouse { keys.append(.mouse(mouse)) }
    }
}
