import TerminalGraphics
import Testing

@Suite struct IndexedImageTests {
    private func pixels(_ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]) -> [UInt8] {
        (0..<width * height).flatMap { color($0 % width, $0 / width) }
    }

    @Test("few colors are kept, and mostly transparent pixels are not drawn")
    func fewColors() {
        let colors: [[UInt8]] = [
            [1, 2, 3, 255], [200, 0, 9, 128], [7, 7, 7, 127], [9, 9, 9, 0],
        ]
        let image = IndexedImage(width: 2, rgba: colors.flatMap(\.self))
        #expect(image.palette == [[1, 2, 3], [200, 0, 9]])
        #expect(image.pixels[..<2] == [0, 1])
        #expect(image.pixels[2...].allSatisfy { $0 >= image.palette.count })
        #expect(image.height == 2)
    }

    @Test("255 colors are kept; more are reduced to a cube of 252", arguments: [255, 256])
    func manyColors(count: Int) {
        let image = IndexedImage(
            width: count, rgba: pixels(count, 1) { x, _ in [UInt8(x), 50, UInt8(255 - x), 255] })
        #expect(image.palette.count == (count == 255 ? 255 : 252))
        #expect(image.pixels.allSatisfy { $0 < image.palette.count })
    }

    @Test("dithering preserves the average color of an area")
    func dithered() {
        let (width, height) = (120, 80)
        func color(_ x: Int, _ y: Int) -> [UInt8] {
            [UInt8(60 + x), UInt8(y * 3), UInt8(100 + (x + y) / 2), 255]
        }
        let image = IndexedImage(width: width, rgba: pixels(width, height, color))
        for (left, top) in [(0, 0), (40, 20), (80, 60), (100, 60)] {
            for channel in 0..<3 {
                var (expected, drawn) = (0, 0)
                for y in top..<top + 20 {
                    for x in left..<left + 20 {
                        expected += Int(color(x, y)[channel])
                        drawn += Int(image.palette[Int(image.pixels[y * width + x])][channel])
                    }
                }
                #expect(abs(expected - drawn) / 400 <= 4)
            }
        }
    }

    @Test("a fully transparent image draws nothing")
    func invisible() {
        let image = IndexedImage(width: 7, rgba: pixels(7, 7) { _, _ in [5, 5, 5, 0] })
        #expect(image.palette.isEmpty)
        let text = String(decoding: ImageEscapes.sixel(image), as: UTF8.self)
        #expect(text == "\u{1B}P0;1;0q\"1;1;7;7-\u{1B}\\")
    }
}
