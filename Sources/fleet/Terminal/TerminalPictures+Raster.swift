import Pictures
import TerminalGraphics

extension TerminalPictures {
    /// Maximum size of a picture.
    static let maxPictureSize = CellSize(columns: 24, rows: 10)

    /// Decodes a picture at its display size; returns nil if decoding fails.
    func raster(_ bytes: [UInt8]) -> Raster? {
        let box = Self.maxPictureSize
        return try? Raster(
            decoding: bytes, fitting: (box.columns * cell.width, box.rows * cell.height))
    }

    /// Returns the size in cells of a picture in pixels.
    func cells(width: Int, height: Int) -> CellSize {
        CellSize(
            columns: (width + cell.width - 1) / cell.width,
            rows: (height + cell.height - 1) / cell.height)
    }

    /// Returns the escape sequences that show a picture at the cursor.
    ///
    /// For protocols that take a size in cells, the picture is padded to whole cells, so that it is
    /// not stretched and never exceeds them, whatever the true cell size.
    func escapes(of raster: Raster) -> [UInt8] {
        let cells = cells(width: raster.width, height: raster.height)
        let padded = raster.padded(
            width: cells.columns * cell.width, height: cells.rows * cell.height)
        switch graphicsProtocol {
        case .kitty: return padded.png.map { ImageEscapes.kitty(png: $0, cells: cells) } ?? []
        case .iterm: return padded.png.map { ImageEscapes.iterm(png: $0, cells: cells) } ?? []
        case .sixel:
            return ImageEscapes.sixel(IndexedImage(width: raster.width, rgba: raster.rgba))
        }
    }
}
