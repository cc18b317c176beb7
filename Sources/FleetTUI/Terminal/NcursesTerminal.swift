import CNcurses
import FleetCore

/// A terminal that shows canvases and tells what is typed, by ncursesw.
///
/// One thread uses it, and a process has one: ncurses keeps all in global variables.
public final class NcursesTerminal {
    /// What the terminal can do and what a person wants of it.
    public struct Options: Sendable {
        /// Light on dark or dark on light.
        public var theme = Theme.dark
        /// Whether colors are not wanted.
        public var isMonochrome = false
        /// Whether the mouse is used; without, the terminal selects text as usual.
        public var usesMouse = true
        /// The type of the terminal if it shows colors of 24 bits by another name than that of TERM.
        public var directType: String?

        /// Creates the usual options.
        public init() {}
    }

    /// How styles look.
    public let palette: Palette
    private var shown: Canvas?
    private var looks: [Style: Look] = [:]
    /// What is read and no key yet.
    var reader = KeyReader()

    /// A style as ncurses takes it.
    private struct Look {
        let foreground: Int32
        let background: Int32
        let attributes: UInt32
    }

    /// Takes the terminal over; `nil` if its type is not known, or has no cursor to move.
    public init?(_ options: Options) {
        guard
            cncurses_start(options.directType, options.usesMouse)
                || options.directType != nil && cncurses_start(nil, options.usesMouse)
        else { return nil }
        let depth: ColorDepth =
            switch cncurses_colors() {
            case ..<8: .none
            case 8..<256: .eight
            case 256..<(1 << 24): .palette
            default: .direct
            }
        palette = Palette(
            depth: depth, theme: options.theme, isMonochrome: options.isMonochrome)
    }

    /// Gives the terminal back.
    public func close() {
        cncurses_end()
    }

    /// Whether terminfo knows a type of terminal with colors of 24 bits.
    public static func knowsDirectColors(_ type: String) -> Bool {
        cncurses_knows_direct_colors(type)
    }

    /// Gives the terminal back from anywhere; nothing may be drawn after.
    public static func restore() {
        cncurses_restore()
    }

    /// Has changes of the size, and wishes to halt the process, written to a descriptor: `w`, `z`.
    public static func watch(_ descriptor: Int32) {
        cncurses_watch(descriptor)
    }

    /// How large the terminal is now.
    public var size: CanvasSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        cncurses_size(&columns, &rows)
        return CanvasSize(columns: Int(columns), rows: Int(rows))
    }

    /// Shows a canvas, and a cursor where something is typed.
    public func show(_ canvas: Canvas, cursor: (column: Int, row: Int)? = nil) {
        if shown?.size != canvas.size {
            cncurses_resize(Int32(canvas.size.columns), Int32(canvas.size.rows))
            shown = Canvas(size: canvas.size)
        }
        for row in 0..<canvas.size.rows { write(row, of: canvas) }
        shown = canvas
        cncurses_show(Int32(cursor?.column ?? -1), Int32(cursor?.row ?? -1))
    }

    /// Sends escape sequences that change nothing of what is shown.
    public func send(_ escapes: [UInt8]) {
        escapes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { cncurses_send(start, bytes.count) }
        }
    }

    /// Has everything be drawn anew.
    public func forget() {
        shown = nil
        cncurses_forget()
    }

    /// Gives the terminal back, halts the process, and takes the terminal again when it goes on.
    public func halt() {
        cncurses_halt()
        shown = nil
    }

    private func write(_ row: Int, of canvas: Canvas) {
        let (new, old) = (canvas.row(row), shown?.row(row))
        if let old, new.elementsEqual(old) { return }
        for (column, cell) in new.enumerated() where !cell.isContinuation {
            let look = look(of: cell.style)
            // ncurses may give a character one column of its two; the other must not stay as it was.
            if new.dropFirst(column + 1).first?.isContinuation == true {
                put(" ", column: column + 1, row: row, look)
            }
            put(cell.character, column: column, row: row, look)
        }
    }

    private func put(_ character: Character, column: Int, row: Int, _ look: Look) {
        var text = String(character)
        text.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { copy in
                for (place, byte) in bytes.enumerated() {
                    copy[place] = CChar(bitPattern: byte)
                }
                copy[bytes.count] = 0
                guard let start = copy.baseAddress else { return }
                cncurses_put(
                    Int32(column), Int32(row), start, look.foreground, look.background,
                    look.attributes)
            }
        }
    }

    private func look(of style: Style) -> Look {
        if let known = looks[style] { return known }
        let resolved = palette.resolve(style)
        var attributes: UInt32 = 0
        if resolved.isBold { attributes |= UInt32(cncurses_bold) }
        if resolved.isDim { attributes |= UInt32(cncurses_dim) }
        if resolved.isUnderlined { attributes |= UInt32(cncurses_underlined) }
        if resolved.isReversed { attributes |= UInt32(cncurses_reversed) }
        let look = Look(
            foreground: Int32(resolved.foreground ?? -1),
            background: Int32(resolved.background ?? -1), attributes: attributes)
        looks[style] = look
        return look
    }
}
