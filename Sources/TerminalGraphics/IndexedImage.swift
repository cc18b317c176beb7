/// Image with a color palette, row by row from the top left.
public struct IndexedImage: Sendable, Equatable {
    /// Red, green and blue (0 to 255) of at most 256 colors.
    public let palette: [[UInt8]]
    /// Width in pixels.
    public let width: Int
    /// Palette index of each pixel; pixels with an index beyond the palette are not drawn.
    public let pixels: [UInt8]

    /// Height in pixels.
    public var height: Int { width > 0 ? pixels.count / width : 0 }

    /// Creates an image; `pixels` must consist of whole rows.
    public init(palette: [[UInt8]], width: Int, pixels: [UInt8]) {
        self.palette = palette
        self.width = width
        self.pixels = pixels
    }
}

extension IndexedImage {
    /// Color index of pixels that are not drawn.
    static let transparent = UInt8.max

    /// Creates an indexed image from pixels of four bytes each: red, green, blue and opacity.
    ///
    /// Up to 255 colors are kept. More are reduced to a color cube, with error diffusion (Floyd and
    /// Steinberg, 1976). Pixels that are missing or more than half transparent are not drawn.
    public init(width: Int, rgba: [UInt8]) {
        let pixels = PixelColors(rgba)
        if let palette = pixels.palette {
            let indices = Dictionary(
                uniqueKeysWithValues: palette.enumerated().map { ($1, UInt8($0)) })
            self.init(
                palette: palette.map(\.bytes), width: width,
                pixels: pixels.colors.map { $0.flatMap { indices[$0] } ?? Self.transparent })
        } else {
            self.init(
                palette: ColorCube.palette, width: width,
                pixels: ColorCube.dithered(pixels.colors, width: width))
        }
    }
}

/// Colors of the visible pixels.
private struct PixelColors {
    struct Color: Hashable {
        let red, green, blue: UInt8
        var bytes: [UInt8] { [red, green, blue] }
    }

    /// Color of each pixel; `nil` if it is transparent.
    let colors: [Color?]
    /// Distinct colors, if there are at most 255.
    let palette: [Color]?

    init(_ rgba: [UInt8]) {
        var (colors, distinct): ([Color?], Set<Color>) = ([], [])
        colors.reserveCapacity(rgba.count / 4)
        for start in stride(from: 0, to: rgba.count - 3, by: 4) {
            let isVisible = rgba[start + 3] >= 128
            let color = Color(red: rgba[start], green: rgba[start + 1], blue: rgba[start + 2])
            colors.append(isVisible ? color : nil)
            if isVisible, distinct.count < 256 { distinct.insert(color) }
        }
        self.colors = colors
        palette =
            distinct.count < 256
            ? distinct.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } : nil
    }
}

/// Uniform palette with six levels of red and blue and seven of green.
private enum ColorCube {
    private static let levels = [6, 7, 6]

    static let palette: [[UInt8]] = (0..<6 * 7 * 6).map { index in
        [level(index / 42, 6), level(index / 6 % 7, 7), level(index % 6, 6)].map { UInt8($0) }
    }

    private static func level(_ step: Int, _ count: Int) -> Int { step * 255 / (count - 1) }

    /// Returns the palette index of each pixel's color.
    static func dithered(_ colors: [PixelColors.Color?], width: Int) -> [UInt8] {
        var indices: [UInt8] = []
        indices.reserveCapacity(colors.count)
        // Errors of this row and the next, in sixteenths, with one extra pixel on both sides.
        var (errors, next) = (blank(width), blank(width))
        for (offset, color) in colors.enumerated() {
            let x = offset % width
            if x == 0, offset > 0 { (errors, next) = (next, blank(width)) }
            guard let color else {
                indices.append(IndexedImage.transparent)
                continue
            }
            var index = 0
            for (channel, value) in [color.red, color.green, color.blue].enumerated() {
                let at = 3 * (x + 1) + channel
                let target = max(0, min(255, Int(value) + errors[at] / 16))
                let step = (target * (levels[channel] - 1) + 127) / 255
                index = index * levels[channel] + step
                let error = target - level(step, levels[channel])
                errors[at + 3] += 7 * error
                next[at - 3] += 3 * error
                next[at] += 5 * error
                next[at + 3] += error
            }
            indices.append(UInt8(index))
        }
        return indices
    }

    private static func blank(_ width: Int) -> [Int] {
        Array(repeating: 0, count: 3 * (width + 2))
    }
}
