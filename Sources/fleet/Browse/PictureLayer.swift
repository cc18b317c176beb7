import FleetTUI
import QRCode
import TerminalGraphics

/// The image that lies over the browser's screen, of which ncurses knows nothing.
struct PictureLayer {
    private let pictures: TerminalPictures
    private var shown: BrowserPicture?

    init(_ pictures: TerminalPictures) {
        self.pictures = pictures
    }

    /// Takes the image away if another or none is wanted; before the screen is drawn.
    mutating func clear(for wanted: BrowserPicture?, on terminal: NcursesTerminal) {
        guard let shown, shown != wanted else { return }
        remove(from: terminal)
        // Other images are part of the text, and go when that is drawn anew.
        terminal.forget()
    }

    /// Takes the image away since the screen is drawn anew.
    mutating func remove(from terminal: NcursesTerminal) {
        if shown != nil, pictures.way == .kitty { terminal.send(ImageEscapes.kittyRemoval) }
        shown = nil
    }

    /// Lays the image over the screen that was just drawn.
    mutating func show(_ wanted: BrowserPicture?, on terminal: NcursesTerminal) {
        guard let wanted, wanted != shown else { return }
        shown = wanted
        let modules = wanted.symbol.size + 2 * Symbol.standardQuietZone
        let scale = min(
            wanted.place.columns * pictures.cell.width / modules,
            wanted.place.rows * pictures.cell.height / modules)
        guard scale > 0,
            let image = try? pictures.escapes(of: wanted.symbol, ImageStyle(scale: scale))
        else { return }
        let place = "\u{1B}[\(wanted.place.row + 1);\(wanted.place.column + 1)H"
        terminal.send(Array("\u{1B}7\(place)".utf8) + image + Array("\u{1B}8".utf8))
    }
}
