import FleetCore
package import FleetLabels
package import FleetRuntime
import Pictures
import TerminalGraphics

/// Terminal that shows a picture of a sheet: as an image if it can, otherwise in half blocks.
package struct SheetPreview {
    /// Default resolution of a picture in a file, in dots per inch.
    package static let fileResolution = 150.0
    /// Maximum resolution on the terminal, so that small labels are not too large.
    private static let maxResolution = 300.0

    private let output: Output
    private let pictures: TerminalPictures?
    private let columns: Int

    /// - Throws: `CommandError` (64) if standard output is not a terminal.
    package init(in context: CommandContext) throws {
        output = context.output
        guard let columns = output.columns, columns > 0 else {
            throw CommandError.usage(
                "--preview needs a terminal", hint: "use `--preview-file FILE.png`")
        }
        self.columns = columns
        pictures = TerminalPictures(.auto, in: context, .auto)
    }

    /// Pixels of the terminal's width; half blocks have one in each column.
    private var width: Int { columns * (pictures?.cell.width ?? 1) }

    /// Returns the resolution at which a page is as wide as the terminal.
    package func resolution(for page: PaperSize) -> Double {
        min(Self.maxResolution, Double(width) * 25.4 / page.width)
    }

    /// Receiver of a PNG file that is shown when it is complete.
    package func receiver() -> PartialOutput {
        let file = File()
        return PartialOutput(
            write: { file.bytes += $0 }, complete: { try show(file.bytes) })
    }

    private final class File {
        var bytes: [UInt8] = []
    }

    private func show(_ png: [UInt8]) throws {
        guard let raster = try? Raster(decoding: png, fitting: (width, Raster.maxSide)) else {
            throw CommandError(
                .cannotCreate, "the preview cannot be shown",
                hint: "use `--preview-file FILE.png`")
        }
        let escapes = pictures?.escapes(of: raster) ?? Array(Self.halfBlocks(raster).utf8)
        try output.write(escapes + [UInt8(ascii: "\n")])
    }

    /// Returns lines of half blocks, which are light on the dark background of a terminal.
    static func halfBlocks(_ raster: Raster) -> String {
        let luma = raster.luma
        func isLight(_ x: Int, _ y: Int) -> Bool {
            y < raster.height && luma[y * raster.width + x] >= 128
        }
        return stride(from: 0, to: raster.height, by: 2).map { y in
            (0..<raster.width).map { x in
                switch (isLight(x, y), isLight(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }
}
