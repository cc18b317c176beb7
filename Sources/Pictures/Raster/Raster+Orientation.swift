extension Raster {
    /// Returns the picture turned upright.
    func upright(from orientation: PictureOrientation) -> Raster {
        guard orientation != .up else { return self }
        let size = orientation.swapsWidthAndHeight ? (height, width) : (width, height)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(rgba.count)
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                let stored = orientation.storedPosition(
                    x: x, y: y, width: width, height: height)
                let start = 4 * (stored.y * width + stored.x)
                pixels += rgba[start..<start + 4]
            }
        }
        return Raster(width: size.0, height: size.1, pixels: pixels)
    }
}
