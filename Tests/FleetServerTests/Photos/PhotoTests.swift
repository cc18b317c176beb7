import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Pictures
import Testing

@testable import FleetServer

@Suite("Photos of notes")
struct PhotoTests {
    /// The files of the server's photo folder, without the folders.
    private func files(of server: ServedTeam) -> [String] {
        let folder = server.folder.path + "/team-photos"
        let entries = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
        return entries.compactMap { $0 as? String }.filter { $0.contains("/") }.sorted()
    }

    @Test(
        "A photo is stored upright and without its metadata, and only its owner can read the file")
    func stored() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        let answer = try await ana.upload(TestPicture.photo(), to: note)
        #expect(answer.status == 201)
        let photo = try answer.json()
        #expect(photo["width"] as? Int == 16 && photo["height"] as? Int == 32)
        let path = try #require(answer.fields[.location])
        let file = try await ana.get(path)
        #expect(file.fields[.contentType] == "image/jpeg")
        #expect(file.fields[.xContentTypeOptions] == "nosniff")
        #expect(file.fields[.cacheControl] == "private, no-cache")
        #expect(file.fields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(Data(file.bytes).range(of: Data("SECRET".utf8)) == nil)
        #expect(Data(file.bytes).range(of: Data("Exif".utf8)) == nil)
        let tag = try #require(file.fields[.eTag])
        let again = try await ana.get(path, fields: [.ifNoneMatch: tag])
        #expect(again.status == 304 && again.bytes.isEmpty)

