import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Who may do what with notes and photos")
struct NoteAccessTests {
    /// A route; `NOTE` and `PHOTO` stand for IDs.
    struct Route: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let target: String
        var type = "application/json"
        var body = "{\"text\":\"changed\"}"

        var isPage: Bool { !target.hasPrefix("/api/") }
        var testDescription: String { "\(method) \(target)" }
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let readers = [
        Route(method: .get, target: "/notes/NOTE"),
        Route(method: .get, target: "/notes/NOTE/photos/PHOTO"),
        Route(method: .get, target: "/notes/NOTE/photos/PHOTO/thumb"),
        Route(method: .get, target: "/api/v1/notes/NOTE"),
        Route(method: .get, target: "/api/v1/notes/NOTE/photos/PHOTO"),
    ]
    private static let editors = [
        Route(
            method: .post, target: "/notes/NOTE/edit", type: form, body: "text=changed&version=2"),
        Route(method: .post, target: "/notes/NOTE/photos", type: form, body: ""),
        Route(method: .post, target: "/notes/NOTE/photos/PHOTO/delete", type: form, body: ""),
        Route(method: .patch, target: "/api/v1/notes/NOTE"),
        Route(method: .post, target: "/api/v1/notes/NOTE/photos", type: "image/png", body: "x"),
        Route(method: .delete, target: "/api/v1/notes/NOTE/photos/PHOTO"),
    ]
    private static let deleters = [
        Route(method: .post, target: "/notes/NOTE/delete", type: form, body: ""),
        Route(method: .delete, target: "/api/v1/notes/NOTE"),
    ]
    private static let collections = [
        Route(method: .get, target: "/notes"), Route(method: .get, target: "/notes/new"),
        Route(method: .post, target: "/notes/new", type: form, body: "text=new"),
        Route(method: .get, target: "/api/v1/notes"),
        Route(method: .post, target: "/api/v1/notes"),
    ]
    private static let items = readers + editors + deleters

    /// A team with a note of `ana` that has a photo.
    private struct Scene {
        let server: ServedTeam
        let ana: Visitor
        let note: String
        let photo: String

        init(isTeam: Bool) async throws {
            server = try await ServedTeam()
            ana = try await server.visitor("ana")
            note = try await ana.note("original", isTeam: isTeam)
            photo = try #require(
                try await ana.upload(TestPicture.png(), to: note).json()["id"] as? String)
        }

        func send(
            _ route: Route, by visitor: Visitor, origin: String = ServedTeam.origin
        ) async throws -> Answer {
            let target = route.target.replacing("NOTE", with: note)
                .replacing("PHOTO", with: photo)
            guard route.method != .get else { return try await visitor.get(target) }
            return try await visitor.send(
                route.method, target, body: Array(route.body.utf8),
                fields: [.contentType: route.type, .origin: origin, .ifMatch: "\"1\""])
        }

