import CNcurses
public import FleetCore

/// Terminal that shows canvases and reads keys through ncursesw.
///
/// ncurses keeps its state in global variables, so a process has at most one instance, used by one
/// thread.
public final class NcursesTerminal {
    /// Capabilities of the terminal and preferences of the user.
    public struct Options: Sendable {
        /// Color theme.
        public var theme = Theme.dark
        /// Whether colors are disabled.
        public var isMonochrome = false
        /// Whether the program receives mouse events; if not, the mouse selects text as usual.
        public var usesMouse = true
        /// Terminal type with 24-bit colors, if it differs from TERM.
        public var directType: String?
        /// Whether the terminal shows only ASCII.
        public var showsASCII = false
        /// Size of a terminal that does not report it, from COLUMNS and LINES.
        public var defaultSize: CanvasSize?

        /// Creates the default options.
        public init() {}
    }

    /// Mapping of styles to terminal colors and attributes.
    public let palette: Palette
    private let defaultSize: CanvasSize
    private let showsASCII: Bool
    private var lastCanvas: Canvas?
    private var cellStyles: [Style: CellStyle] = [:]
    private static let maxCellStyles = 4096
    /// Reader that holds unfinished key sequences.
    var reader = KeyReader()

    /// A style in the form that ncurses takes.
    private struct CellStyle {
        let foreground: Int32
        let background: Int32
        let attributes: UInt32
    }

    /// Takes over the terminal; returns `nil` if its type is unknown or cannot position the cursor.
    public init?(_ options: Options) {
        guard
            cncurses_start(options.directType, options.usesMouse)
                || options.directType != nil && cncurses_start(nil, options.usesMouse)
        else { return nil }
        let depth: ColorDepth =
            switch cncurses_colors() {
            case ..<8: .none
            case 8..<16: .eight
            case 16..<256: .sixteen
            case 256..<(1 << 24): .palette
            default: .direct
            }
        palette = Palette(
            depth: depth, theme: options.theme, isMonochrome: options.isMonochrome)
        showsASCII = options.showsASCII
        defaultSize = options.defaultSize ?? CanvasSize(columns: 80, rows: 24)
    }

    /// Restores the terminal.
    public func close() {
        cncurses_end()
    }

    /// Returns whether terminfo has a terminal type with 24-bit colors.
    public static func supportsDirectColor(_ type: String) -> Bool {
        cncurses_knows_direct_colors(type)
    }

    /// Restores the terminal.
    ///
    /// Safe in a signal handler. Nothing may be drawn afterwards.
    public static func restore() {
        cncurses_restore()
    }

    /// Writes `w` to a descriptor when the size changes, and `z` when the user asks to suspend the
    /// process.
    public static func watch(_ descriptor: Int32) {
        cncurses_watch(descriptor)
    }

    /// Current size of the terminal, within `CanvasSize.terminalLimit`.
    public var size: CanvasSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        cncurses_size(&columns, &rows)
        return CanvasSize(
            columns: columns > 0 ? Int(columns) : defaultSize.columns,
            rows: rows > 0 ? Int(rows) : defaultSize.rows
        ).limitedToTerminals
    }

    /// Shows a canvas, and the cursor if `cursor` is not `nil`.
    public func show(_ canvas: Canvas, cursor: (column: Int, row: Int)? = nil) {
        if lastCanvas?.size != canvas.size {
            cncurses_resize(Int32(canvas.size.columns), Int32(canvas.size.rows))
            lastCanvas = Canvas(size: canvas.size)
        }
        for row in 0..<canvas.size.rows { write(row, of: canvas) }
        lastCanvas = canvas
        cncurses_show(Int32(cursor?.column ?? -1), Int32(cursor?.row ?? -1))
    }

    /// Sends escape sequences that do not affect the shown cells.
    public func send(_ escapes: [UInt8]) {
        escapes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { cncurses_send(start, bytes.count) }
        }
    }

    /// Redraws everything the next time a canvas is shown.
    public func invalidate() {
        lastCanvas = nil
        cncurses_forget()
    }

    /// Restores the terminal, suspends the process, and takes over the terminal again afterwards.
    public func suspend() {
        cncurses_halt()
        lastCanvas = nil
    }

    private func write(_ row: Int, of canvas: Canvas) {
        let (new, old) = (canvas.row(row), lastCanvas?.row(row))
        if let old, new.elementsEqual(old) { return }
        for (column, cell) in new.enumerated() where !cell.isContinuation {
            let style = cellStyle(for: cell.style)
            // ncurses may count one column for a wide character; clear the other one.
            if new.dropFirst(column + 1).first?.isContinuation == true {
                put(" ", column: column + 1, row: row, style)
            }
            let shown = cell.character
            if showsASCII, !shown.isASCII {
                let ascii = ASCIIText.replacement(for: shown)
                for (step, character) in ascii.enumerated() {
                    put(character, column: column + step, row: row, style)
                }
            } else {
                put(shown, column: column, row: row, style)
            }
        }
    }

    /// Characters for QR codes that are readable on this terminal.
    public var symbolStyle: SymbolStyle {
        guard showsASCII else { return palette.symbolStyle }
        return switch palette.symbolStyle {
        case .colored, .wide: .wide
        case .lightBlocks, .wideLight: .wideLight
        case .darkBlocks, .wideDark: .wideDark
        }
    }

    private func put(_ character: Character, column: Int, row: Int, _ style: CellStyle) {
        var text = String(character)
        text.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { copy in
                for (index, byte) in bytes.enumerated() {
                    copy[index] = CChar(bitPattern: byte)
                }
                copy[bytes.count] = 0
                guard let start = copy.baseAddress else { return }
                cncurses_put(
                    Int32(column), Int32(row), start, style.foreground, style.background,
                    style.attributes)
            }
        }
    }

    private func cellStyle(for style: Style) -> CellStyle {
        if let cached = cellStyles[style] { return cached }
        // The pictures of a hostile feed may have any number of colors.
        if cellStyles.count >= Self.maxCellStyles { cellStyles.removeAll(keepingCapacity: true) }
        let resolved = palette.resolve(style)
        var attributes: UInt32 = 0
        if resolved.isBold { attributes |= UInt32(cncurses_bold) }
        if resolved.isDim { attributes |= UInt32(cncurses_dim) }
        if resolved.isUnderlined { attributes |= UInt32(cncurses_underlined) }
        if resolved.isReversed { attributes |= UInt32(cncurses_reversed) }
        let cellStyle = CellStyle(
            foreground: Int32(resolved.foreground ?? -1),
            background: Int32(resolved.background ?? -1), attributes: attributes)
        cellStyles[style] = cellStyle
        return cellStyle
    }
}

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
        case .shift_up: return .key(.shiftUp)
        case .shift_down: return .key(.shiftDown)
        case .function: return .key(.function(Int(value)))
        case .mouse: return .mouse
        case .paste_begin: return .pasteBegin
        case .paste_end: return .pasteEnd
        case .other: return .other
        }
    }
}
