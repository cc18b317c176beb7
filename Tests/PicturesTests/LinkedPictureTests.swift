import Pictures
import Testing

struct LinkedPictureTests {
    private static let root = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"

    @Test(
        "an SVG is recognized by its root element, after any prolog",
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
        #expect(throws: PictureError.notAPicture) {
            try PictureInfo(inspecting: Array(text.utf8))
        }
        #expect(throws: PictureError.notAPicture) {
            try Raster(decoding: Array(text.utf8), fitting: (9, 9))
        }
    }

    @Test(
        "an SVG with declarations or processing instructions is not supported",
        arguments: [
            (
                "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><svg>&b;</svg>",
                "the SVG has declarations"
            ),
            ("<!-- --><!DOCTYPE\nsvg SYSTEM 'x' []><svg/>", "the SVG has declarations"),
            ("<!DOCTYPE svg><!DOCTYPE svg><svg/>", "the SVG has declarations"),
            ("<!DOCTYPE svg SYSTEM 'x><svg/>", "the SVG has declarations"),
            ("<!DOCTYPE svg><svg><!DOCTYPE svg></svg>", "the SVG has declarations"),
            ("<svg><!entity a 'b'></svg>", "the SVG has declarations"),
            ("<?xml-stylesheet href='file:///x'?><svg/>", "the SVG has a processing instruction"),
            ("<svg><?php x?></svg>", "the SVG has a processing instruction"),
            ("<?xml version='1.0' encoding='UTF-7'?><svg/>", "the SVG is not UTF-8"),
            ("<?xml version='1.0' encoding = \"UTF-16\"?><svg/>", "the SVG is not UTF-8"),
            ("<svg>\0</svg>", "the SVG is not UTF-8"),
        ])
    func unsupported(_ text: String, _ reason: String) {
        #expect(throws: PictureError.unsupported(reason)) {
            try LinkedPicture(inspecting: Array(text.utf8))
        }
        #expect(PictureError.unsupported(reason).message == "is not supported: \(reason)")
    }

    @Test("an SVG that is not UTF-8, incomplete or too large is rejected")
    func invalid() {
        let start = Array("<svg>".utf8)
        let end = Array("</svg>".utf8)
        #expect(throws: PictureError.unsupported("the SVG is not UTF-8")) {
            try LinkedPicture(inspecting: start + [0xC3, 0x28] + end)
        }
        #expect(throws: PictureError.truncated) {
            try LinkedPicture(inspecting: start + end.dropLast())
        }
        let blanks = [UInt8](
            repeating: 0x20, count: LinkedPicture.maxDrawingBytes - start.count - end.count)
        #expect(throws: Never.self) { try LinkedPicture(inspecting: start + blanks + end) }
        #expect(throws: PictureError.unsupported("the SVG is larger than 1 MiB")) {
            try LinkedPicture(inspecting: start + blanks + [0x20] + end)
        }
    }

    @Test(
        "other documents are not pictures",
        arguments: [
            "", "<", "<!", "<!--", "<?xml", "<html><svg/></html>", "<!DOCTYPE html><svg/>",
            "<!DOCTYPE svg><html/>", "<!doctype svg><svg/>",
            "<svgx/>",
            "<svg:g/>", "svg", "\u{FEFF}", "<!-- <svg/>",
        ])
    func others(_ text: String) {
        #expect(throws: PictureError.notAPicture) {
            try LinkedPicture(inspecting: Array(text.utf8))
        }
    }

    @Test("raster pictures are recognized")
    func raster() throws {
        for sample in try Oracle.samples.get() {
            let info = try PictureInfo(inspecting: sample.bytes)
            #expect(try LinkedPicture(inspecting: sample.bytes) == .raster(info))
        }
    }
}
