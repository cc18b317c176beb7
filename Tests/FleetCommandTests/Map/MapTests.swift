import FleetTestSupport
import Testing

@Suite("`fleet map` draws the locations of the vehicles", .slots)
struct MapTests {
    /// Four vehicles around the center of Oslo, and one without a location.
    ///
    /// Red is in the north and blue in the south, 2,000 m apart; yellow is west, green east.
    private static let cross = """
        {"vehicles":[
        {"id":"N","color":"Red","lat":59.918993,"lng":10.75},
        {"id":"S","color":"Blue","lat":59.901007,"lng":10.75},
        {"id":"W","color":"Yellow","lat":59.91,"lng":10.714},
        {"id":"E","color":"Green","lat":59.91,"lng":10.786},
        {"id":"nowhere","color":"Red"}]}
        """

    private func home() throws -> FleetHome {
        let home = try FleetHome()
        try home.write(Self.cross, to: "feed.json")
        return home
    }

    /// A Python script that reads an 8-bit RGB PNG and prints the mean position of the pixels of
    /// each color: `width height`, then a line `name x y` for each color, in whole pixels.
    private static let reader = """
        import io, struct, sys, zlib
        from PIL import Image
        data, offset = sys.stdin.buffer.read(), 8
        while offset < len(data):
            length, = struct.unpack('>I', data[offset:offset + 4])
            end = offset + 8 + length
            assert struct.unpack('>I', data[end:end + 4])[0] == zlib.crc32(data[offset + 4:end])
            offset = end + 4
        image, sums = Image.open(io.BytesIO(data)), {}
        assert image.format == 'PNG' and image.mode == 'RGB'
        for index, (red, green, blue) in enumerate(image.getdata()):
            # The last rows have the legend.
            if index // image.width > image.height - 40: continue
            if max(red, green, blue) - min(red, green, blue) < 90: continue
            name = ('yellow' if red > 180 and green > 150 else 'red' if red > green + 60
                else 'blue' if blue > green + 40 else 'green')
            sums.setdefault(name, []).append((index % image.width, index // image.width))
        print(*image.size)
        for name, points in sorted(sums.items()):
            print(name, *(round(sum(axis) / len(points)) for axis in zip(*points)))
        """

    @Test("The image has each vehicle in its color, north up, to scale")
    func image() async throws {
        let outcome = try await home().run(
            "map", "--source", "feed.json", "--png", "-", "--size", "800x600"
        ).succeeded()
        #expect(outcome.errorText == "1 vehicle has no location\n")
        let lines = try await Tool.python(Self.reader, outcome.data)
            .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines[0] == ["800", "600"])
        let points = Dictionary(
            uniqueKeysWithValues: lines.dropFirst().map { ($0[0], (Int($0[1])!, Int($0[2])!)) })
        let (north, south) = (try #require(points["red"]), try #require(points["blue"]))
        let (west, east) = (try #require(points["yellow"]), try #require(points["green"]))
        #expect(abs(north.0 - south.0) <= 1 && north.1 < south.1)
        #expect(abs(west.1 - east.1) <= 1 && west.0 < east.0)
        // 0.072° of longitude at 59.91° north are 4,018 m; north to south is 2,000 m.
        let ratio = Double(east.0 - west.0) / Double(south.1 - north.1)
        #expect(abs(ratio - 4018 / 2000) < 0.03)
    }

    @Test(
        "--plain lists vehicles and sites in words, by direction and distance, in a dumb terminal")
    func plain() async throws {
        let home = try home()
        let arguments = ["map", "--source", "feed.json", "--plain"]
        let outcome = try await home.run(arguments).succeeded()
        #expect(
            outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() == [
                "Distances and directions are from the center of the map, 59.91000, 10.75000.", "",
                "North: 1 vehicle", "1. N, unknown, red, 1 km north", "",
                "East: 1 vehicle", "2. E, unknown, green, 2 km east", "",
                "South: 1 vehicle", "3. S, unknown, blue, 1 km south", "",
                "West: 1 vehicle", "4. W, unknown, yellow, 2 km west", "",
            ])
        #expect(outcome.lines[0].contains("feed.json · 5 of 5 vehicles · updated "))
        #expect(outcome.errorText == "1 vehicle has no location\n")
        for type in ["dumb", "xterm-256color"] {
            let shown = try await home.start(
                arguments + ["--near", "59.901007,10.75"], environment: ["TERM": type],
                on: try Terminal()
            ).outcome().succeeded().text
            #expect(shown.contains("from the point of --near, 59.90101, 10.75000."))
            #expect(shown.contains("Here: 1 vehicle\n1. S, unknown, blue, here\n"))
            #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || $0 >= " " })
        }
    }

    @Test("On a terminal the header stays in view above the map and the command that saves a link")
    func rows() async throws {
        let home = try FleetHome()
        for link in ["sim://demo?vehicles=9", "sim://demo"] {
            let terminal = try Terminal(columns: 80, rows: 24)
            let shown = try await home.start(["map", link], on: terminal).outcome().succeeded()
            #expect(shown.text.split(whereSeparator: \.isNewline).count <= 23)
        }
    }

    @Test("--plain describes sites too, and no option for drawings goes with it")
    func plainSites() async throws {
        let map = try await FleetHome().run(
            "map", "--source", Feeds.frozen, "--near", "48.88,2.34", "--plain"
        ).succeeded()
        #expect(map.text.contains(/\nSites: \d+\n\d+\. Depot [^\n]* (km|m) [a-z-]+\n/))
        for option in [["--png", "-"], ["--size", "80x20"], ["--ansi", "always"]] {
            let refused = try await FleetHome().run(["map", "--plain"] + option)
            #expect(refused.status == 64)
            #expect(refused.errorText.contains("error: --plain and \(option[0])"))
        }
    }

