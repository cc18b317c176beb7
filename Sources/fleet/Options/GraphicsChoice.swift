import ArgumentParser
import TerminalGraphics

/// Protocol for images on the terminal.
enum GraphicsChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The protocol that the terminal supports.
    case auto
    case kitty
    case iterm
    case sixel
    /// No images; QR codes are drawn with characters.
    case none
}
