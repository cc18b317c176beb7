import FleetTestSupport
import Foundation
import Testing

@Suite("`fleet detail --picture` writes the operator's picture of a vehicle type unchanged", .slots)
struct PictureFileTests {
    private static func serving(_ bytes: [UInt8], _ headers: String...) -> PictureSystem.Pictures {
        { _, request in
            let isKnown = request.headers["if-none-match"] == "\"p\""
            return TestServer.Response(
                status: isKnown ? "304 Not Modified" : "200 OK", headers: headers,
                body: isKnown ? [] : bytes)
        }
    }

    @Test("the file equals the server's in every format, and no credentials are sent for it")
    func formats() async throws {
        let options = ["--header", "X-Api-Key: s3cret-1", "--query-env", "k=KEY"]
        for (format, name) in [
            ("PNG", "a.png"), ("JPEG", "a.jpg"), ("JPEG", "b.JPEG"), ("WEBP", "a.webp"),
        ] {
            let picture = try await PictureSystem.picture(format)
            let town = try await PictureSystem(options: options, pictures: Self.serving(picture))
            let detail = try await town.home.run(
                "detail", "A-1", "--picture", town.home.path(of: name),
                environment: ["KEY": "s3cret-2"]
            ).succeeded()
            #expect(detail.errorLines == ["wrote \(town.home.path)/\(name): \(format), 40 × 30 px"])
            #expect(detail.text.contains("A-1"))
            #expect(town.home.bytes(of: name) == picture)
            let request = try #require(town.pictureRequests.first)
            #expect(request.target == "/picture.png")
            #expect(!request.headers.values.contains { $0.contains("s3cret") })
            let feed = try #require(town.server.requests.first { $0.target.contains(".json") })
            #expect(feed.headers["x-api-key"] == "s3cret-1" && feed.target.contains("k=s3cret-2"))
        }
    }

