import Foundation
import TerminalGraphics
import Testing

@Suite struct ImageEscapesTests {
    @Test(
        "the kitty protocol sends the file in chunks of at most 4,096 bytes",
        arguments: [0, 1, 3072, 3073, 9999])
    func kitty(count: Int) throws {
        let png = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let text = String(decoding: ImageEscapes.kitty(png: png), as: UTF8.self)
        let chunks = text.components(separatedBy: "\u{1B}\\").dropLast()
        var data = ""
        for (index, chunk) in chunks.enumerated() {
            let parts = chunk.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts[0].hasPrefix(index == 0 ? "\u{1B}_Ga=T,f=100,q=2,m=" : "\u{1B}_Gm="))
            #expect(parts[0].hasSuffix(index == chunks.count - 1 ? "m=0" : "m=1"))
            #expect(parts[1].utf8.count <= 4096)
            data += parts[1]
        }
        #expect(try Array(#require(Data(base64Encoded: data))) == png)
    }

    @Test("an image with columns and rows is scaled to them")
    func cells() {
        let cells = CellSize(columns: 24, rows: 10)
        let kitty = String(
            decoding: ImageEscapes.kitty(png: [1, 2, 3], cells: cells), as: UTF8.self)
        #expect(kitty == "\u{1B}_Ga=T,f=100,q=2,c=24,r=10,m=0;AQID\u{1B}\\")
        let iterm = String(
            decoding: ImageEscapes.iterm(png: [1, 2, 3], cells: cells), as: UTF8.self)
        #expect(
            iterm == "\u{1B}]1337;File=inline=1;size=3;width=24;height=10;"
                + "preserveAspectRatio=1:AQID\u{7}")
    }

    @Test("a pixel with an index beyond the palette is not drawn in any band")
    func undrawn() throws {
        var pixels = [UInt8](repeating: 255, count: 20 * 20)
        for index in [0, 45, 399] { pixels[index] = 1 }
        pixels[46] = 0
        let image = IndexedImage(palette: [[0, 0, 0], [9, 9, 9]], width: 20, pixels: pixels)
        let drawn = try SixelDrawing(ImageEscapes.sixel(image))
        #expect(drawn.pixels(width: 20, height: 20) == pixels)
    }

    @Test("iTerm2 gets the file, its length and the image size", arguments: [1, 2, 3, 1000])
    func iterm(count: Int) throws {
        let png = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let escapes = ImageEscapes.iterm(png: png, size: PixelSize(width: 5, height: 7))
        let text = String(decoding: escapes, as: UTF8.self)
        let head =
            "\u{1B}]1337;File=inline=1;size=\(count);width=5px;height=7px;preserveAspectRatio=1:"
        #expect(text.hasPrefix(head) && text.hasSuffix("\u{7}"))
        let data = String(text.dropFirst(head.count).dropLast())
        #expect(try Array(#require(Data(base64Encoded: data))) == png)
    }

    @Test("sixels draw every pixel in its color", arguments: [1, 5, 6, 7, 23])
    func sixel(height: Int) throws {
        let width = 37
        let pixels = (0..<width * height).map { index -> UInt8 in
            let stripe: Int = index / 5 * 7
            return UInt8((stripe + index / 11) % 3)
        }
        let palette: [[UInt8]] = [[255, 255, 255], [0, 0, 0], [255, 128, 0]]
        let image = IndexedImage(palette: palette, width: width, pixels: pixels)
        let drawn = try SixelDrawing(ImageEscapes.sixel(image))
        #expect(drawn.size == [width, height])
        #expect(drawn.palette == [[100, 100, 100], [0, 0, 0], [100, 50, 0]])
        #expect(drawn.pixels(width: width, height: height) == pixels)
    }
}

/// Sixel decoder (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
private struct SixelDrawing {
    var size: [Int] = []
    var palette: [[Int]] = []
    private var cells: [[Int]: UInt8] = [:]

    init(_ bytes: [UInt8]) throws {
        var text = Substring(String(decoding: bytes, as: UTF8.self))
        try #require(text.hasPrefix("\u{1B}P0;1;0q\"") && text.hasSuffix("\u{1B}\\"))
        text = text.dropFirst(9).dropLast(2)
        size = Array(Self.numbers(&text)[2...])
        var (x, top, color) = (0, 0, 0)
        while let character = text.popFirst() {
            switch character {
            case "#":
                let numbers = Self.numbers(&text)
                color = numbers[0]
                if numbers.count == 5 { palette.append(Array(numbers[2...])) }
            case "$": x = 0
            case "-": (x, top) = (0, top + 6)
            case "!":
                let count = Self.numbers(&text)[0]
                let sixel = text.popFirst() ?? "?"
                for _ in 0..<count { draw(sixel, x: &x, top: top, color: color) }
            default: draw(character, x: &x, top: top, color: color)
            }
        }
    }

    private static func numbers(_ text: inout Substring) -> [Int] {
        let part = text.prefix { $0.isASCII && ($0.isNumber || $0 == ";") }
        text = text.dropFirst(part.count)
        return part.split(separator: ";").compactMap { Int($0) }
    }

    private mutating func draw(_ sixel: Character, x: inout Int, top: Int, color: Int) {
        let bits = (sixel.asciiValue ?? 0) - 0x3F
        for row in 0..<6 where bits & 1 << UInt8(row) != 0 { cells[[x, top + row]] = UInt8(color) }
        x += 1
    }

    func pixels(width: Int, height: Int) -> [UInt8] {
        (0..<width * height).map { cells[[$0 % width, $0 / width]] ?? 255 }
    }
}
