import Pictures
import Testing

struct LinkedPictureTests {
    private static let root = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"

    @Test(
        "an SVG is told by its root element, whatever stands before",
        arguments: [
            root, "\u{FEFF}" + root, " \r\n\t" + root + "\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- <html> > -->\n" + root,
            "<?xml version='1.0'?><svg:svg xmlns:svg='http://www.w3.org/2000/svg'></svg:svg>",
            "<!----><svg\n/>", "<svg>é</svg>", "<!DOCTYPE svg><svg/>",
            "<?xml version=\"1.0\"?><!-- 1.1 -->\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" "
                + "\"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n<!-- a --> " + root,
            "<!DOCTYPE\nsvg SYSTEM 'a>b[<c\"'\n>" + root,
        ])
    func drawings(_ text: String) throws {
        let picture = try LinkedPicture(inspecting: Array(text.utf8))
        #expect(picture == .drawing && picture.format == .svg)
        #expect(throws: PictureFault.notAPicture) {
            try PictureFacts(inspecting: Array(text.utf8))
        }
        #expect(throws: PictureFault.notAPicture) {
            try Raster(decoding: Array(text.utf8), fitting: (9, 9))
        }
    }

    @Test(
        "a document that declares or transforms is refused",
        arguments: [
            (
                "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><svg>&b;</svg>",
                "an SVG with declarations"
            ),
            ("<!-- --><!DOCTYPE\nsvg SYSTEM 'x' []><svg/>", "an SVG with declarations"),
            ("<!DOCTYPE svg><!DOCTYPE svg><svg/>", "an SVG with declarations"),
            ("<!DOCTYPE svg SYSTEM 'x><svg/>", "an SVG with declarations"),
            ("<!DOCTYPE svg><svg><!DOCTYPE svg></svg>", "an SVG with declarations"),
            ("<svg><!entity a 'b'></svg>", "an SVG with declarations"),
            ("<?xml-stylesheet href='file:///x'?><svg/>", "an SVG with a processing instruction"),
            ("<svg><?php x?></svg>", "an SVG with a processing instruction"),
            ("<?xml version='1.0' encoding='UTF-7'?><svg/>", "an SVG that is not UTF-8"),
            ("<?xml version='1.0' encoding = \"UTF-16\"?><svg/>", "an SVG that is not UTF-8"),
            ("<svg>\0</svg>", "an SVG that is not UTF-8"),
        ])
    func refused(_ text: String, _ why: String) {
        #expect(throws: PictureFault.refused(why)) {
            try LinkedPicture(inspecting: Array(text.utf8))
        }
        #expect(PictureFault.refused(why).words == "is refused: \(why)")
    }

    @Test("what is not UTF-8, is cut off or is too long is refused")
    func broken() {
        let start = Array("<svg>".utf8)
        let end = Array("</svg>".utf8)
        #expect(throws: PictureFault.refused("an SVG that is not UTF-8")) {
            try LinkedPicture(inspecting: start + [0xC3, 0x28] + end)
        }
        #expect(throws: PictureFault.truncated) {
            try LinkedPicture(inspecting: start + end.dropLast())
        }
        let blanks = [UInt8](
            repeating: 0x20, count: LinkedPicture.largestDrawing - start.count - end.count)
        #expect(throws: Never.self) { try LinkedPicture(inspecting: start + blanks + end) }
        #expect(throws: PictureFault.refused("an SVG of more than 1 MiB")) {
            try LinkedPicture(inspecting: start + blanks + [0x20] + end)
        }
    }

    @Test(
        "what is neither a drawing nor of pixels is no picture",
        arguments: [
            "", "<", "<!", "<!--", "<?xml", "<html><svg/></html>", "<!DOCTYPE html><svg/>",
            "<!DOCTYPE svg><html/>", "<!doctype svg><svg/>",
            "<svgx/>",
            "<svg:g/>", "svg", "\u{FEFF}", "<!-- <svg/>",
        ])
    func others(_ text: String) {
        #expect(throws: PictureFault.notAPicture) {
            try LinkedPicture(inspecting: Array(text.utf8))
        }
    }

    @Test("pictures of pixels are told as ever")
    func pixels() throws {
        for sample in try Oracle.samples.get() {
            let facts = try PictureFacts(inspecting: sample.bytes)
            #expect(try LinkedPicture(inspecting: sample.bytes) == .pixels(facts))
        }
    }
}
