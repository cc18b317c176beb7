import CNcurses

extension NcursesTerminal {
    /// What was typed since the last time; never waits.
    public func keys() -> [Key] {
        var keys: [Key] = []
        while let key = NcursesTerminal.next() {
            if let key = key { keys.append(key) }
        }
        return keys
    }

    /// The longest text that is taken from the clipboard.
    private static let pasteLimit = 1000

    /// The next key; `nil` in it is something that means nothing here.
    private static func next() -> Key?? {
        var value: UInt32 = 0
        switch cncurses_read(&value) {
        case .none: return nil
        case .character: return key(of: value)
        case .up: return .up
        case .down: return .down
        case .left: return .left
        case .right: return .right
        case .page_up: return .pageUp
        case .page_down: return .pageDown
        case .home: return .home
        case .end: return .end
        case .backspace: return .backspace
        case .delete: return .delete
        case .enter: return .enter
        case .back_tab: return .backTab
        case .function: return .function(Int(value))
        case .mouse: return mouse()
        case .paste_begin: return .some(.paste(pasted()))
        case .paste_end, .other: return .some(nil)
        }
    }

    private static func key(of value: UInt32) -> Key? {
        switch value {
        case 8, 0x7F: return .backspace
        case 9: return .tab
        case 10, 13: return .enter
        case 27: return .escape
        case 1...26: return Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
        case 0..<32: return nil
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }

    private static func mouse() -> Key? {
        var report = MouseReport()
        var value: UInt32 = 0
        while !report.isDone, cncurses_read(&value) == .character,
            let scalar = Unicode.Scalar(value)
        {
            report.take(Character(scalar))
        }
        return report.mouse.map { .mouse($0) }
    }

    private static func pasted() -> String {
        var text = ""
        var value: UInt32 = 0
        while true {
            switch cncurses_read(&value) {
            case .character:
                if let scalar = Unicode.Scalar(value), text.unicodeScalars.count < pasteLimit {
                    text.unicodeScalars.append(scalar)
                }
            case .paste_end, .none: return text
            default: break
            }
        }
    }
}
