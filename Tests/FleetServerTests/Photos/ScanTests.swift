import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Scanning with a photo")
struct ScanTests {
    /// Returns a photo of labels as a phone takes it: large, turned, tilted, blurred and noisy.
    private static func photo(of codes: String..., turned: Int = 9) async throws -> [UInt8] {
        let code = """
            import io, random, sys, segno
            from PIL import Image, ImageFilter
            random.seed(1)
            photo = Image.effect_noise((1800, 2400), 40).convert("RGB")
            turn, codes = int(sys.argv[1]), sys.argv[2:]
            for i, text in enumerate(codes):
                png = io.BytesIO()
                segno.make_qr(text, error="m", boost_error=False).save(png, kind="png", scale=14, border=4)
                label = Image.open(png).convert("RGB").rotate(turn, expand=True, fillcolor="white")
                label = label.transform(label.size, Image.AFFINE, (1, 0.08, 0, 0.03, 1, 0),
                    fillcolor="white")
                photo.paste(label, (300, 200 + 1000 * i))
            photo = photo.filter(ImageFilter.GaussianBlur(2))
            exif = Image.Exif()
            exif[0x0112] = 6
            out = io.BytesIO()
            photo.save(out, "JPEG", quality=70, exif=exif)
            sys.stdout.buffer.write(out.getvalue())
            """
        return try await Tool.run([Tool.python, "-c", code, String(turned)] + codes)
    }

    private func scan(
        _ photo: [UInt8], as visitor: Visitor, source: String? = nil
    ) async throws -> Answer {
        try await visitor.send(
            .post,
            "/api/v1/scan"
                + QueryItems(
                    [("source", source)].compactMap { name, value in
                        value.map { (name, $0) }
                    }
                ).query, body: photo,
            fields: [.contentType: "image/jpeg", .origin: ServedTeam.origin])
    }

    @Test("The code of a photo leads to its vehicle: by its ID, and by the address of its page")
    func vehicle() async throws {
        let server = try await ServedTeam([
            ("demo", [Vehicle(id: "A1")]), ("town", [Vehicle(id: "B 2"), Vehicle(id: "A1")]),
        ])
        let ana = try await server.visitor("ana", .viewer)
        let origin = ServedTeam.origin
        for (code, source, target) in [
            ("A1", nil, "/v/demo/A1"), ("A1", "town", "/v/town/A1"), ("B 2", nil, "/v/town/B%202"),
            (origin + "/v/town/B%202", nil, "/v/town/B%202"),
        ] as [(String, String?, String)] {
            let answer = try await scan(Self.photo(of: code), as: ana, source: source)
            #expect(answer.status == 200, "\(code)")
            let document = try answer.json()
            #expect(document["code"] as? String == code)
            #expect(document["href"] as? String == target)
            let page = try await ana.get("/scan" + QueryItems([("code", code)]).query)
            #expect(page.status == 303)
        }
        let unknown = try await scan(Self.photo(of: "Z9"), as: ana)
        #expect(try unknown.json()["href"] == nil)
    }

    @Test("The page sends a phone from the photo to the vehicle")
    func page() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A1")])])
        let ana = try await server.visitor("ana")
        #expect(try await ana.get("/").text.contains("href=\"/scan\""))
        #expect(try await ana.get("/scan").values("name").contains("picture"))
        let found = try await ana.post(
            "/scan", [], files: [("a.jpg", try await Self.photo(of: "A1", turned: -30))],
            field: "picture")
        #expect(found.status == 303 && found.location == "/v/demo/A1")
        let unknown = try await ana.get("/scan?code=%3Cb%3E")
        #expect(unknown.status == 404 && unknown.text.contains("has the code &lt;b&gt;."))
    }

    @Test("An ID with a colon is an ID, not the address of another site")
    func colon() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "YVO:Vehicle:1")])])
        let ana = try await server.visitor("ana")
        let answer = try await ana.get("/scan?code=YVO:Vehicle:1")
        #expect(answer.status == 303)
        #expect(try await ana.get(#require(answer.location)).status == 200)
    }

    @Test("Never a page of another site, and no address that is not of a vehicle")
    func foreign() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A1")])])
        let ana = try await server.visitor("ana")
        for code in [
            "https://evil.example/v/demo/A1", "javascript:alert(1)", "//evil.example/v/demo/A1",
            ServedTeam.origin + "/admin/people", ServedTeam.origin + "/v/demo/../A1", "",
        ] {
            let answer = try await ana.get("/scan" + QueryItems([("code", code)]).query)
            #expect(answer.location == nil, "\(code)")
        }
    }

    @Test("Photos without a code, with several, or that are none are refused; nothing is stored")
    func refused() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A1")])])
        let ana = try await server.visitor("ana")
        let two = try await Self.photo(of: "A1", "A2")
        for (bytes, status) in [
            (try await Self.photo(), 422), (two, 422), (Array("<svg/>".utf8), 415), ([], 415),
            ([UInt8](repeating: 0xFF, count: 9 << 20), 413),
        ] as [([UInt8], Int)] {
            #expect(try await scan(bytes, as: ana).status == status)
        }
        let page = try await ana.post("/scan", [], files: [("a.jpg", two)], field: "picture")
        #expect(page.status == 422 && page.text.contains("Go closer"))
        #expect(try await server.stranger.send(.post, "/api/v1/scan", body: two).status == 401)
        let folder = server.folder.path + "/team-photos"
        #expect(FileManager.default.enumerator(atPath: folder)?.allObjects.isEmpty != false)
    }
}
