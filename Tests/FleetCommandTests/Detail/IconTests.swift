import FleetTestSupport
import Foundation
import Testing

@Suite("SVG icons are rendered by a program with limits", .slots)
struct IconTests {
    private static let image = "\u{1B}_Ga=T,f=100,q=2,"
    private static let open = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">"#
    private static let disk = open + #"<circle cx="12" cy="12" r="9" fill="red"/></svg>"#

    /// Creates a system with an SVG icon for its vehicle type and a PNG picture for its brand.
    private func town(_ icon: String, type: String? = nil) async throws -> PictureSystem {
        let picture = try await PictureSystem.picture()
        return try await PictureSystem(
            type: type ?? #""vehicle_assets": {"icon_url": "/icon.svg"}"#, brand: "/brand.png"
        ) { _, request in
            request.target.hasSuffix(".svg") ? .text(icon) : TestServer.Response(body: picture)
        }
    }

    /// Returns the output of `fleet detail` on a terminal that shows images.
    private func detail(_ home: FleetHome, path: String? = nil) async throws -> String {
        let environment: [String: String?] = path.map { ["PATH": $0] } ?? [:]
        return try await TerminalProgram(home, ["detail", "A-1"], environment: environment).text()
    }

    /// Returns the size of the type's picture and the pixels in its middle and corner.
    private func pixels(_ text: String) async throws -> String {
        let image = try TerminalProgram.image(in: text, from: "\nModel S\n" + Self.image)
        let script = """
            import base64, io, sys
            from PIL import Image
            image = Image.open(io.BytesIO(base64.b64decode(sys.stdin.buffer.read())))
            print(image.size, image.getpixel((80, 80)), image.getpixel((1, 1))[3])
            """
        return try await Tool.python(script, image)
    }

    private func showsOnlyBrand(_ text: String) -> Bool {
        !text.contains("\nModel S\n" + Self.image) && text.contains("\nQuay\n" + Self.image)
    }

    @Test("a red disk is red in the middle, transparent in the corner and fetched once")
    func drawn() async throws {
        let town = try await town(Self.disk)
        for _ in 0..<2 {
            let text = try await detail(town.home)
            #expect(try await pixels(text) == "(160, 160) (255, 0, 0, 255) 0\n")
            #expect(text.contains("\nQuay\n" + Self.image))
        }
        #expect(town.pictureRequests.map(\.target).sorted() == ["/brand.png", "/icon.svg"])
        try await town.home.run("detail", "A-1", "--picture", town.home.path(of: "x.svg"))
            .succeeded()
        #expect(town.home.text(of: "x.svg") == Self.disk)
        let png = town.home.path(of: "x.png")
        try await town.home.run("detail", "A-1", "--picture", png).failed(
            64, "the picture is a SVG file, but \(png) has a different extension",
            "use a name that ends in .svg")
    }

    @Test("a vehicle's picture is preferred to its icon, which replaces a broken picture")
    func order() async throws {
        let both = #""vehicle_image": "/LINK", "vehicle_assets": {"icon_url": "/icon.svg"}"#
        let pixels = try await town(Self.disk, type: both.replacing("LINK", with: "picture.png"))
        #expect(try await detail(pixels.home).contains("\nModel S\n" + Self.image))
        #expect(!pixels.pictureRequests.contains { $0.target == "/icon.svg" })
        let picture = try await PictureSystem(type: both.replacing("LINK", with: "bad.svg")) {
            _, request in
            .text(request.target == "/bad.svg" ? Self.open + "<g></svg>" : Self.disk)
        }
        let text = try await detail(picture.home)
        #expect(try await self.pixels(text) == "(160, 160) (255, 0, 0, 255) 0\n")
    }

    @Test("files and addresses in an SVG are not loaded")
    func loadsNothing() async throws {
        let other = try await town(Self.disk)
        let secret = try other.home.write(try await PictureSystem.picture(), to: "secret.png")
        let links = ["file://\(secret)", secret, other.server.address("/seen.png")]
        let images = links.map {
            #"<image href="\#($0)" width="24" height="24"/><use href="\#($0)#a"/>"#
                + #"<style>@import url("\#($0)");</style>"#
        }
        let type = #"<!DOCTYPE svg SYSTEM "\#(other.server.address("/type.dtd"))">"#
        let town = try await town(
            type + Self.disk.replacing("</svg>", with: images.joined() + "</svg>"))
        let text = try await detail(town.home)
        #expect(try await pixels(text) == "(160, 160) (255, 0, 0, 255) 0\n")
        #expect(other.pictureRequests.isEmpty)
    }

    @Test("an SVG with entities, deep groups or endless filters is left out alone")
    func hostile() async throws {
        let entities = """
            <!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\(Self.open)&b;</svg>
            """
        let groups =
            Self.open + String(repeating: "<g>", count: 100_000)
            + String(repeating: "</g>", count: 100_000) + "</svg>"
        let blur = #"<feTurbulence baseFrequency="0.9" numOctaves="99"/>"#
        let filter =
            Self.open + #"<filter id="f">"# + String(repeating: blur, count: 900)
            + #"</filter><rect width="24" height="24" filter="url(#f)"/></svg>"#
        for (name, icon) in [("entities", entities), ("groups", groups), ("filter", filter)] {
            let town = try await town(icon)
            #expect(showsOnlyBrand(try await detail(town.home)), "\(name)")
        }
    }

    @Test(
        "a renderer that hangs or writes garbage is killed with its child processes",
        arguments: [
            "wait", "exec >&-; wait", "echo garbage", "cat /dev/zero", "cat", "exit 3",
            "head -c 5000000 /dev/zero",
        ])
    func programs(_ line: String) async throws {
        let town = try await town(Self.disk)
        let pids = town.home.path + "/pids"
        try await town.home.install(
            script: "sleep 1000 &\necho $$ $! > '\(pids)'\n\(line)", as: "user/rsvg-convert")
        let path = town.home.path + "/user:" + (town.home.environment["PATH"] ?? "")
        #expect(showsOnlyBrand(try await detail(town.home, path: path)))
        let started = town.home.text(of: "pids").split(whereSeparator: \.isWhitespace)
        #expect(started.count == 2)
        for process in started { try await waitForExit(of: process) }
    }

    @Test("without the renderer the icon is left out, without an error or warning")
    func missing() async throws {
        let town = try await town(Self.disk)
        let text = try await detail(town.home, path: town.home.path)
        #expect(showsOnlyBrand(text) && !text.contains("error") && !text.contains("warning"))
    }
}
