import FleetTUI
import Pictures
import QRCode
import TerminalGraphics

/// The images that lie over the browser's screen, of which ncurses knows nothing.
struct PictureLayer {
    private let pictures: TerminalPictures
    private var shown: [BrowserPicture] = []
    /// The escape sequences of those that were shown last, which take time to make.
    private var made: [Made] = []

    private struct Made {
        let picture: BrowserPicture
        let escapes: [UInt8]
    }

    init(_ pictures: TerminalPictures) {
        self.pictures = pictures
    }

    /// Takes the images away if one of them is not wanted any more; before the screen is drawn.
    mutating func clear(for wanted: [BrowserPicture], on terminal: NcursesTerminal) {
        guard !shown.allSatisfy(wanted.contains) else { return }
        remove(from: terminal)
        // Other images are part of the text, and go when that is drawn anew.
        terminal.forget()
    }

    /// Takes the images away since the screen is drawn anew.
    mutating func remove(from terminal: NcursesTerminal) {
        if !shown.isEmpty, pictures.way == .kitty { terminal.send(ImageEscapes.kittyRemoval) }
        shown = []
    }

    /// Lays those images over the screen that was just drawn which are not there yet.
    mutating func show(_ wanted: [BrowserPicture], on terminal: NcursesTerminal) {
        guard wanted != shown else { return }
        made = wanted.map { picture in
            made.first { $0.picture.isDrawn(like: picture) }
                ?? Made(picture: picture, escapes: escapes(of: picture))
        }
        for (picture, made) in zip(wanted, made) where !shown.contains(picture) {
            let place = "\u{1B}[\(picture.place.row + 1);\(picture.place.column + 1)H"
            terminal.send(Array("\u{1B}7\(place)".utf8) + made.escapes + Array("\u{1B}8".utf8))
        }
        shown = wanted
    }

    /// None if it cannot be drawn.
    private func escapes(of picture: BrowserPicture) -> [UInt8] {
        switch picture.content {
        case .symbol(let symbol):
            let modules = symbol.size + 2 * Symbol.standardQuietZone
            let scale = min(
                picture.place.columns * pictures.cell.width / modules,
                picture.place.rows * pictures.cell.height / modules)
            guard scale > 0 else { return [] }
            return (try? pictures.escapes(of: symbol, ImageStyle(scale: scale))) ?? []
        case .pixels(let picture):
            return Raster(width: picture.width, height: picture.height, rgba: picture.rgba)
                .map(pictures.escapes(of:)) ?? []
        }
    }
}

extension BrowserPicture {
    /// Whether it is the same but for where it is.
    fileprivate func isDrawn(like other: BrowserPicture) -> Bool {
        content == other.content && place.size == other.place.size
    }
}
