import FleetCore
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Compressed answers")
struct CompressionTests {
    private static let gzip: HTTPFields = [.acceptEncoding: "gzip;q=0.8, br;q=0"]
    private static let brotli: HTTPFields = [.acceptEncoding: "gzip, deflate, br"]

    private func served() async throws -> ServedTeam {
        let vehicles = (0..<600).map { number in
            var vehicle = Vehicle(id: "v\(number)")
            vehicle.position = Position(latitude: 59, longitude: 10 + Double(number) / 1000)
            return vehicle
        }
        return try await ServedTeam([("demo", vehicles)])
    }

    private func plain(_ answer: Answer) async throws -> [UInt8] {
        let code =
            "import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"
        return Array(try await Tool.run(Tool.python, "-c", code, input: answer.bytes))
    }

    @Test("A page, a list, points and a script are compressed for those who read that")
    func answers() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/").text
        let script = try #require(page.firstMatch(of: /src="(\/assets\/[^"]+)"/)).1
        let list = "/api/v1/sources/demo/vehicles?limit=50"
        for path in ["/", String(script), list, "/api/v1/sources/demo/points", "/worker.js"] {
            let plain = try await ana.get(path)
            #expect(plain.fields[.contentEncoding] == nil, "\(path)")
            let answer = try await ana.get(path, fields: Self.gzip)
            #expect(answer.fields[.contentEncoding] == "gzip", "\(path)")
            #expect(answer.fields[.vary] == "Accept-Encoding", "\(path)")
            #expect(answer.fields[.contentType] == plain.fields[.contentType], "\(path)")
            #expect(answer.bytes.count < plain.bytes.count, "\(path)")
            #expect(try await self.plain(answer) == plain.bytes, "\(path)")
        }
    }

    @Test("What many share is brotli for those who read it, and a page of one person is gzip")
    func brotli() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for path in ["/api/v1/sources/demo/points", "/worker.js"] {
            let plain = try await ana.get(path)
            let answer = try await ana.get(path, fields: Self.brotli)
            #expect(answer.fields[.contentEncoding] == "br", "\(path)")
            #expect(answer.fields[.eTag]?.hasSuffix("-br\"") == true)
            let gzip = try await ana.get(path, fields: Self.gzip)
            #expect(answer.bytes.count < gzip.bytes.count, "\(path)")
            let bytes = try await Tool.run("brotli", "-d", "-c", input: answer.bytes)
            #expect(Array(bytes) == plain.bytes, "\(path)")
        }
        #expect(try await ana.get("/", fields: Self.brotli).fields[.contentEncoding] == "gzip")
    }

    @Test("Each form has its entity tag, by which it is not sent again")
    func tags() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        for path in ["/api/v1/sources/demo/points", "/worker.js"] {
            let tag = try #require(try await ana.get(path).fields[.eTag])
            let compressed = try #require(
                try await ana.get(path, fields: Self.gzip).fields[.eTag])
            #expect(tag != compressed && compressed.hasSuffix("-gzip\""))
            for tag in [tag, compressed, tag.dropLast() + "-br\""] {
                var fields = Self.gzip
                fields[.ifNoneMatch] = tag
                #expect(try await ana.get(path, fields: fields).status == 304, "\(path)")
            }
            var other = Self.gzip
            other[.ifNoneMatch] = "\"other-gzip\""
            #expect(try await ana.get(path, fields: other).status == 200)
        }
    }

    @Test("A page that shows a secret once is not compressed")
    func secrets() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let answer = try await ana.post("/account/tokens", [("name", "n"), ("scope", "read")])
        let made = try await ana.follow(answer, fields: Self.gzip)
        #expect(made.values("data-copy").count == 1)
        #expect(made.fields[.contentEncoding] == nil)
    }
}