    @Test("--picture - writes only the picture to standard output")
    func standardOutput() async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem(pictures: Self.serving(picture))
        let detail = try await town.home.run("detail", "A-1", "--picture", "-").succeeded()
        #expect(detail.data == picture && detail.errorText.isEmpty)
        try await town.home.run("detail", "A-1", "--picture", "-", "--qr", "-").failed(
            64, "only one of --picture, --qr and --report can write to standard output",
            "run `fleet detail --help`")
    }

    @Test("only --picture fetches pictures, and a cached picture is not fetched again")
    func frugal() async throws {
        let town = try await PictureSystem(
            brand: "brand.png",
            pictures: Self.serving(try await PictureSystem.picture(), "ETag: \"p\""))
        try await town.home.run("list").succeeded()
        try await town.home.run("refresh").succeeded()
        try await town.home.run("watch", "--count", "1").succeeded()
        try await town.home.run("detail", "A-1").succeeded()
        #expect(town.pictureRequests.isEmpty)
        for _ in 0..<2 {
            try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png"))
                .succeeded()
        }
        #expect(town.pictureRequests.count == 1)
        // A day later the picture is revalidated.
        try town.ageCache(seconds: 90_000)
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png"))
            .succeeded()
        #expect(town.pictureRequests.map { $0.headers["if-none-match"] } == [nil, "\"p\""])
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png"))
            .succeeded()
        #expect(town.pictureRequests.count == 2, "a 304 keeps it fresh for another day")
        #expect(town.home.bytes(of: "a.png") == (try await PictureSystem.picture()))
    }

    @Test("a vehicle without a picture is an error")
    func none() async throws {
        let town = try await PictureSystem(type: #""color": "red""#, pictures: Self.serving([]))
        let hint = "ask the operator to add one for its type; GBFS 2.3 and later support pictures"
        for id in ["A-1", "B-2"] {
            try await town.home.run("detail", id, "--picture", town.home.path(of: "a.png")).failed(
                66, "vehicle \(id) has no picture", hint)
        }
        #expect(try !town.home.files.contains("a.png"))
        let simulated = try await town.home.run(
            "list", "--source", Feeds.frozen, "--format", "json")
        let id = try #require(simulated.ids.first)
        try await town.home.run(
            "detail", id, "--source", Feeds.frozen, "--picture", town.home.path(of: "a.png")
        )
        .failed(
            66, "vehicle \(id) has no picture", hint)
    }

    @Test("a missing or invalid picture is an error unless an icon replaces it")
    func failures() async throws {
        let picture = try await PictureSystem.picture()
        let types = #""vehicle_image": "/LINK", "vehicle_assets": {"icon_url": "/good.png"}"#
        for (link, hasIcon) in [("gone.png", false), ("page.png", false), ("gone.png", true)] {
            let type = hasIcon ? types : #""vehicle_image": "/LINK""#
            let town = try await PictureSystem(type: type.replacing("LINK", with: link)) {
                _, request in
                switch request.target {
                case "/good.png": TestServer.Response(body: picture)
                case "/page.png": .text("<!doctype html><title>Not here</title>")
                default: .status("404 Not Found")
                }
            }
            let address = town.server.address("/" + link)
            let detail = try await town.home.run(
                "detail", "A-1", "--picture", town.home.path(of: "a.png"))
            switch (link, hasIcon) {
            case (_, true):
                detail.succeeded()
                #expect(town.home.bytes(of: "a.png") == picture)
            case ("gone.png", _):
                detail.failed(
                    69, "cannot fetch the picture of A-1 at \(address): HTTP status 404",
                    "check your network connection, or ask the operator for a working link")
            default:
                detail.failed(
                    65, "the file at \(address) is not a JPEG, PNG, WebP or SVG picture",
                    "ask the operator for a JPEG, PNG, WebP or SVG picture of A-1")
            }
            #expect(hasIcon || !town.home.bytes(of: "a.png").elementsEqual(picture))
        }
    }

    @Test("a name for another format is rejected with a hint to the right one")
    func names() async throws {
        let town = try await PictureSystem(
            pictures: Self.serving(try await PictureSystem.picture()))
        for name in ["a.jpg", "a", "png", "a.png.webp"] {
            let path = town.home.path(of: name)
            try await town.home.run("detail", "A-1", "--picture", path).failed(
                64, "the picture is a PNG file, but \(path) has a different extension",
                "use a name that ends in .png")
        }
        try await town.home.run("detail", "A-1", "--picture", "/dev/null").succeeded()
        #expect(try !town.home.files.contains { $0.hasPrefix("a") || $0.hasPrefix("png") })
    }

    @Test(
        "neither a feed in a file nor a redirect leads to a private address",
        arguments: ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])
    func privateAddresses(host: String) async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem { _, request in
            TestServer.Response(
                status: "302 Found", headers: ["Location: http://127.0.0.2:1/secret.png"],
                body: picture)
        }
        let cause = "the host is not on the public internet"
        let hint =
            "ask the operator for an http(s) link to a host on the public internet or to the host "
            + "of the feed"
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png")).failed(
            69, "cannot fetch the picture of A-1 at http://127.0.0.2:1/secret.png: \(cause)", hint)
        let address = "http://\(host):\(town.server.port)/picture.png"
        for (name, data) in [
            (
                "gbfs.json",
                #"{"feeds": [{"name": "vehicle_status", "url": "v.json"}, {"name": "vehicle_types", "url": "t.json"}]}"#
            ),
            ("v.json", #"{"vehicles": [{"vehicle_id": "A-1", "vehicle_type_id": "s"}]}"#),
            (
                "t.json",
                #"{"vehicle_types": [{"vehicle_type_id": "s", "vehicle_image": "\#(address)"}]}"#
            ),
        ] {
            try town.home.write(#"{"version": "3.0", "data": \#(data)}"#, to: name)
        }
        let requestCount = town.pictureRequests.count
        try await town.home.run(
            "detail", "A-1", "--source", "gbfs.json", "--picture", town.home.path(of: "a.png")
        )
        .failed(
            69, "cannot fetch the picture of A-1 at \(address): \(cause)", hint)
        #expect(town.pictureRequests.count == requestCount)
    }

    @Test("concurrent processes write complete pictures and follow no link in the cache")
    func cache() async throws {
        let picture = try await PictureSystem.picture()
        let town = try await PictureSystem(pictures: Self.serving(picture))
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
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png"))
            .succeeded()
        #expect(town.home.bytes(of: "a.png") == picture)
        #expect(town.home.text(of: "outside") == "precious")
        try FileManager.default.removeItem(atPath: town.home.path + "/cache")
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "a.png"))
            .succeeded()
    }
}

extension PictureSystem {
    /// Makes the cached pictures older by this many seconds.
    fileprivate func ageCache(seconds: Int) throws {
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
