import Foundation
import Testing

@Suite("`detail --picture` writes the picture of a vehicle's type as its operator has it", .slots)
struct PictureFileTests {
    private static func serving(_ bytes: [UInt8], _ headers: String...) -> PictureTown.Pictures {
        { _, request in
            let isKnown = request.headers["if-none-match"] == "\"p\""
            return FeedServer.Answer(
                status: isKnown ? "304 Not Modified" : "200 OK", headers: headers,
                body: isKnown ? [] : bytes)
        }
    }

    @Test("the file is what the server has, in every format, and no credential is sent for it")
    func formats() async throws {
        let options = ["--header", "X-Api-Key: s3cret-1", "--query-env", "k=KEY"]
        for (format, name) in [
            ("PNG", "a.png"), ("JPEG", "a.jpg"), ("JPEG", "b.JPEG"), ("WEBP", "a.webp"),
        ] {
            let picture = try await PictureTown.picture(format)
            let town = try await PictureTown(options: options, pictures: Self.serving(picture))
            let detail = try await town.home.run(
                "detail", "A-1", "--picture", name, environment: ["KEY": "s3cret-2"]
            ).succeeded()
            #expect(detail.talkLines == ["wrote \(name): \(format), 40 × 30 px"])
            #expect(detail.text.contains("A-1"))
            #expect(town.home.bytes(of: name) == picture)
            let asked = try #require(town.asked.first)
            #expect(asked.target == "/picture.png")
            #expect(!asked.headers.values.contains { $0.contains("s3cret") })
            let feed = try #require(town.server.requests.first { $0.target.contains(".json") })
            #expect(feed.headers["x-api-key"] == "s3cret-1" && feed.target.contains("k=s3cret-2"))
        }
    }

