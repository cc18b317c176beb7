import Pictures
import Testing

struct PictureInfoTests {
    @Test("format and size of every kind of picture match an independent reader's")
    func agrees() throws {
        for sample in try Oracle.samples.get() {
            let info = try PictureInfo(inspecting: sample.bytes)
            #expect(info.format.rawValue == sample.format, "\(sample.name)")
            #expect(info.width == sample.width && info.height == sample.height, "\(sample.name)")
        }
    }

    @Test("other files are rejected by their content", arguments: NonPicture.all)
    func nonPictures(_ file: NonPicture) {
        #expect(throws: PictureError.notAPicture) { try PictureInfo(inspecting: file.bytes) }
    }

    @Test(
        "a header with too many pixels is rejected, whatever follows",
        arguments: [
            (Headers.png(100_000, 100_000), PictureError.tooLarge(width: 100_000, height: 100_000)),
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
    func tooLarge(_ bytes: [UInt8], _ error: PictureError) {
        #expect(throws: error) { try PictureInfo(inspecting: bytes) }
    }

    @Test("a width or height of zero is rejected")
    func noPixels() {
        for bytes in [Headers.png(0, 5), Headers.png(5, 0), Headers.jpeg(0, 5), Headers.jpeg(5, 0)]
        {
            #expect(throws: PictureError.damaged("it has no pixels")) {
                try PictureInfo(inspecting: bytes)
            }
        }
    }

    @Test("a file over the size limit is rejected, and one at the limit is accepted")
    func bytes() throws {
        let sample = try Oracle.sample("baseline.jpg").bytes
        let largest = sample + [UInt8](repeating: 0, count: PictureInfo.maxFileBytes - sample.count)
        #expect(try PictureInfo(inspecting: largest).width == 90)
        #expect(throws: PictureError.tooManyBytes) { try PictureInfo(inspecting: largest + [0]) }
    }

    @Test("data after the end is rejected in a PNG or a WebP, and accepted in a JPEG")
    func trailingData() throws {
        let archive = Array("PK\u{3}\u{4} an archive".utf8)
        for name in ["colors.png", "lossy.webp", "lossless-alpha.webp"] {
            let bytes = try Oracle.sample(name).bytes + archive
            #expect(throws: PictureError.damaged("data follows its end"), "\(name)") {
                try PictureInfo(inspecting: bytes)
            }
        }
        let photo = try Oracle.sample("progressive.jpg")
        #expect(try PictureInfo(inspecting: photo.bytes + archive).width == photo.width)
    }

    @Test("a message continues a sentence about the file")
    func messages() {
        #expect(PictureError.notAPicture.message == "is not a JPEG, PNG or WebP picture")
        #expect(PictureError.truncated.message == "is incomplete")
        #expect(PictureError.tooManyBytes.message == "is larger than 20 MiB")
        #expect(
            PictureError.tooLarge(width: 100_000, height: 3).message
                == "is too large: 100000 × 3 pixels")
        #expect(
            PictureError.damaged("a checksum is wrong").message
                == "is damaged: a checksum is wrong")
    }

    @Test("formats have the usual file extensions and media types")
    func names() {
        #expect(PictureFormat.allCases.map(\.fileExtension) == ["jpg", "png", "webp", "svg"])
        #expect(PictureFormat.jpeg.mediaType == "image/jpeg")
        #expect(PictureFormat.svg.mediaType == "image/svg+xml")
    }
}

/// File that is not a picture.
struct NonPicture: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    static let all = [
        NonPicture(testDescription: "nothing", bytes: []),
        NonPicture(testDescription: "one byte", bytes: [0xFF]),
        NonPicture(testDescription: "HTML", bytes: Array("<!DOCTYPE html><html></html>".utf8)),
        NonPicture(testDescription: "SVG", bytes: Array("<svg xmlns='x' onload='y'/>".utf8)),
        NonPicture(testDescription: "zip", bytes: Array("PK\u{3}\u{4}".utf8) + [20, 0, 0, 0]),
        NonPicture(testDescription: "ELF", bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]),
        NonPicture(testDescription: "GIF", bytes: Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]),
        NonPicture(testDescription: "PDF", bytes: Array("%PDF-1.7\n".utf8)),
        NonPicture(testDescription: "sound", bytes: Array("RIFF\u{4}\0\0\0WAVE".utf8)),
        NonPicture(testDescription: "zeros", bytes: [UInt8](repeating: 0, count: 4096)),
        NonPicture(testDescription: "PNG later", bytes: [0] + Headers.png(1, 1)),
    ]
}
