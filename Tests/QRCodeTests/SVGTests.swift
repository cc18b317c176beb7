import FleetTestSupport
import QRCode
import Testing

@Suite("SVG images")
struct SVGTests {
    @Test("an SVG has the same pixels as a PNG of the same style")
    func pixels() throws {
        let (drawn, written) = (try TemporaryFolder(), try TemporaryFolder())
        for (index, payload) in ["7", "DCS-FEO", "https://example.com/v/東京"].enumerated() {
            let symbol = try Symbol(payload.utf8, level: .medium)
            for quietZone in [0, 1, 4] {
                let style = ImageStyle(scale: 3, quietZone: quietZone)
                let name = "\(index)-\(quietZone)"
                try drawn.write(symbol.image(.svg, style), to: "\(name).svg")
                try written.write(symbol.image(.png, style), to: "\(name).png")
            }
        }
        try drawn.run("rasterize.py")
        let pixels = try drawn.lines(of: "decode.py", "pixels")
        #expect(try pixels == written.lines(of: "decode.py", "pixels"))
        #expect(pixels.count == 9)
    }

    @Test("decoders read the payload of an SVG byte for byte", arguments: Decoder.allCases)
    func read(decoder: Decoder) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 5)
        var payloads: [String: [UInt8]] = [:]
        for kind in Payloads.Kind.allCases {
            for count in [1, 30, 200] {
                let name = "\(kind.rawValue)-\(count)"
                let payload = Payloads.make(kind, count: count, &random)
                payloads[name] = payload
                let symbol = try Symbol(payload, level: .quartile, addingUTF8ECI: true)
                try folder.write(
                    symbol.image(.svg, ImageStyle(scale: 4, dotsPerInch: 300)), to: "\(name).svg")
            }
        }
        try folder.run("rasterize.py")
        #expect(try decoder.read(folder) == payloads)
    }

    @Test("the size is in pixels, or in millimetres if there is a resolution")
    func size() throws {
        let folder = try TemporaryFolder()
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        let blue = SymbolColors(
            foreground: RGB(red: 0, green: 0, blue: 255), background: .white)
        try folder.write(symbol.image(.svg, scale: 8), to: "px.svg")
        for (name, resolution) in [("300", 300.0), ("203", 203), ("25", 25.4)] {
            let style = ImageStyle(scale: 8, colors: blue, dotsPerInch: resolution)
            try folder.write(symbol.image(.svg, style), to: "\(name).svg")
        }
        #expect(
            try folder.texts(of: "rasterize.py") == [
                "px": "232 0 0 29 29 #000000 #ffffff",
                "300": "19.6427mm 0 0 29 29 #0000ff #ffffff",
                "203": "29.0286mm 0 0 29 29 #0000ff #ffffff",
                "25": "232mm 0 0 29 29 #0000ff #ffffff",
            ])
    }

    @Test("an SVG of a short payload is about two kilobytes")
    func small() throws {
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        #expect(try symbol.image(.svg, scale: 8).count < 2_500)
    }
}