    @Test("A file is written completely or not at all, and reported")
    func file() async throws {
        let home = try home()
        let outcome = try await home.run(
            "map", "--source", "feed.json", "--png", home.path(of: "map.png"), "--size", "300x200"
        ).succeeded()
        #expect(
            outcome.errorText.hasPrefix("wrote \(home.path)/map.png: 300 × 200 px\n")
                && outcome.data.isEmpty)
        #expect(home.bytes(of: "map.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let refused = try await home.run(
            "map", "--source", "feed.json", "--png", "no/such/folder/map.png")
        #expect(refused.status == 73)
    }

    @Test(
        "A file with the extension of another format is refused", arguments: ["x.jpg", "a/b.SVG"])
    func otherFormat(name: String) async throws {
        let home = try home()
        let map = try await home.run("map", "--source", "feed.json", "--png", name)
        #expect(map.status == 64)
        let ending = name.split(separator: ".")[1]
        #expect(
            map.errorLines.first
                == "error: --png writes a PNG image, so its name cannot end in .\(ending)")
        #expect(map.errorLines.last == "hint: run `fleet map --help`")
        for name in ["map.PNG", "map"] {
            let path = home.path(of: name)
            try await home.run("map", "--source", "feed.json", "--png", path, "--size", "99x99")
                .succeeded()
        }
    }

    @Test("The text map has the legend, the center, the point of --near and the sites")
    func explained() async throws {
        let map = try await FleetHome().run(
            "map", "--source", Feeds.frozen, "--near", "48.88,2.34", "--ansi", "always", "--size",
            "100x30"
        ).succeeded()
        let plain = map.text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        let lines = plain.split(separator: "\n")
        #expect(
            lines[0].hasPrefix(" ● ") && lines[0].contains(" center ") && lines[0].hasSuffix("N ↑"))
        #expect(plain.contains("✕") && plain.contains("⌂"))
        #expect(plain.contains("Depot Nord") || plain.contains("Depot Sud"))
        let piped = try await FleetHome().run("map", "--source", Feeds.frozen).succeeded()
        #expect(!piped.text.contains("●") && piped.text.contains(" center "))
    }

    @Test("The outlines of zones have a legend, in words for --plain, and --no-zones omits them")
    func zones() async throws {
        let home = try FleetHome()
        let map = ["map", "--source", Feeds.frozen]
        let piped = try await home.run(map).succeeded()
        #expect(piped.text.contains("┃") && piped.text.contains("┊"))
        let last = try #require(piped.lines.last)
        #expect(last.contains("━━ no parking") && last.contains("┈┈ no restrictions"))
        #expect(!piped.text.contains("\u{1B}"))
        let without = try await home.run(map + ["--no-zones"]).succeeded()
        #expect(!without.text.contains("┃") && !without.text.contains("no parking"))

        let plain = try await home.run(map + ["--plain"]).succeeded()
        #expect(
            plain.text.hasSuffix(
                """

                Zones: 3
                Center: no parking, at most 10 km/h
                Right Bank: no restrictions
                Left Bank: no restrictions

                """))
        func image(_ options: String...) async throws -> [UInt8] {
            try await Array(
                home.run(map + ["--png", "-", "--size", "600x400"] + options).succeeded().data)
        }
        // Orange pixels, as no vehicle has.
        let count = """
            import io, sys
            from PIL import Image
            image = Image.open(io.BytesIO(sys.stdin.buffer.read()))
            print(sum(abs(r - 187) + abs(g - 119) + abs(b - 38) < 30 for r, g, b in image.getdata()))
            """
        let (with, none) = (
            try await Tool.python(count, image()), try await Tool.python(count, image("--no-zones"))
        )
        #expect(Int(with.split(separator: "\n")[0]) ?? 0 > 150, "\(with)")
        #expect(Int(none.split(separator: "\n")[0]) ?? .max < 50, "\(none)")
    }

    @Test("As text the map has the requested size, and in a pipe the header is on standard error")
    func characters() async throws {
        let outcome = try await home().run(
            "map", "--source", "feed.json", "--size", "60x12"
        ).succeeded()
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 13 && lines[12].isEmpty)
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(lines[0].hasSuffix("N ↑") && lines[11].hasPrefix("├"))
        let dots = outcome.text.unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }
        #expect(dots.reduce(0) { $0 + ($1.value & 0xFF).nonzeroBitCount } == 4)
        #expect(outcome.errorText.contains("feed.json · 5 of 5 vehicles · updated"))
    }

    @Test("The filter applies, and a two-tone vehicle has the color that was selected")
    func filter() async throws {
        let home = try FleetHome()
        try home.write(
            #"{"vehicles":[{"id":"A","color":"BlueRed","lat":1,"lng":1}]}"#, to: "feed.json")
        let outcome = try await home.run(
            "map", "--source", "feed.json", "--color", "red", "--png", "-", "--size", "300x200"
        ).succeeded()
        let read = try await Tool.python(Self.reader, outcome.data)
        #expect(read.contains("red") && !read.contains("blue"))
    }

    @Test(
        "An invalid or excessive size is refused",
        arguments: [
            ["--size", "0x10"], ["--size", "12"], ["--size", "9999x9999"],
            ["--png", "-", "--size", "15x15"], ["--png", "-", "--size", "100000x100000"],
        ])
    func sizes(_ arguments: [String]) async throws {
        let outcome = try await home().run(["map", "--source", "feed.json"] + arguments)
        #expect(outcome.status == 64 && outcome.data.isEmpty)
    }
}