    @Test("- is the picture alone")
    func standardOutput() async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown(pictures: Self.serving(picture))
        let detail = try await town.home.run("detail", "A-1", "--picture", "-").succeeded()
        #expect(detail.data == picture && detail.talk.isEmpty)
        try await town.home.run("detail", "A-1", "--picture", "-", "--qr", "-").failed(
            64, "--picture -, --qr - and --report - all want the standard output",
            "run `fleet detail --help`")
    }

    @Test("nothing else asks for pictures, and one that was kept is not asked for again")
    func frugal() async throws {
        let town = try await PictureTown(
            brand: "brand.png",
            pictures: Self.serving(try await PictureTown.picture(), "ETag: \"p\""))
        try await town.home.run("list").succeeded()
        try await town.home.run("refresh").succeeded()
        try await town.home.run("watch", "--count", "1").succeeded()
        try await town.home.run("detail", "A-1").succeeded()
        #expect(town.asked.isEmpty)
        for _ in 0..<2 {
            try await town.home.run("detail", "A-1", "--picture", "a.png").succeeded()
        }
        #expect(town.asked.count == 1)
        // A day later it is asked whether it changed.
        try town.age(seconds: 90_000)
        try await town.home.run("detail", "A-1", "--picture", "a.png").succeeded()
        #expect(town.asked.map { $0.headers["if-none-match"] } == [nil, "\"p\""])
        try await town.home.run("detail", "A-1", "--picture", "a.png").succeeded()
        #expect(town.asked.count == 2, "the 304 made it good for another day")
        #expect(town.home.bytes(of: "a.png") == (try await PictureTown.picture()))
    }

    @Test("a vehicle without a picture says so")
    func none() async throws {
        let town = try await PictureTown(type: #""color": "red""#, pictures: Self.serving([]))
        let hint = "the source names none for its type; GBFS 2.3 and later may"
        for id in ["A-1", "B-2"] {
            try await town.home.run("detail", id, "--picture", "a.png").failed(
                66, "vehicle \(id) has no picture", hint)
        }
        #expect(try !town.home.files.contains("a.png"))
        let simulated = try await town.home.run("list", "--source", Feeds.still, "--format", "json")
        let id = try #require(simulated.codes.first)
        try await town.home.run("detail", id, "--source", Feeds.still, "--picture", "a.png").failed(
            66, "vehicle \(id) has no picture", hint)
    }

    @Test("what is not there, or is no picture, is told; the icon stands in for a picture")
    func failures() async throws {
        let picture = try await PictureTown.picture()
        let types = #""vehicle_image": "/LINK", "vehicle_assets": {"icon_url": "/good.png"}"#
        for (link, hasIcon) in [("gone.png", false), ("page.png", false), ("gone.png", true)] {
            let type = hasIcon ? types : #""vehicle_image": "/LINK""#
            let town = try await PictureTown(type: type.replacing("LINK", with: link)) {
                _, request in
                switch request.target {
                case "/good.png": FeedServer.Answer(body: picture)
                case "/page.png": .text("<!doctype html><title>Not here</title>")
                default: .status("404 Not Found")
                }
            }
            let place = town.server.address("/" + link)
            let detail = try await town.home.run("detail", "A-1", "--picture", "a.png")
            switch (link, hasIcon) {
            case (_, true):
                detail.succeeded()
                #expect(town.home.bytes(of: "a.png") == picture)
            case ("gone.png", _):
                detail.failed(
                    69, "the picture of A-1 at \(place) cannot be fetched: HTTP status 404",
                    "check your own connection, or ask the operator for a working link")
            default:
                detail.failed(
                    65, "what is at \(place) is no JPEG, PNG, WebP or SVG picture",
                    "ask the operator for a picture of A-1 that is JPEG, PNG, WebP or SVG")
            }
            #expect(hasIcon || !town.home.bytes(of: "a.png").elementsEqual(picture))
        }
    }

    @Test("a name that promises another format is refused, and names the right one")
    func names() async throws {
        let town = try await PictureTown(pictures: Self.serving(try await PictureTown.picture()))
        for name in ["a.jpg", "a", "png", "a.png.webp"] {
            try await town.home.run("detail", "A-1", "--picture", name).failed(
                64, "the picture is a PNG picture, which the name \(name) does not say",
                "give a name that ends in .png")
        }
        try await town.home.run("detail", "A-1", "--picture", "/dev/null").succeeded()
        #expect(try !town.home.files.contains { $0.hasPrefix("a") || $0.hasPrefix("png") })
    }

    @Test(
        "a feed in a file, or a redirect, leads to no private address",
        arguments: ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])
    func privateAddresses(host: String) async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown { _, request in
            FeedServer.Answer(
                status: "302 Found", headers: ["Location: http://127.0.0.2:1/secret.png"],
                body: picture)
        }
        let refused = "cannot be fetched: its host is not in the public internet"
        let hint =
            "pictures are fetched by http or https from the public internet, or from the host "
            + "of the feed itself: ask the operator for such a link"
        try await town.home.run("detail", "A-1", "--picture", "a.png").failed(
            69, "the picture of A-1 at http://127.0.0.2:1/secret.png \(refused)", hint)
        let place = "http://\(host):\(town.server.port)/picture.png"
        for (name, data) in [
            (
                "gbfs.json",
                #"{"feeds": [{"name": "vehicle_status", "url": "v.json"}, {"name": "vehicle_types", "url": "t.json"}]}"#
            ),
            ("v.json", #"{"vehicles": [{"vehicle_id": "A-1", "vehicle_type_id": "s"}]}"#),
            (
                "t.json",
                #"{"vehicle_types": [{"vehicle_type_id": "s", "vehicle_image": "\#(place)"}]}"#
            ),
        ] {
            try town.home.write(#"{"version": "3.0", "data": \#(data)}"#, to: name)
        }
        let asked = town.asked.count
        try await town.home.run("detail", "A-1", "--source", "gbfs.json", "--picture", "a.png")
            .failed(
                69, "the picture of A-1 at \(place) \(refused)", hint)
        #expect(town.asked.count == asked)
    }

    @Test("processes at once write whole pictures, and a link planted in the cache leads nowhere")
    func cache() async throws {
        let picture = try await PictureTown.picture()
        let town = try await PictureTown(pictures: Self.serving(picture))
        try await town.home.run("list").succeeded()
        let runs = try (0..<4).map { number in
            try town.home.start("detail", "A-1", "--picture", "\(number).png")
        }
        for run in runs { await run.outcome().succeeded() }
        for number in 0..<4 { #expect(town.home.bytes(of: "\(number).png") == picture) }
        let file = try #require(try town.home.files.first { $0.hasSuffix(".picture") })
        #expect(try town.home.files.filter { $0.hasPrefix("cache/pictures/") }.count == 1)
        let outside = try town.home.write("precious", to: "outside")
        try FileManager.default.removeItem(atPath: town.home.path + "/" + file)
        try FileManager.default.createSymbolicLink(
            atPath: town.home.path + "/" + file, withDestinationPath: outside)
        try await town.home.run("detail", "A-1", "--picture", "a.png").succeeded()
        #expect(town.home.bytes(of: "a.png") == picture)
        #expect(town.home.text(of: "outside") == "precious")
        try FileManager.default.removeItem(atPath: town.home.path + "/cache")
        try await town.home.run("detail", "A-1", "--picture", "a.png").succeeded()
    }
}

extension PictureTown {
    /// Makes what is kept of pictures older, as if so many seconds had gone by.
    fileprivate func age(seconds: Int) throws {
        let names = try home.files.filter { $0.hasSuffix(".picture") }
        try #require(!names.isEmpty)
        for name in names {
            let bytes = home.bytes(of: name)
            let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
            let head = String(decoding: bytes[..<end], as: UTF8.self)
            let key = "\"askAgainAt\":"
            let start = try #require(head.range(of: key)).upperBound
            let digits = head[start...].prefix { $0.isNumber }
            let time = try #require(Int(digits)) - seconds * 1000
            let older = head.replacing(key + digits, with: key + String(time))
            try home.write(Array(older.utf8) + bytes[end...], to: name)
        }
    }
}
