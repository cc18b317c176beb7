import CNcurses
public import FleetCore

extension NcursesTerminal {
    /// Returns the keys typed since the last call, without waiting.
    public func keys(at time: Timestamp) -> [Key] {
        reader.read(AnyIterator { NcursesTerminal.next() }, at: time)
    }

    /// Returns the visible characters typed before the terminal was taken over.
    ///
    /// An unfinished sequence may continue with the input that follows.
    public func keys(of bytes: [UInt8], at time: Timestamp) -> [Key] {
        reader.resume(bytes, at: time).filter { key in
            guard case .character(let character) = key else { return false }
            return ("!"..."~").contains(character)
        }
    }

    private static func next() -> TerminalInput? {
        var value: UInt32 = 0
        switch cncurses_read(&value) {
        case .none: return nil
        case .character: return Unicode.Scalar(value).map(TerminalInput.character) ?? .other
        case .up: return .key(.up)
        case .down: return .key(.down)
        case .left: return .key(.left)
        case .right: return .key(.right)
        case .page_up: return .key(.pageUp)
        case .page_down: return .key(.pageDown)
        case .home: return .key(.home)
        case .end: return .key(.end)
        case .backspace: return .key(.backspace)
        case .delete: return .key(.delete)
        case .enter: return .key(.enter)
        case .back_tab: return .key(.backTab)
        case .function: return .key(.function(Int(value)))
        case .mouse: return .mouse
        case .paste_begin: return .pasteBegin
        case .paste_end: return .pasteEnd
        case .other: return .other
        }
    }
}
