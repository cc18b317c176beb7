import ArgumentParser
import TerminalGraphics

/// Whether QR codes are shown as images on the terminal.
enum GraphicsChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// As the terminal can.
    case auto
    case kitty
    case iterm
    case sixel
    /// Drawn with characters.
    case none
}
