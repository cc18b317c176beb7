extension IndexedImage {
    /// The number of the pixels that are not drawn.
    static let clear = UInt8.max

    /// Makes an image of few colors of pixels of four bytes each: red, green, blue and opacity.
    ///
    /// Colors are kept if there are at most 255. Else they become those of a cube, and what each pixel
    /// is off by goes to its neighbors (Floyd and Steinberg, 1976). What is more than half transparent
    /// is not drawn. Pixels that are not there are not drawn either.
    public init(width: Int, rgba: [UInt8]) {
        let pixels = PixelColors(rgba)
        if let palette = pixels.palette {
            let numbers = Dictionary(
                uniqueKeysWithValues: palette.enumerated().map { ($1, UInt8($0)) })
            self.init(
                palette: palette.map(\.bytes), width: width,
                pixels: pixels.colors.map { $0.flatMap { numbers[$0] } ?? Self.clear })
        } else {
            self.init(
                palette: ColorCube.palette, width: width,
                pixels: ColorCube.dithered(pixels.colors, width: width))
        }
    }
}

/// The colors of the pixels that are seen.
private struct PixelColors {
    struct Color: Hashable {
        let red, green, blue: UInt8
        var bytes: [UInt8] { [red, green, blue] }
    }

    /// `nil` where nothing is seen.
    let colors: [Color?]
    /// All of them, if they are few.
    let palette: [Color]?

    init(_ rgba: [UInt8]) {
        var (colors, known): ([Color?], Set<Color>) = ([], [])
        colors.reserveCapacity(rgba.count / 4)
        for start in stride(from: 0, to: rgba.count - 3, by: 4) {
            let isSeen = rgba[start + 3] >= 128
            let color = Color(red: rgba[start], green: rgba[start + 1], blue: rgba[start + 2])
            colors.append(isSeen ? color : nil)
            if isSeen, known.count < 256 { known.insert(color) }
        }
        self.colors = colors
        palette =
            known.count < 256
            ? known.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } : nil
    }
}

/// A palette of colors at equal distances: six shades of red and blue, seven of green.
private enum ColorCube {
    private static let shades = [6, 7, 6]

    static let palette: [[UInt8]] = (0..<6 * 7 * 6).map { number in
        [level(number / 42, 6), level(number / 6 % 7, 7), level(number % 6, 6)].map { UInt8($0) }
    }

    private static func level(_ shade: Int, _ count: Int) -> Int { shade * 255 / (count - 1) }

    /// The number of each pixel's color.
    static func dithered(_ colors: [PixelColors.Color?], width: Int) -> [UInt8] {
        var numbers: [UInt8] = []
        numbers.reserveCapacity(colors.count)
        // What this row and the next are off by, in sixteenths, with a pixel more on both sides.
        var (errors, next) = (blank(width), blank(width))
        for (place, color) in colors.enumerated() {
            let x = place % width
            if x == 0, place > 0 { (errors, next) = (next, blank(width)) }
            guard let color else {
                numbers.append(IndexedImage.clear)
                continue
            }
            var number = 0
            for (channel, value) in [color.red, color.green, color.blue].enumerated() {
                let at = 3 * (x + 1) + channel
                let wanted = max(0, min(255, Int(value) + errors[at] / 16))
                let shade = (wanted * (shades[channel] - 1) + 127) / 255
                number = number * shades[channel] + shade
                let error = wanted - level(shade, shades[channel])
                errors[at + 3] += 7 * error
                next[at - 3] += 3 * error
                next[at] += 5 * error
                next[at + 3] += error
            }
            numbers.append(UInt8(number))
        }
        return numbers
    }

    private static func blank(_ width: Int) -> [Int] {
        Array(repeating: 0, count: 3 * (width + 2))
    }
}
