import Pictures
import TerminalGraphics

extension TerminalPictures {
    /// The most columns and rows that a picture covers.
    static let largestPicture = CellSize(columns: 24, rows: 10)

    /// Decodes a picture in the size in which it is shown; `nil` if it cannot be.
    func raster(_ bytes: [UInt8]) -> Raster? {
        let box = Self.largestPicture
        return try? Raster(
            decoding: bytes, fitting: (box.columns * cell.width, box.rows * cell.height))
    }

    /// The cells that a picture covers.
    func cells(width: Int, height: Int) -> CellSize {
        CellSize(
            columns: (width + cell.width - 1) / cell.width,
            rows: (height + cell.height - 1) / cell.height)
    }

    /// The escape sequences that show a picture where the cursor is.
    ///
    /// Terminals that are told cells get a picture of whole ones, so that it is not stretched, and
    /// never covers more than its cells, whatever their true size is.
    func escapes(of raster: Raster) -> [UInt8] {
        let cells = cells(width: raster.width, height: raster.height)
        let whole = raster.padded(
            width: cells.columns * cell.width, height: cells.rows * cell.height)
        switch way {
        case .kitty: return whole.png.map { ImageEscapes.kitty(png: $0, cells: cells) } ?? []
        case .iterm: return whole.png.map { ImageEscapes.iterm(png: $0, cells: cells) } ?? []
        case .sixel:
            return ImageEscapes.sixel(IndexedImage(width: raster.width, rgba: raster.rgba))
        }
    }
}
