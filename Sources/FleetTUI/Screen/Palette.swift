/// How many colors a terminal has.
public enum ColorDepth: Sendable, CaseIterable {
    /// None.
    case none
    /// The eight of ECMA-48.
    case eight
    /// The 256 of xterm.
    case palette
    /// 24 bits.
    case direct
}

/// Whether a terminal writes light on dark, or dark on light.
public enum Theme: String, Sendable, CaseIterable {
    /// Light on dark.
    case dark
    /// Dark on light.
    case light
}

/// What a style is on a certain terminal.
public struct Palette: Sendable {
    /// A style in the terminal's terms.
    public struct Resolved: Equatable, Sendable {
        /// A color number of the terminal, or 0xRRGGBB of one of 24 bits; `nil` is its own.
        public var foreground: Int?
        /// The same of the ground.
        public var background: Int?
        /// Whether the characters are bold.
        public var isBold = false
        /// Whether they are faint.
        public var isDim = false
        /// Whether they are underlined.
        public var isUnderlined = false
        /// Whether ground and characters change colors.
        public var isReversed = false
    }

    /// How many colors there are.
    public let depth: ColorDepth
    /// Whether they stand on dark or on light.
    public let theme: Theme

    /// Whether colors are not wanted (https://no-color.org); QR codes keep their black and white,
    /// which decoders need.
    public let isMonochrome: Bool

    /// Creates a palette.
    public init(depth: ColorDepth, theme: Theme, isMonochrome: Bool = false) {
        (self.depth, self.theme, self.isMonochrome) = (depth, theme, isMonochrome)
    }

    /// What a style becomes.
    ///
    /// Without colors, what is chosen is reversed, what matters less faint and what is wrong bold.
    public func resolve(_ style: Style) -> Resolved {
        var resolved = Resolved(isBold: style.isBold, isUnderlined: style.isUnderlined)
        resolved.foreground = color(style.foreground)
        resolved.background = color(style.background)
        let isPlain = depth == .none || isMonochrome
        if isPlain || depth == .eight {
            resolved.isDim = [.muted, .frame].contains(style.foreground)
            resolved.isReversed = style.background == .selection
            if resolved.isReversed { (resolved.isDim, resolved.background) = (false, nil) }
        }
        if isPlain {
            resolved.isBold = style.isBold || [.bad, .warning].contains(style.foreground)
        }
        return resolved
    }

    private func color(_ ink: Ink) -> Int? {
        guard !isMonochrome || ink == .black || ink == .white else { return nil }
        switch (depth, ink) {
        case (.none, _), (_, .text): return nil
        case (.eight, .rgb(let red, let green, let blue)):
            return Palette.nearestOfEight(red, green, blue)
        case (.palette, .rgb(let red, let green, let blue)):
            return Palette.nearestOf256(red, green, blue)
        case (.direct, .rgb(let red, let green, let blue)):
            return Palette.direct(red, green, blue)
        case (.eight, let role): return Palette.role(role)?.eight
        case (.palette, let role):
            return Palette.role(role).map { theme == .dark ? $0.dark : $0.light }
        case (.direct, let role):
            guard let index = Palette.role(role).map({ theme == .dark ? $0.dark : $0.light })
            else { return nil }
            let (red, green, blue) = Palette.components(of: index)
            return Palette.direct(red, green, blue)
        }
    }

    /// The colors of a role: one of the eight, and of the 256 one for each theme.
    private static func role(_ ink: Ink) -> (eight: Int?, dark: Int, light: Int)? {
        switch ink {
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
    /// The levels of each component in the cube of 6 × 6 × 6 colors.
    private static let levels: [Int] = [0, 95, 135, 175, 215, 255]

    /// The color of the cube or of the grays that is nearest.
    static func nearestOf256(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let wanted = [Int(red), Int(green), Int(blue)]
        let steps = wanted.map { value in
            levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
        }
        let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
        let gray = min(max((wanted.reduce(0, +) / 3 - 3) / 10, 0), 23)
        let (cubeDistance, grayDistance) = (
            distance(wanted, steps.map { levels[$0] }),
            distance(wanted, Array(repeating: 8 + 10 * gray, count: 3))
        )
        return grayDistance < cubeDistance ? 232 + gray : cube
    }

    /// The one of the eight that has the same components, rounded.
    static func nearestOfEight(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let most = max(red, green, blue)
        guard most > 80 else { return 0 }
        let half = most / 2
        return (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)
    }

    private static func distance(_ left: [Int], _ right: [Int]) -> Int {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// The components of a color of the cube or of the grays (16 to 255).
    static func components(of index: Int) -> (UInt8, UInt8, UInt8) {
        guard index < 232 else {
            let gray = UInt8(8 + 10 * (index - 232))
            return (gray, gray, gray)
        }
        let place = index - 16
        return (
            UInt8(levels[place / 36]), UInt8(levels[place / 6 % 6]), UInt8(levels[place % 6])
        )
    }

    /// 0xRRGGBB; below 8 it would be one of the eight, which themes change, so black and the darkest
    /// blues become 8, which nobody can tell from black.
    private static func direct(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let value = Int(red) << 16 | Int(green) << 8 | Int(blue)
        return (0..<8).contains(value) ? 8 : value
    }
}