        func isUnchanged() async throws -> Bool {
            let document = try await ana.get("/api/v1/notes").json()
            let notes = try #require(document["notes"] as? [[String: Any]])
            return notes.count == 1 && notes[0]["text"] as? String == "original"
                && (notes[0]["photos"] as? [Any])?.count == 1
        }
    }

    @Test("Nobody reaches anything without a session that stands")
    func signedOut() async throws {
        let scene = try await Scene(isTeam: true)
        let bob = try await scene.server.visitor("bob", .administrator)
        let id = try await scene.server.team.onMachine().user(named: UserName("bob")).id
        try await scene.server.team.onMachine().disable(id)
        for route in Self.items + Self.collections {
            for visitor in [scene.server.stranger, bob] {
                let answer = try await scene.send(route, by: visitor)
                #expect(answer.status == (route.isPage ? 303 : 401), "\(route.testDescription)")
                if route.isPage { #expect(answer.location?.hasPrefix("/signin") == true) }
            }
        }
        #expect(try await scene.isUnchanged())
    }

    @Test("Another site changes nothing with a member's cookie")
    func foreignOrigin() async throws {
        let scene = try await Scene(isTeam: true)
        for route in Self.items + Self.collections where route.method != .get {
            let answer = try await scene.send(
                route, by: scene.ana, origin: "https://evil.example")
            #expect(answer.status == 403, "\(route.testDescription)")
        }
        #expect(try await scene.isUnchanged())
    }

    @Test("A private note and its photos do not exist for anybody else, administrators included")
    func isPrivate() async throws {
        let scene = try await Scene(isTeam: false)
        for role in Role.allCases {
            let other = try await scene.server.visitor("other-\(role)", role)
            for route in Self.items {
                let answer = try await scene.send(route, by: other)
                #expect(answer.status == 404, "\(role) \(route.testDescription)")
            }
            #expect(try await other.get("/api/v1/notes").text.contains("original") == false)
            #expect(try await other.get("/notes").text.contains("original") == false)
        }
        #expect(try await scene.isUnchanged())
    }

    @Test("A viewer reads team notes and their photos, and writes none")
    func viewer() async throws {
        let scene = try await Scene(isTeam: true)
        let eve = try await scene.server.visitor("eve", .viewer)
        for route in Self.readers {
            let answer = try await scene.send(route, by: eve)
            #expect(answer.status == 200, "\(route.testDescription)")
        }
        for route in Self.editors + Self.deleters {
            let answer = try await scene.send(route, by: eve)
            #expect(answer.status == 403, "\(route.testDescription)")
        }
        #expect(try await eve.get("/notes/new").status == 403)
        #expect(try await eve.post("/notes/new", [("text", "x")]).status == 403)
        #expect(try await eve.send(.post, "/api/v1/notes", json: #"{"text":"x"}"#).status == 403)
        let page = try await eve.get("/notes/" + scene.note).text
        #expect(page.contains("original") && !page.contains("<textarea"))
        #expect(!page.contains("photo-form") && !page.contains("/delete"))
        #expect(try await scene.isUnchanged())
    }

    @Test("A member edits a team note; only its author and administrators delete it")
    func member() async throws {
        let scene = try await Scene(isTeam: true)
        let bob = try await scene.server.visitor("bob")
        for route in Self.deleters {
            #expect(try await scene.send(route, by: bob).status == 403)
        }
        #expect(try await scene.send(Self.editors[0], by: bob).status == 303)
        let path = "/api/v1/notes/" + scene.note
        let hidden = try await bob.send(
            .patch, path, json: #"{"visibility":"private"}"#, fields: [.ifMatch: "\"3\""])
        #expect(hidden.status == 403)
        let photo = "\(path)/photos/\(scene.photo)"
        #expect(try await bob.send(.delete, photo, json: "").status == 204)
        #expect(try await scene.ana.get(photo).status == 404)
        let root = try await scene.server.visitor("root")
        #expect(try await root.send(.delete, path, json: "").status == 204)
    }

    @Test("A token that only reads changes nothing, and needs no origin")
    func readToken() async throws {
        let scene = try await Scene(isTeam: true)
        let program = try await scene.server.program("program", .member, .read)
        for route in Self.readers where !route.isPage {
            #expect(try await scene.send(route, by: program).status == 200)
        }
        for route in Self.editors + Self.deleters where !route.isPage {
            let answer = try await scene.send(route, by: program, origin: "https://a.example")
            #expect(answer.status == 403, "\(route.testDescription)")
        }
        let favorite = "/api/v1/sources/demo/favorites/A-1"
        #expect(try await program.send(.put, favorite, json: "").status == 403)
        #expect(try await scene.isUnchanged())
    }

    @Test("A note that is no longer shared is gone at once, its photos too")
    func unshared() async throws {
        let scene = try await Scene(isTeam: true)
        let bob = try await scene.server.visitor("bob")
        let photo = "/notes/\(scene.note)/photos/\(scene.photo)"
        let tag = try #require(try await bob.get(photo).fields[.eTag])
        _ = try await scene.ana.send(
            .patch, "/api/v1/notes/" + scene.note, json: #"{"visibility":"private"}"#,
            fields: [.ifMatch: "\"2\""])
        for route in Self.items {
            let answer = try await scene.send(route, by: bob)
            #expect(answer.status == 404, "\(route.testDescription)")
        }
        #expect(try await bob.get(photo, fields: [.ifNoneMatch: tag]).status == 404)
        #expect(try await scene.ana.get(photo).status == 200)
    }

    @Test("A photo is not reached through another note")
    func otherNote() async throws {
        let scene = try await Scene(isTeam: false)
        let bob = try await scene.server.visitor("bob")
        let own = try await bob.note("mine")
        for path in ["/notes/", "/api/v1/notes/"] {
            let answer = try await bob.get("\(path)\(own)/photos/\(scene.photo)")
            #expect(answer.status == 404)
        }
        #expect(try await bob.get("/notes/x/photos/y").status == 404)
    }
}
