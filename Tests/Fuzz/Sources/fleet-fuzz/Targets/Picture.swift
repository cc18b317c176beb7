import Pictures

/// Decodes a picture as it is, and a PNG with correct checksums, which hardly any mutation leaves.
func fuzzPicture(_ bytes: [UInt8]) {
    decode(bytes)
    if let picture = withCorrectChecksums(bytes) { decode(picture) }
}

/// Inspects a picture, decodes it into a small and a large box, and decodes the result as a PNG.
private func decode(_ bytes: [UInt8]) {
    guard let info = try? PictureInfo(inspecting: bytes) else {
        require(
            (try? Raster(decoding: bytes, fitting: (8, 8))) == nil, "a refused picture is decoded")
        return
    }
    // Larger pictures only take longer.
    guard info.width * info.height <= 1 << 20 else { return }
    for side in [7, 600] {
        guard let raster = try? Raster(decoding: bytes, fitting: (side, side)) else { continue }
        require(raster.width <= side && raster.height <= side, "the picture is too large")
        require(raster.rgba.count == 4 * raster.width * raster.height, "pixels are missing")
        guard let png = raster.png, let again = try? Raster(decoding: png, fitting: (side, side))
        else { fatalError("our PNG cannot be decoded") }
        require(visible(again) == visible(raster), "our PNG has other pixels")
    }
}

/// Returns the pixels, with one color for all that are transparent: a mean may be so by rounding.
private func visible(_ raster: Raster) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: raster.rgba.count, by: 4).map { start in
        raster.rgba[start + 3] == 0 ? [0, 0, 0, 0] : raster.rgba[start..<start + 4]
    }
}

/// Returns a PNG with the checksum of every whole chunk corrected (PNG specification, section 5.3);
/// `nil` if the bytes are no PNG.
private func withCorrectChecksums(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    var png = bytes
    var start = 8
    while start + 12 <= png.count {
        let length = png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = start + 8 + length
        guard end + 4 <= png.count else { break }
        let checksum = crc32(png[start + 4..<end])
        for index in 0..<4 { png[end + index] = UInt8(checksum >> (24 - 8 * index) & 0xFF) }
        start = end + 4
    }
    return png
}

private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
            sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
        }
    }
}
