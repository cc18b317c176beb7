import Pictures
import Testing

struct PictureFactsTests {
    @Test("format and size of every kind of picture are those that another reader tells")
    func agrees() throws {
        for sample in try Oracle.samples.get() {
            let facts = try PictureFacts(inspecting: sample.bytes)
            #expect(facts.format.rawValue == sample.format, "\(sample.name)")
            #expect(facts.width == sample.width && facts.height == sample.height, "\(sample.name)")
        }
    }

    @Test("what is no picture is told by its content", arguments: Impostor.all)
    func impostors(_ impostor: Impostor) {
        #expect(throws: PictureFault.notAPicture) { try PictureFacts(inspecting: impostor.bytes) }
    }

    @Test(
        "headers of more pixels than are taken are refused, whatever follows",
        arguments: [
            (Headers.png(100_000, 100_000), PictureFault.tooLarge(width: 100_000, height: 100_000)),
            (Headers.png(0x7FFF_FFFF, 1), .tooLarge(width: 0x7FFF_FFFF, height: 1)),
            (
                Headers.png(0xFFFF_FFFF, 0xFFFF_FFFF),
                .tooLarge(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
            ),
            (Headers.png(8000, 8000), .tooLarge(width: 8000, height: 8000)),
            (Headers.jpeg(65_535, 65_535), .tooLarge(width: 65_535, height: 65_535)),
            (Headers.jpeg(20_001, 1), .tooLarge(width: 20_001, height: 1)),
            (Headers.webp(100_000, 100_000), .tooLarge(width: 100_000, height: 100_000)),
            (Headers.webp(1 << 24, 1 << 24), .tooLarge(width: 1 << 24, height: 1 << 24)),
        ])
    func tooLarge(_ bytes: [UInt8], _ fault: PictureFault) {
        #expect(throws: fault) { try PictureFacts(inspecting: bytes) }
    }

    @Test("a side of no pixels is refused")
    func noPixels() {
        for bytes in [Headers.png(0, 5), Headers.png(5, 0), Headers.jpeg(0, 5), Headers.jpeg(5, 0)]
        {
            #expect(throws: PictureFault.damaged("it has no pixels")) {
                try PictureFacts(inspecting: bytes)
            }
        }
    }

    @Test("a file of more bytes than are taken is refused, and one of just as many is not")
    func bytes() throws {
        let sample = try Oracle.sample("baseline.jpg").bytes
        let most = sample + [UInt8](repeating: 0, count: PictureFacts.largestFile - sample.count)
        #expect(try PictureFacts(inspecting: most).width == 90)
        #expect(throws: PictureFault.tooManyBytes) { try PictureFacts(inspecting: most + [0]) }
    }

    @Test("nothing may follow a PNG or a WebP; behind a JPEG cameras leave other things")
    func behindTheEnd() throws {
        let archive = Array("PK\u{3}\u{4} an archive".utf8)
        for name in ["colors.png", "lossy.webp", "lossless-alpha.webp"] {
            let bytes = try Oracle.sample(name).bytes + archive
            #expect(throws: PictureFault.damaged("something follows its end"), "\(name)") {
                try PictureFacts(inspecting: bytes)
            }
        }
        let photo = try Oracle.sample("progressive.jpg")
        #expect(try PictureFacts(inspecting: photo.bytes + archive).width == photo.width)
    }

    @Test("the words end a sentence that begins with the file")
    func words() {
        #expect(PictureFault.notAPicture.words == "is no JPEG, PNG or WebP picture")
        #expect(PictureFault.truncated.words == "is cut off")
        #expect(PictureFault.tooManyBytes.words == "has more than 20 MiB")
        #expect(
            PictureFault.tooLarge(width: 100_000, height: 3).words
                == "is too large: 100000 × 3 pixels")
        #expect(
            PictureFault.damaged("a checksum is wrong").words == "is damaged: a checksum is wrong")
    }

    @Test("the names and types of the formats are those of the web")
    func names() {
        #expect(PictureFormat.allCases.map(\.fileExtension) == ["jpg", "png", "webp", "svg"])
        #expect(PictureFormat.jpeg.mediaType == "image/jpeg")
        #expect(PictureFormat.svg.mediaType == "image/svg+xml")
    }
}

/// Something that is no picture, whatever it is named.
struct Impostor: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    static let all = [
        Impostor(testDescription: "nothing", bytes: []),
        Impostor(testDescription: "one byte", bytes: [0xFF]),
        Impostor(testDescription: "HTML", bytes: Array("<!DOCTYPE html><html></html>".utf8)),
        Impostor(testDescription: "SVG", bytes: Array("<svg xmlns='x' onload='y'/>".utf8)),
        Impostor(testDescription: "zip", bytes: Array("PK\u{3}\u{4}".utf8) + [20, 0, 0, 0]),
        Impostor(testDescription: "ELF", bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]),
        Impostor(testDescription: "GIF", bytes: Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]),
        Impostor(testDescription: "PDF", bytes: Array("%PDF-1.7\n".utf8)),
        Impostor(testDescription: "sound", bytes: Array("RIFF\u{4}\0\0\0WAVE".utf8)),
        Impostor(testDescription: "zeros", bytes: [UInt8](repeating: 0, count: 4096)),
        Impostor(testDescription: "PNG later", bytes: [0] + Headers.png(1, 1)),
    ]
}
