import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Notes in the API")
struct NoteAPITests {
    private static let path = "/api/v1/notes"

    private func served() async throws -> ServedTeam {
        var vehicle = Vehicle(id: "A-1")
        vehicle.position = Position(latitude: 59.9, longitude: 10.7)
        return try await ServedTeam([("demo", [vehicle])])
    }

    @Test("A note comes back with the position of its vehicle, and a tag for its version")
    func created() async throws {
        let ana = try await served().visitor("ana")
        let answer = try await ana.send(
            .post, Self.path, json: #"{"text":"x","source":"old-demo","vehicle_id":"A-1"}"#)
        #expect(answer.status == 201)
        let note = try answer.json()
        let id = try #require(note["id"] as? String)
        #expect(answer.fields[.location] == Self.path + "/" + id)
        #expect(answer.fields[.eTag] == "\"1\"")
        #expect(note["source"] as? String == "demo" && note["vehicle_id"] as? String == "A-1")
        #expect(note["lat"] as? Double == 59.9 && note["note"] as? Int == 1)
        #expect(note["visibility"] as? String == "private" && note["done"] as? Bool == false)
        let again = try await ana.get(Self.path + "/" + id)
        #expect(again.fields[.eTag] == "\"1\"" && again.text == answer.text)
    }

    @Test("A repeated request with the same key adds one note, though the vehicle moved meanwhile")
    func idempotent() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let key: HTTPFields = [.idempotencyKey: "a key of 19 letters"]
        let json = #"{"text":"x","vehicle_id":"A-1"}"#
        let first = try await ana.send(.post, Self.path, json: json, fields: key)
        var moved = Vehicle(id: "A-1")
        moved.position = Position(latitude: 1, longitude: 2)
        try await server.load([moved], server.sources.all[0], at: 1_799_999_995)
        let again = try await ana.send(.post, Self.path, json: json, fields: key)
        #expect(first.status == 201 && again.status == 200)
        #expect(first.text == again.text)
        let other = try await ana.send(.post, Self.path, json: #"{"text":"y"}"#, fields: key)
        #expect(other.status == 409)
    }

    @Test("A change needs the tag of the version that it changes")
    func conditional() async throws {
        let ana = try await served().visitor("ana")
        let note = Self.path + "/" + (try await ana.note("one"))
        let body = #"{"text":"two","done":true}"#
        #expect(try await ana.send(.patch, note, json: body).status == 428)
        for tag in ["\"7\"", "W/\"1\"", "1", "nonsense"] {
            let answer = try await ana.send(.patch, note, json: body, fields: [.ifMatch: tag])
            #expect(answer.status == 412, "\(tag)")
        }
        let answer = try await ana.send(.patch, note, json: body, fields: [.ifMatch: "\"1\""])
        #expect(answer.status == 200 && answer.fields[.eTag] == "\"2\"")
        #expect(try answer.json()["done"] as? Bool == true)
        let late = try await ana.send(.delete, note, json: "", fields: [.ifMatch: "\"1\""])
        #expect(late.status == 412)
        #expect(try await ana.send(.delete, note, json: "").status == 204)
        #expect(try await ana.get(note).status == 404)
    }

    @Test("The ETag changes with the photos, so If-Match protects them")
    func photoTag() async throws {
        let ana = try await served().visitor("ana")
        let id = try await ana.note("x")
        let note = Self.path + "/" + id
        let tag = try #require(try await ana.get(note).fields[.eTag])
        let photo = try await ana.upload(TestPicture.png(), to: id)
        #expect(photo.status == 201)
        let newTag = try #require(try await ana.get(note).fields[.eTag])
        #expect(newTag != tag)
        for method in [HTTPRequest.Method.patch, .delete] {
            let late = try await ana.send(method, note, json: "{}", fields: [.ifMatch: tag])
            #expect(late.status == 412)
        }
        let photoID = try #require(photo.json()["id"] as? String)
        #expect(try await ana.send(.delete, note + "/photos/" + photoID, json: "").status == 204)
        #expect(try await ana.get(note).fields[.eTag] != newTag)
    }

    @Test(
        "What is not a note is refused with its cause",
        arguments: [
            (#"{"text":""}"#, 422), (#"{}"#, 400), (#"{"text":1}"#, 400), (#"["text"]"#, 400),
            (#"{"text":"x","lat":1}"#, 422), (#"{"text":"x","lat":91,"lon":0}"#, 422),
            (#"{"text":"x","visibility":"all"}"#, 400), (#"{"text":"x","vehicle_id":""}"#, 422),
            (#"{"text":"x","vehicle_id":"A-1","source":"none"}"#, 422),
        ])
    func refused(json: String, status: Int) async throws {
        let ana = try await served().visitor("ana")
        let answer = try await ana.send(.post, Self.path, json: json)
        #expect(answer.status == status)
        #expect(answer.fields[.contentType] == "application/problem+json")
        #expect(try await ana.get(Self.path).text.contains(#""notes":[]"#))
    }

    @Test("The list has every format, and CSV is no formula of a spreadsheet")
    func formats() async throws {
        let ana = try await served().visitor("ana")
        _ = try await ana.note("=cmd|' /C calc'!A0")
        let csv = try await ana.get(Self.path + "?format=csv")
        #expect(csv.fields[.contentType] == "text/csv; charset=utf-8")
        #expect(csv.text.contains("'=cmd"))
        let lines = try await ana.get(Self.path + "?format=ndjson").text
        #expect(lines.split(separator: "\n").count == 1)
        for query in ["?format=xml", "?limit=0", "?limit=x", "?after=x"] {
            #expect(try await ana.get(Self.path + query).status == 400, "\(query)")
        }
    }

    @Test("The longest text is accepted in its longest form, from a program and from a page")
    func longestText() async throws {
        let ana = try await served().visitor("ana")
        let bicycles = String(repeating: "🚲", count: Note.maxTextLength)
        let escaped = String(repeating: #"\uD83D\uDEB2"#, count: Note.maxTextLength)
        let created = try await ana.send(.post, Self.path, json: #"{"text":"\#(escaped)"}"#)
        #expect(created.status == 201)
        let note = try created.json()
        #expect(note["text"] as? String == bicycles)
        let id = try #require(note["id"] as? String)
        let edited = try await ana.post(
            "/notes/\(id)/edit", [("text", String(bicycles.reversed()) + "\r\n"), ("version", "1")])
        #expect(edited.status == 303)
        #expect(try await ana.post("/notes/new", [("text", bicycles)]).status == 303)
    }

    @Test("A text that is too long is refused before the note or its photos are looked at")
    func longText() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let long = String(repeating: "x", count: Note.maxTextLength + 1)
        let unknown = UUID().uuidString.lowercased()
        let json = #"{"text":"\#(long)","source":"none","vehicle_id":"-"}"#
        for answer in [
            try await ana.send(.post, Self.path, json: json),
            try await ana.send(
                .patch, Self.path + "/" + unknown, json: #"{"text":"\#(long)"}"#,
                fields: [.ifMatch: "*"]),
        ] {
            #expect(answer.status == 422)
            #expect(answer.text.contains("The text is longer than 10,000."))
        }
        let form = try await ana.post(
            "/notes/new", [("text", long)], files: [("a.jpg", Array("no photo".utf8))])
        #expect(form.status == 422 && form.text.contains("The text is longer than 10,000."))
        #expect(try await ana.get(Self.path).text.contains(#""notes":[]"#))
    }

    @Test(
        "A body that states more bytes than its route reads is refused before it arrives",
        arguments: [
            ("/api/v1/notes", "application/json", 150_000),
            ("/notes/new", "application/x-www-form-urlencoded", 150_000),
            (
                "/notes/5b9f3f3e-0000-7000-8000-000000000000/edit",
                "application/x-www-form-urlencoded", 150_000
            ),
            ("/v/demo/A-1/favorite", "application/x-www-form-urlencoded", 20_000),
            ("/labels", "application/x-www-form-urlencoded", 1_100_000),
            ("/signin", "application/x-www-form-urlencoded", 20_000),
            ("/api/v1/session", "application/json", 20_000),
        ])
    func largeBody(path: String, type: String, size: Int) async throws {
        let ana = try await served().visitor("ana")
        let fields: HTTPFields = [
            .contentType: type, .origin: ServedTeam.origin, .contentLength: "\(size)",
        ]
        #expect(try await ana.send(.post, path, fields: fields).status == 413)
        let whole = [UInt8](repeating: UInt8(ascii: "x"), count: size)
        let chunked = fields.filter { $0.name != .contentLength }
        #expect(
            try await ana.send(.post, path, body: whole, fields: HTTPFields(chunked)).status == 413)
    }
}
