extension Raster {
    /// The picture as it stands upright.
    func turned(_ orientation: PictureOrientation) -> Raster {
        guard orientation != .upright else { return self }
        let upright = orientation.swapsSides ? (height, width) : (width, height)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(rgba.count)
        for y in 0..<upright.1 {
            for x in 0..<upright.0 {
                let stored = orientation.stored(x: x, y: y, width: width, height: height)
                let start = 4 * (stored.y * width + stored.x)
                pixels += rgba[start..<start + 4]
            }
        }
        return Raster(width: upright.0, height: upright.1, pixels: pixels)
    }
}
