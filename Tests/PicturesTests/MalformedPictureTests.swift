import Pictures
import Testing

struct MalformedPictureTests {
    @Test("a truncated picture is rejected, wherever it ends")
    func truncations() throws {
        for sample in try Oracle.samples.get() where sample.bytes.count < 8000 {
            // In the pixels, every seventh length is a sample of all.
            let whole = sample.bytes.count
            for count in 0..<whole where count < 512 || count > whole - 64 || count % 7 == 0 {
                #expect(throws: PictureError.self, "\(sample.name) to \(count)") {
                    try PictureInfo(inspecting: Array(sample.bytes[..<count]))
                }
            }
        }
    }

    @Test("every changed byte of a PNG is detected by a checksum or a length")
    func changedPNG() throws {
        for name in ["palette-hole.png", "dot.png"] {
            let bytes = try Oracle.sample(name).bytes
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 0x20
                #expect(throws: PictureError.self, "\(name) at \(index)") {
                    try PictureInfo(inspecting: changed)
                }
            }
        }
    }

    @Test("a PNG with misplaced, unknown or duplicate chunks is not decoded")
    func chunks() throws {
        let header = Headers.png(1, 1)
        // An uncompressed zlib stream with one pixel.
        let stream: [UInt8] = [0x78, 1, 1, 5, 0, 0xFA, 0xFF, 0, 1, 2, 3, 4, 0, 25, 0, 11]
        let (pixels, end) = (Headers.chunk("IDAT", stream), Headers.chunk("IEND", []))
        let text = Headers.chunk("tEXt", [])
        let dot = try Raster(decoding: header + text + pixels + end, fitting: (1, 1))
        #expect(dot.rgba == [1, 2, 3, 4])
        let parts = [stream[..<8], stream[8...]].map { Headers.chunk("IDAT", Array($0)) }
        for body in [
            end, text + end, parts[0] + text + parts[1] + end,
            Headers.chunk("IHDR", []) + pixels + end, header.dropFirst(8) + pixels + end,
            Headers.chunk("QQQQ", []) + pixels + end, Headers.chunk("1234", []) + pixels + end,
        ] {
            #expect(throws: PictureError.damaged("its pixels cannot be decoded")) {
                try Raster(decoding: header + body, fitting: (1, 1))
            }
        }
    }

    @Test("a JPEG that a decoder might read with another size is rejected")
    func hiddenFrames() throws {
        let bytes = try Oracle.sample("baseline.jpg").bytes
        let frame = Headers.jpeg(90, 60).dropFirst(2)
        for (inserted, reason) in [
            ([0xFF, 0xD0], "a marker is misplaced"), ([0xFF, 0], "a segment is misplaced"),
            (Array(frame), "it has more than one frame"),
        ] as [([UInt8], String)] {
            #expect(throws: PictureError.damaged(reason)) {
                try PictureInfo(inspecting: bytes[..<2] + inserted + bytes[2...])
            }
        }
    }

    @Test("a JPEG with too many scans is rejected")
    func scans() throws {
        let bytes = try Oracle.sample("baseline.jpg").bytes
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x2A]
        let scans = Array(repeatElement(scan, count: 64).joined())
        let many = bytes.prefix(bytes.count - 2) + scans + [0xFF, 0xD9]
        #expect(throws: PictureError.damaged("it has too many scans")) {
            try PictureInfo(inspecting: Array(many))
        }
    }

    @Test("a WebP with different sizes in its headers, or with animation, is rejected")
    func webp() throws {
        let still = Array(try Oracle.sample("lossy.webp").bytes.dropFirst(12))
        func extended(_ flags: UInt8, _ width: Int) -> [UInt8] {
            let sides = Headers.little(width - 1, 3) + Headers.little(59, 3)
            let header = Array("WEBPVP8X".utf8) + Headers.little(10, 4) + [flags, 0, 0, 0] + sides
            let size = Headers.little(header.count + still.count, 4)
            return Array("RIFF".utf8) + size + header + still
        }
        #expect(try PictureInfo(inspecting: extended(0, 90)).width == 90)
        #expect(throws: PictureError.damaged("its pixels cannot be decoded")) {
            try Raster(decoding: extended(0, 91), fitting: (90, 90))
        }
        #expect(throws: PictureError.unsupported("it is animated")) {
            try PictureInfo(inspecting: extended(2, 90))
        }
    }
}
