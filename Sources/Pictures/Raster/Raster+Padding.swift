extension Raster {
    /// Returns the picture extended to a size with transparent pixels on the right and at the
    /// bottom; a size smaller than its own has no effect.
    public func padded(width: Int, height: Int) -> Raster {
        guard width >= self.width, height >= self.height else { return self }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for y in 0..<self.height {
            pixels += rgba[4 * y * self.width..<4 * (y + 1) * self.width]
            pixels += repeatElement(0, count: 4 * (width - self.width))
        }
        pixels += repeatElement(0, count: 4 * width * (height - self.height))
        return Raster(width: width, height: height, pixels: pixels)
    }
}
