import FleetTestSupport
import QRCode
import Testing

@Suite("Terminal art")
struct TerminalArtTests {
    private static let payloads = [
        "7", "DCS-FEO", "https://example.com/vehicles/0f8b-東京?rotating=1",
    ]

    @Test("colored art is readable on any background, with line gaps of up to 3/8 of a line")
    func colored() throws {
        let styles = [TerminalArt.half(colored: true), .full(colored: true)]
        try expectReadable(styles, on: "both", gaps: 4)
    }

    @Test("plain art is readable on a dark background without line gaps")
    func plain() throws {
        let styles = [TerminalArt.half(colored: false), .full(colored: false)]
        try expectReadable(styles, on: "dark", gaps: 1)
    }

    @Test("ASCII art is readable on a light background")
    func ascii() throws {
        try expectReadable([.ascii], on: "light", gaps: 1)
    }

    @Test("inverted art is readable on the other background")
    func inverted() throws {
        let blocks = [TerminalArt.half(colored: false), .full(colored: false)]
        try expectReadable(blocks, inverted: true, on: "light", gaps: 1)
        try expectReadable([.ascii], inverted: true, on: "dark", gaps: 1)
    }

    @Test(
        "art has the reported width, quiet zone included",
        arguments: [
            (TerminalArt.half(colored: false), 29, 15), (.full(colored: false), 58, 29),
            (.ascii, 58, 29),
        ])
    func width(style: TerminalArt, columns: Int, lines: Int) throws {
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        #expect(try symbol.width(of: style) == columns)
        let drawn = try symbol.terminalArt(style).split(separator: "\n")
        #expect(drawn.map(\.count) == Array(repeating: columns, count: lines))
    }

    @Test("art uses only the two colors that themes do not change, and resets them in each line")
    func colors() throws {
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        for line in try symbol.terminalArt(.half(colored: true)).split(separator: "\n") {
            #expect(line.hasPrefix("\u{1B}[38;5;231;48;5;231m"))
            #expect(line.hasSuffix("\u{1B}[0m"))
            let bare = line.replacing(/\u{1B}\[(38;5;(16|231);48;5;(16|231)|0)m/, with: "")
            #expect(bare == String(repeating: "▀", count: 29))
        }
    }

    /// Draws every payload in every style, and expects the decoders to read each image.
    private func expectReadable(
        _ styles: [TerminalArt], inverted: Bool = false, on background: String, gaps: Int
    ) throws {
        let folder = try TemporaryFolder()
        for (number, style) in styles.enumerated() {
            for (index, payload) in Self.payloads.enumerated() {
                let art = try Symbol(payload.utf8, level: .medium)
                    .terminalArt(style, inverted: inverted)
                try folder.write(art.utf8, to: "\(index)-\(number).txt")
            }
        }
        try folder.run("draw.py", background, "\(gaps)")
        let backgrounds = background == "both" ? 2 : 1
        for decoder in Decoder.allCases {
            let read = try decoder.read(folder)
            #expect(read.count == styles.count * Self.payloads.count * gaps * backgrounds)
            for (name, bytes) in read {
                let index = try #require(name.first?.wholeNumberValue)
                #expect(bytes == Array(Self.payloads[index].utf8), "\(decoder), \(name)")
            }
        }
    }
}
