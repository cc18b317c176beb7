/// Six rows of an image, as sixels of each of their colors.
struct SixelBand {
    private let width: Int
    /// Of each color of the palette a row of sixels.
    private var sixels: [UInt8]
    /// The colors that the rows have; numbers beyond the palette are not drawn.
    private(set) var colors: [Int] = []

    init(of image: IndexedImage, from top: Int) {
        width = image.width
        sixels = Array(repeating: 0, count: image.palette.count * image.width)
        var isThere = Array(repeating: false, count: image.palette.count)
        for y in top..<min(top + 6, image.height) {
            for x in 0..<width {
                let color = Int(image.pixels[y * width + x])
                guard color < image.palette.count else { continue }
                isThere[color] = true
                sixels[color * width + x] |= 1 << UInt8(y - top)
            }
        }
        colors = isThere.indices.filter { isThere[$0] }
    }

    func sixels(of color: Int) -> ArraySlice<UInt8> {
        sixels[color * width..<(color + 1) * width]
    }
}
