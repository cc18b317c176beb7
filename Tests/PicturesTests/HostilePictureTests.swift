import Pictures
import Testing

struct HostilePictureTests {
    @Test("a picture that ends too early is refused wherever it ends")
    func truncations() throws {
        for sample in try Oracle.samples.get() where sample.bytes.count < 8000 {
            for count in 0..<sample.bytes.count {
                #expect(throws: PictureFault.self, "\(sample.name) to \(count)") {
                    try PictureFacts(inspecting: Array(sample.bytes[..<count]))
                }
            }
        }
    }

    @Test("every changed byte of a PNG is noticed by a checksum or a length")
    func changedPNG() throws {
        for name in ["palette-hole.png", "dot.png"] {
            let bytes = try Oracle.sample(name).bytes
            for place in bytes.indices {
                var changed = bytes
                changed[place] ^= 0x20
                #expect(throws: PictureFault.self, "\(name) at \(place)") {
                    try PictureFacts(inspecting: changed)
                }
            }
        }
    }

    @Test("chunks of a PNG out of order, unknown or twice are refused")
    func chunks() {
        let head = Headers.png(1, 1)
        let (pixels, end) = (Headers.chunk("IDAT", [1, 2, 3]), Headers.chunk("IEND", []))
        let text = Headers.chunk("tEXt", [])
        #expect(throws: Never.self) { try PictureFacts(inspecting: head + text + pixels + end) }
        let palette = Headers.chunk("PLTE", [0, 0, 0])
        for body in [
            end, text + end, pixels, pixels + text + pixels + end, pixels + palette + end,
            Headers.chunk("PLTE", [0, 0]) + pixels + end, Headers.chunk("IHDR", []) + pixels + end,
            Headers.chunk("QQQQ", []) + pixels + end, Headers.chunk("1234", []) + pixels + end,
        ] {
            #expect(throws: PictureFault.self) { try PictureFacts(inspecting: head + body) }
        }
    }

    @Test("a JPEG of more scans than pictures have is refused")
    func scans() throws {
        let bytes = try Oracle.sample("baseline.jpg").bytes
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x2A]
        let scans = Array(repeatElement(scan, count: 64).joined())
        let many = bytes.prefix(bytes.count - 2) + scans + [0xFF, 0xD9]
        #expect(throws: PictureFault.damaged("it has too many scans")) {
            try PictureFacts(inspecting: Array(many))
        }
    }

    @Test("a WebP whose two headers tell different sizes is refused, and an animated one")
    func webp() throws {
        let still = Array(try Oracle.sample("lossy.webp").bytes.dropFirst(12))
        func extended(_ flags: UInt8, _ width: Int) -> [UInt8] {
            let sides = Headers.little(width - 1, 3) + Headers.little(59, 3)
            let head = Array("WEBPVP8X".utf8) + Headers.little(10, 4) + [flags, 0, 0, 0] + sides
            return Array("RIFF".utf8) + Headers.little(head.count + still.count, 4) + head + still
        }
        #expect(try PictureFacts(inspecting: extended(0, 90)).width == 90)
        #expect(throws: PictureFault.damaged("its headers tell different sizes")) {
            try PictureFacts(inspecting: extended(0, 91))
        }
        #expect(throws: PictureFault.damaged("it is animated")) {
            try PictureFacts(inspecting: extended(2, 90))
        }
    }
}
