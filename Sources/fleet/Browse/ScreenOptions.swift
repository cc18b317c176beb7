import FleetTUI
import TerminalGraphics

/// How the screen is to look, as far as the person and the environment say.
struct ScreenOptions: Sendable {
    /// `nil` is as the terminal's own ground is.
    var theme: Theme?
    var isMonochrome = false
    var usesMouse = true
    /// How images are shown.
    var graphics = GraphicsChoice.auto

    /// Asks the terminal what it can show and on what ground.
    func ask(on output: Output) -> ScreenAnswers {
        guard let probe = TerminalProbe.answered() else { return ScreenAnswers() }
        return ScreenAnswers(
            theme: probe.hasLightGround.map { $0 ? .light : .dark },
            pictures: TerminalPictures(graphics, probe, on: output),
            typed: probe.typed + probe.unfinished)
    }

    /// How the terminal is taken over.
    func resolved(_ answers: ScreenAnswers) -> NcursesTerminal.Options {
        var options = NcursesTerminal.Options()
        options.theme = theme ?? answers.theme ?? Self.themeOfEnvironment ?? .dark
        options.isMonochrome = isMonochrome
        options.usesMouse = usesMouse
        options.directType = Self.directType
        return options
    }

    /// What rxvt and others say of their colors, such as `15;0` for white on black.
    private static var themeOfEnvironment: Theme? {
        guard let ground = environmentVariable("COLORFGBG")?.split(separator: ";").last,
            let color = Int(ground)
        else { return nil }
        return color == 7 || color > 8 ? .light : .dark
    }

    /// The type with 24-bit colors of a terminal that says by COLORTERM that it has them.
    private static var directType: String? {
        guard let depth = environmentVariable("COLORTERM"),
            ["truecolor", "24bit"].contains(depth), let term = environmentVariable("TERM")
        else { return nil }
        let ending = "-256color"
        let base = term.hasSuffix(ending) ? String(term.dropLast(ending.count)) : term
        let type = base + "-direct"
        return NcursesTerminal.knowsDirectColors(type) ? type : nil
    }
}

/// What the terminal said of itself.
struct ScreenAnswers: Sendable {
    /// Whether its ground is dark or light.
    var theme: Theme?
    /// How it shows images, if it does.
    var pictures: TerminalPictures?
    /// What was typed meanwhile, and the beginning of an answer whose rest was not waited for.
    var typed: [UInt8] = []
}
