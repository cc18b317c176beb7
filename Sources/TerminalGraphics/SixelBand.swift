/// Six rows of an image, as one row of sixels per color.
struct SixelBand {
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
