/// Number of colors of a terminal.
public enum ColorDepth: Sendable, CaseIterable {
    /// No colors.
    case none
    /// The 8 colors of ECMA-48.
    case eight
    /// Those and their bright variants.
    case sixteen
    /// The 256 colors of xterm.
    case palette
    /// 24-bit colors.
    case direct
}

/// Color theme of a terminal.
public enum Theme: String, Sendable, CaseIterable {
    /// Light text on a dark background.
    case dark
    /// Dark text on a light background.
    case light
}

/// Mapping of styles to the colors and attributes of a terminal.
public struct Palette: Sendable {
    /// A style as colors and attributes of the terminal.
    public struct Resolved: Equatable, Sendable {
        /// Terminal color number, or 0xRRGGBB with 24-bit colors; `nil` is the terminal's default.
        public var foreground: Int?
        /// Background color, in the same form.
        public var background: Int?
        /// Whether the text is bold.
        public var isBold = false
        /// Whether the text is dim.
        public var isDim = false
        /// Whether the text is underlined.
        public var isUnderlined = false
        /// Whether foreground and background are swapped.
        public var isReversed = false
    }

    /// Number of colors.
    public let depth: ColorDepth
    /// Color theme.
    public let theme: Theme

    /// Whether colors are disabled (https://no-color.org); QR codes keep black and white, which
    /// decoders need.
    public let isMonochrome: Bool

    /// Creates a palette.
    public init(depth: ColorDepth, theme: Theme, isMonochrome: Bool = false) {
        (self.depth, self.theme, self.isMonochrome) = (depth, theme, isMonochrome)
    }

    /// Characters for QR codes that are readable with these colors.
    public var symbolStyle: SymbolStyle {
        guard depth == .none else { return .colored }
        return theme == .dark ? .lightBlocks : .darkBlocks
    }

    /// Whether there are enough colors for pictures.
    public var showsPictures: Bool { !isMonochrome && (depth == .palette || depth == .direct) }

    /// Returns the terminal's form of a style.
    ///
    /// Without colors, a selection is reversed, secondary text dim, and warnings and errors bold.
    public func resolve(_ style: Style) -> Resolved {
        var resolved = Resolved(isBold: style.isBold, isUnderlined: style.isUnderlined)
        resolved.foreground = color(style.foreground)
        resolved.background = color(style.background)
        let isPlain = depth == .none || isMonochrome
        if isPlain || depth == .eight || depth == .sixteen {
            resolved.isDim = [.muted, .frame].contains(style.foreground)
            resolved.isReversed = style.background == .selection
            if resolved.isReversed { (resolved.isDim, resolved.background) = (false, nil) }
        }
        if isPlain {
            resolved.isBold = style.isBold || [.bad, .warning].contains(style.foreground)
        }
        return resolved
    }

    private func color(_ role: ColorRole) -> Int? {
        guard !isMonochrome || role == .black || role == .white else { return nil }
        switch (depth, role) {
        case (.none, _), (_, .text): return nil
        case (.eight, .rgb(let red, let green, let blue)):
            return Palette.nearestOfEight(red, green, blue)
        case (.sixteen, .rgb(let red, let green, let blue)):
            // Blue on black is not legible, bright blue is.
            let color = Palette.nearestOfEight(red, green, blue)
            return color == 4 ? 12 : color
        case (.palette, .rgb(let red, let green, let blue)):
            return Palette.nearestOf256(red, green, blue)
        case (.direct, .rgb(let red, let green, let blue)):
            return Palette.direct(red, green, blue)
        case (.eight, let role), (.sixteen, let role): return Palette.numbers(of: role)?.eight
        case (.palette, let role):
            return Palette.numbers(of: role).map { theme == .dark ? $0.dark : $0.light }
        case (.direct, let role):
            guard let index = Palette.numbers(of: role).map({ theme == .dark ? $0.dark : $0.light })
            else { return nil }
            let (red, green, blue) = Palette.components(of: index)
            return Palette.direct(red, green, blue)
        }
    }

    /// Returns the color numbers of a role: of the 8 colors, and of the 256 for each theme.
    private static func numbers(of role: ColorRole) -> (eight: Int?, dark: Int, light: Int)? {
        switch role {
        case .text, .rgb: nil
        case .muted: (nil, 245, 242)
        case .accent: (6, 80, 30)
        case .good: (2, 78, 28)
        case .warning: (3, 214, 130)
        case .bad: (1, 203, 160)
        case .frame: (nil, 240, 250)
        case .selection: (nil, 238, 253)
        case .sheet: (nil, 235, 255)
        }
    }
}

extension Palette {
    /// Component levels of the 6 × 6 × 6 color cube.
    private static let levels: [Int] = [0, 95, 135, 175, 215, 255]

    /// Returns the nearest color of the color cube or the gray ramp.
    static func nearestOf256(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let target = [Int(red), Int(green), Int(blue)]
        let steps = target.map { value in
            levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
        }
        let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
        let gray = min(max((target.reduce(0, +) / 3 - 3) / 10, 0), 23)
        let (cubeDistance, grayDistance) = (
            distance(target, steps.map { levels[$0] }),
            distance(target, Array(repeating: 8 + 10 * gray, count: 3))
        )
        return grayDistance < cubeDistance ? 232 + gray : cube
    }

    /// Returns the one of the 8 colors with the same components, rounded.
    static func nearestOfEight(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let maxComponent = max(red, green, blue)
        guard maxComponent > 80 else { return 0 }
        let half = maxComponent / 2
        return (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)
    }

    private static func distance(_ left: [Int], _ right: [Int]) -> Int {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// Returns the components of a color of the color cube or the gray ramp (16 to 255).
    static func components(of index: Int) -> (UInt8, UInt8, UInt8) {
        guard index < 232 else {
            let gray = UInt8(8 + 10 * (index - 232))
            return (gray, gray, gray)
        }
        let offset = index - 16
        return (
            UInt8(levels[offset / 36]), UInt8(levels[offset / 6 % 6]), UInt8(levels[offset % 6])
        )
    }

    /// Returns 0xRRGGBB.
    ///
    /// Terminals map values below 8 to the 8 colors, which their themes change, so black and the
    /// darkest blues become 8, which looks black.
    private static func direct(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let value = Int(red) << 16 | Int(green) << 8 | Int(blue)
        return (0..<8).contains(value) ? 8 : value
    }
}
