import FleetTUI
import Pictures
import QRCode
import TerminalGraphics

/// Images on top of the browser's screen, drawn independently of ncurses.
struct PictureLayer {
    private let pictures: TerminalPictures
    private var shown: [BrowserPicture] = []
    /// Last shown images with their escape sequences, which are slow to encode.
    private var rendered: [RenderedPicture] = []

    private struct RenderedPicture {
        let picture: BrowserPicture
        let escapes: [UInt8]
    }

    init(_ pictures: TerminalPictures) {
        self.pictures = pictures
    }

    /// Removes all images if one of them is no longer visible; call this before drawing the screen.
    mutating func clear(for visible: [BrowserPicture], on terminal: NcursesTerminal) {
        guard !shown.allSatisfy(visible.contains) else { return }
        remove(from: terminal)
        // With the other protocols, redrawing the text removes the images.
        terminal.invalidate()
    }

    /// Removes all images before the whole screen is redrawn.
    mutating func remove(from terminal: NcursesTerminal) {
        if !shown.isEmpty, pictures.form == .graphics(.kitty) {
            terminal.send(ImageEscapes.kittyRemoval)
        }
        shown = []
    }

    /// Draws new images on top of the screen that was just drawn.
    mutating func show(_ visible: [BrowserPicture], on terminal: NcursesTerminal) {
        guard visible != shown else { return }
        rendered = visible.map { picture in
            rendered.first { $0.picture.hasSameImage(as: picture) }
                ?? RenderedPicture(picture: picture, escapes: escapes(of: picture))
        }
        for (picture, rendered) in zip(visible, rendered) where !shown.contains(picture) {
            let cursorMove = "\u{1B}[\(picture.frame.row + 1);\(picture.frame.column + 1)H"
            terminal.send(
                Array("\u{1B}7\(cursorMove)".utf8) + rendered.escapes + Array("\u{1B}8".utf8))
        }
        shown = visible
    }

    /// Returns the escape sequences of an image; empty if it cannot be drawn.
    private func escapes(of picture: BrowserPicture) -> [UInt8] {
        switch picture.content {
        case .symbol(let symbol):
            let modules = symbol.size + 2 * Symbol.standardQuietZone
            let scale = min(
                picture.frame.columns * pictures.cell.width / modules,
                picture.frame.rows * pictures.cell.height / modules)
            guard scale > 0 else { return [] }
            return (try? pictures.escapes(of: symbol, ImageStyle(scale: scale))) ?? []
        case .pixels(let picture):
            return Raster(width: picture.width, height: picture.height, rgba: picture.rgba)
                .map(pictures.escapes(of:)) ?? []
        }
    }
}

extension BrowserPicture {
    /// Returns whether two pictures differ only in position.
    fileprivate func hasSameImage(as other: BrowserPicture) -> Bool {
        content == other.content && frame.size == other.frame.size
    }
}