        let names = files(of: server)
        #expect(names.count == 2)
        for name in names {
            let path = server.folder.path + "/team-photos/" + name
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("A turned photo keeps all its pixels, whatever its size")
    func oddSize() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        for (width, height) in [(60, 30), (17, 31), (1, 1)] {
            let answer = try await ana.upload(TestPicture.photo(width, height), to: note)
            let photo = try answer.json()
            #expect(photo["width"] as? Int == height && photo["height"] as? Int == width)
            let file = try await ana.get(try #require(answer.fields[.location]))
            let info = try PictureInfo(inspecting: file.bytes)
            #expect((info.width, info.height) == (height, width))
        }
    }

    @Test("The page of a note shows its photos with thumbnails")
    func page() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        let large = try #require(try TestPicture.raster(900, 300).png)
        _ = try await ana.upload(large, to: note)
        let page = try await ana.get("/notes/" + note).text
        let pattern = /<img src="([^"]*)" width="160" height="160"[^>]*alt="Photo 1 of note 1"/
        let thumbnail = String(try #require(page.firstMatch(of: pattern)).1)
        let answer = try await ana.get(thumbnail)
        #expect(answer.fields[.contentType] == "image/jpeg")
        let info = try PictureInfo(inspecting: answer.bytes)
        #expect((info.width, info.height) == (320, 107))
        let full = try await ana.get(String(thumbnail.dropLast("/thumb".count)))
        #expect(full.fields[.contentType] == "image/png")
        #expect(try await ana.get("/notes").text.contains(thumbnail))
    }

    @Test("Forms without scripts add photos to a new note and to another one, and remove them")
    func forms() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A-1")])])
        let ana = try await server.visitor("ana")
        let pictures = try (1...3).map { try TestPicture.png(red: UInt8($0)) }
        let created = try await ana.post(
            "/notes/new", [("text", "with photos"), ("visibility", "team")],
            files: [("a.jpg", pictures[0]), ("\"><script>.png", pictures[1])])
        let path = try #require(created.location)
        var page = try await ana.get(path).text
        #expect(page.contains("Photo 2 of note 1") && !page.contains("<script>"))
        let added = try await ana.post(path + "/photos", [], files: [("c", pictures[2])])
        #expect(added.status == 303 && added.location == path)
        page = try await ana.get(path).text
        #expect(page.contains("Photo 3 of note 1"))
        let action = try #require(page.firstMatch(of: /action="([^"]*\/delete)"/)).1
        #expect(try await ana.post(String(action)).location == path)
        #expect(try await ana.get(path).text.contains("Photo 1 of note 1") == false)
    }

    @Test("A file that is no photo is refused by its content, and nothing is added")
    func refused() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        let png = try TestPicture.png()
        let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".utf8)
        let cases: [([UInt8], Int)] = [
            (svg, 415), (Array("<html><script>alert(1)</script>".utf8), 415), ([], 415),
            (Array("GIF89a".utf8), 415), (Array("%PDF-1.4".utf8), 415),
            (png + Array("PK\u{3}\u{4}".utf8), 422), (Array(png.dropLast(9)), 422),
            (Self.withoutPixels(20_001, 2), 413), (Self.withoutPixels(20_000, 20_000), 413),
            (Self.withoutPixels(10, 10), 422),
            ([UInt8](repeating: 0, count: (20 << 20) + 1), 413),
        ]
        for (bytes, status) in cases {
            let answer = try await ana.upload(bytes, to: note)
            #expect(answer.status == status, "\(bytes.prefix(20))")
            let form = try await ana.post(
                "/notes/\(note)/photos", [], files: [("photo.jpg", bytes)])
            // A form without a chosen file has an empty one.
            #expect(form.status == (bytes.isEmpty ? 303 : status), "\(bytes.prefix(20))")
        }
        #expect(try await ana.get("/api/v1/notes/" + note).text.contains("\"photos\":[]"))
        #expect(files(of: server) == [])
    }

    /// A PNG with a header, of this size, and an empty stream of pixels.
    private static func withoutPixels(_ width: Int, _ height: Int) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            let checked = Array(type.utf8) + data
            return big(data.count) + checked + big(Int(CRC32.checksum(checked)))
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width) + big(height) + [8, 6, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + chunk("IEND", [])
    }

    @Test("The limits of a note hold, and the same photo is stored once")
    func limits() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        for _ in 0..<2 {
            #expect(try await ana.upload(TestPicture.png(), to: note).status == 201)
        }
        #expect(files(of: server).count == 2)
        let files = try (1...6).map { ("\($0)", try TestPicture.png(red: UInt8($0))) }
        #expect(try await ana.post("/notes/\(note)/photos", [], files: files).status == 413)
        for red in 1...19 {
            let answer = try await ana.upload(TestPicture.png(red: UInt8(red)), to: note)
            #expect(answer.status == 201)
        }
        #expect(try await ana.upload(TestPicture.png(red: 100), to: note).status == 409)
    }

    @Test(
        "An upload that is killed between its steps leaves no row without a file, and no file for good"
    )
    func killed() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try #require(UUID(uuidString: try await ana.note("x")))
        let request = try await server.request(of: ana)
        let photos = server.server.environment.photos
        let (first, second) = (
            try await photos.check(TestPicture.png(red: 1)),
            try await photos.check(TestPicture.png(red: 2))
        )
        // Killed before the files are written, and after that.
        let notes = request.access.notes
        _ = try await notes.prepareFile(hash: first.hash, format: .png, for: note)
        let file = try await notes.prepareFile(hash: second.hash, format: .png, for: note)
        try await photos.write(second, as: file)
        #expect(try await notes.note(note).photos == [])
        #expect(files(of: server).count == 2)
        try await server.server.removeUnusedPhotos()
        #expect(files(of: server).count == 2)
        server.clock.advance(by: .seconds(7200))
        try await server.server.removeUnusedPhotos()
        #expect(files(of: server) == [])
        // The upload can be repeated.
        #expect(
            try await ana.upload(TestPicture.png(red: 2), to: note.uuidString).status == 201)
        #expect(files(of: server).count == 2)
    }

    @Test("The files of a deleted note are removed, and a kill before that only delays it")
    func deleted() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        _ = try await ana.upload(TestPicture.png(), to: note)
        _ = try await ana.send(.delete, "/api/v1/notes/" + note, json: "")
        #expect(files(of: server).count == 2)
        let photos = server.server.environment.photos
        await #expect(throws: CancellationError.self) {
            try await server.team.removeUnusedPhotos { file in
                try photos.remove(file)
                throw CancellationError()
            }
        }
        try await server.server.removeUnusedPhotos()
        #expect(files(of: server) == [])
    }

    @Test("More photos than there is memory for are refused until others are stored")
    func crowded() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        let photos = server.server.environment.photos
        _ = try await photos.receiving(upTo: 240 << 20) {
            let answer = try await ana.upload(TestPicture.png(), to: note)
            #expect(answer.status == 503)
            #expect(answer.fields[.retryAfter] != nil)
            return .noContent
        }
        #expect(try await ana.upload(TestPicture.png(), to: note).status == 201)
    }

    @Test("A folder that cannot be written adds no row, and a missing file is not found")
    func unwritable() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let note = try await ana.note("x")
        let folder = server.folder.path + "/team-photos"
        try Data().write(to: URL(filePath: folder))
        #expect(try await ana.upload(TestPicture.png(), to: note).status == 500)
        #expect(try await ana.get("/api/v1/notes/" + note).text.contains("\"photos\":[]"))
        try FileManager.default.removeItem(atPath: folder)
        let photo = try await ana.upload(TestPicture.png(), to: note)
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await ana.get(try #require(photo.fields[.location])).status == 404)
        #expect(try await ana.get("/notes/" + note).status == 200)
    }
}
