import FleetCore
import FleetRuntime
package import FleetTUI
import TerminalGraphics

/// Screen options from the command line and the environment.
package struct ScreenOptions: Sendable {
    /// Theme; `nil` to follow the terminal's background.
    var theme: Theme?
    var isMonochrome = false
    var usesMouse = true
    /// Graphics protocol for images.
    var graphics = GraphicsChoice.auto

    package init(
        theme: Theme?, isMonochrome: Bool, usesMouse: Bool, graphics: GraphicsChoice
    ) {
        self.theme = theme
        self.isMonochrome = isMonochrome
        self.usesMouse = usesMouse
        self.graphics = graphics
    }

    /// Queries the terminal for its background and graphics protocols.
    func queryTerminal(in context: CommandContext) -> TerminalReplies {
        let probe = TerminalProbe.query(in: context)
        let blocks = isMonochrome ? nil : TerminalPictures.blockColors(.always, in: context)
        return TerminalReplies(
            theme: probe?.hasLightBackground.map { $0 ? .light : .dark },
            pictures: TerminalPictures(graphics, probe, blocks: blocks, on: context.output),
            typed: probe.map { $0.typed + $0.unfinished } ?? [])
    }

    /// Combines the options with the terminal's replies and the environment.
    func resolved(
        _ replies: TerminalReplies, environment variable: (String) -> String?
    ) -> NcursesTerminal.Options {
        var options = NcursesTerminal.Options()
        options.theme = theme ?? replies.theme ?? Self.theme(variable) ?? .dark
        options.isMonochrome = isMonochrome
        options.usesMouse = usesMouse
        options.showsASCII = ASCIIText.isNeeded(variable)
        options.directType = Self.directType(variable)
        options.defaultSize = Self.size(variable)
        return options
    }

    /// Size from COLUMNS and LINES; `nil` if one is missing or not a number.
    private static func size(_ variable: (String) -> String?) -> CanvasSize? {
        guard let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0,
            let rows = variable("LINES").flatMap({ Int($0) }), rows > 0
        else { return nil }
        return CanvasSize(columns: columns, rows: rows)
    }

    /// Theme from COLORFGBG, which rxvt and others set, such as `15;0` for white on black.
    private static func theme(_ variable: (String) -> String?) -> Theme? {
        guard let background = variable("COLORFGBG")?.split(separator: ";").last,
            let color = Int(background)
        else { return nil }
        return color == 7 || color > 8 ? .light : .dark
    }

    /// Terminal type with direct color, if COLORTERM announces 24-bit color and terminfo has the
    /// type.
    private static func directType(_ variable: (String) -> String?) -> String? {
        guard let depth = variable("COLORTERM"),
            ["truecolor", "24bit"].contains(depth), let term = variable("TERM")
        else { return nil }
        let suffix = "-256color"
        let base = term.hasSuffix(suffix) ? String(term.dropLast(suffix.count)) : term
        let type = base + "-direct"
        return NcursesTerminal.supportsDirectColor(type) ? type : nil
    }
}

/// Replies of the terminal to the queries at startup.
struct TerminalReplies: Sendable {
    /// Theme that matches the terminal's background.
    var theme: Theme?
    /// Image output, if the terminal supports it.
    var pictures: TerminalPictures?
    /// Keys typed meanwhile, and the beginning of a reply that was incomplete at the timeout.
    var typed: [UInt8] = []
}
