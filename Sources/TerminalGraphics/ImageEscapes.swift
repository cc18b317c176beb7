import Foundation

/// Escape sequences that show an image at the cursor.
public enum ImageEscapes {
    /// Returns a PNG file in the kitty protocol, in chunks of at most 4,096 bytes ("Remote
    /// client").
    ///
    /// The terminal does not reply, and the cursor moves past the image.
    /// - Parameter cells: Columns and rows to scale the image to; `nil` for its own size.
    public static func kitty(png: [UInt8], cells: CellSize? = nil) -> [UInt8] {
        let size = cells.map { "c=\($0.columns),r=\($0.rows)," } ?? ""
        let text = Data(png).base64EncodedData()
        var escapes: [UInt8] = []
        var start = 0
        repeat {
            let end = min(start + 4096, text.count)
            let control = start == 0 ? "a=T,f=100,q=2,\(size)" : ""
            escapes += Array("\u{1B}_G\(control)m=\(end < text.count ? 1 : 0);".utf8)
            escapes += text[start..<end]
            escapes += Array("\u{1B}\\".utf8)
            start = end
        } while start < text.count
        return escapes
    }

    /// Sequence that deletes all kitty images from the screen and from the terminal's memory
    /// ("Deleting images").
    public static let kittyRemoval = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

    /// Returns a PNG file as an iTerm2 inline image, in its own size.
    public static func iterm(png: [UInt8], size: PixelSize) -> [UInt8] {
        let header =
            "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(size.width)px;"
            + "height=\(size.height)px;preserveAspectRatio=1:"
        return Array(header.utf8) + Data(png).base64EncodedData() + [0x07]
    }

    /// Returns a PNG file as an iTerm2 inline image, scaled to fit columns and rows.
    public static func iterm(png: [UInt8], cells: CellSize) -> [UInt8] {
        let header =
            "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(cells.columns);"
            + "height=\(cells.rows);preserveAspectRatio=1:"
        return Array(header.utf8) + Data(png).base64EncodedData() + [0x07]
    }

    /// Returns an image as sixels, in its own size; undrawn pixels keep the background.
    public static func sixel(_ image: IndexedImage) -> [UInt8] {
        var text = "\u{1B}P0;1;0q\"1;1;\(image.width);\(image.height)"
        for (number, color) in image.palette.enumerated() where color.count == 3 {
            let percents = color.map { String((Int($0) * 100 + 127) / 255) }
            text += "#\(number);2;" + percents.joined(separator: ";")
        }
        var escapes = Array(text.utf8)
        for top in stride(from: 0, to: image.height, by: 6) {
            if top > 0 { escapes.append(UInt8(ascii: "-")) }
            appendBand(of: image, from: top, to: &escapes)
        }
        return escapes + Array("\u{1B}\\".utf8)
    }

    /// Appends six rows: for each color in use, its pixels from left to right.
    private static func appendBand(of image: IndexedImage, from top: Int, to escapes: inout [UInt8])
    {
        let band = SixelBand(of: image, from: top)
        for (index, color) in band.colors.enumerated() {
            if index > 0 { escapes.append(UInt8(ascii: "$")) }
            escapes += Array("#\(color)".utf8)
            var run: (sixel: UInt8, count: Int) = (0, 0)
            for sixel in band.sixels(of: color) {
                if sixel == run.sixel {
                    run.count += 1
                } else {
                    append(run, to: &escapes)
                    run = (sixel, 1)
                }
            }
            if run.sixel != 0 { append(run, to: &escapes) }
        }
    }

    private static func append(_ run: (sixel: UInt8, count: Int), to escapes: inout [UInt8]) {
        let character = run.sixel + 0x3F
        if run.count > 3 {
            escapes += Array("!\(run.count)".utf8) + [character]
        } else {
            escapes += repeatElement(character, count: run.count)
        }
    }
}

/// Six rows of an image, as one row of sixels per color.
private struct SixelBand {
    private let width: Int
    /// A row of sixels for each color of the palette.
    private var sixels: [UInt8]
    /// Indices of the colors in use; indices beyond the palette are not drawn.
    private(set) var colors: [Int] = []

    init(of image: IndexedImage, from top: Int) {
        width = image.width
        sixels = Array(repeating: 0, count: image.palette.count * image.width)
        var isUsed = Array(repeating: false, count: image.palette.count)
        for y in top..<min(top + 6, image.height) {
            for x in 0..<width {
                let color = Int(image.pixels[y * width + x])
                guard color < image.palette.count else { continue }
                isUsed[color] = true
                sixels[color * width + x] |= 1 << UInt8(y - top)
            }
        }
        colors = isUsed.indices.filter { isUsed[$0] }
    }

    func sixels(of color: Int) -> ArraySlice<UInt8> {
        sixels[color * width..<(color + 1) * width]
    }
}

/// Escape sequence that copies to the terminal's clipboard (xterm control sequences, "Operating
/// System Commands", 52); terminals may ignore it.
public enum ClipboardEscape {
    /// Returns the sequence that copies bytes to the clipboard.
    public static func copying(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + Data(bytes).base64EncodedData() + [0x07]
    }
}
