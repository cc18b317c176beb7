import Foundation
import HTTPTypes
import Pictures
import Testing

@testable import FleetServer

extension Visitor {
    /// Sends a form with files, as a browser does.
    func post(
        _ target: String, _ fields: [(String, String)], files: [(name: String, bytes: [UInt8])],
        field: String = "photo"
    ) async throws -> Answer {
        let boundary = "----WebKitFormBoundaryQ7"
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array("--\(boundary)\r\n".utf8)
            body += Array("Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
            body += Array((value + "\r\n").utf8)
        }
        for (name, bytes) in files {
            let disposition = "form-data; name=\"\(field)\"; filename=\"\(name)\""
            body += Array("--\(boundary)\r\nContent-Disposition: \(disposition)\r\n".utf8)
            body += Array("Content-Type: image/jpeg\r\n\r\n".utf8) + bytes + Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        return try await send(
            .post, target, body: body,
            fields: [
                .contentType: "multipart/form-data; boundary=\(boundary)",
                .origin: ServedTeam.origin,
            ])
    }

    /// Adds a note by the API and returns its ID.
    func note(_ text: String, isTeam: Bool = false) async throws -> String {
        let document = try JSONSerialization.data(
            withJSONObject: ["text": text, "visibility": isTeam ? "team" : "private"])
        let answer = try await send(
            .post, "/api/v1/notes", json: String(decoding: document, as: UTF8.self))
        #expect(answer.status == 201)
        return try #require(answer.json()["id"] as? String)
    }

    /// Sends a photo as a body of its own.
    func upload(_ bytes: [UInt8], to note: String) async throws -> Answer {
        try await send(
            .post, "/api/v1/notes/\(note)/photos", body: bytes,
            fields: [.contentType: "image/jpeg", .origin: ServedTeam.origin])
    }
}

/// Pictures for tests.
enum TestPicture {
    /// A picture of one color.
    static func raster(_ width: Int = 40, _ height: Int = 24, red: UInt8 = 200) throws -> Raster {
        let pixels = (0..<width * height).flatMap { _ in [red, 30, 40, 255] as [UInt8] }
        return try #require(Raster(width: width, height: height, rgba: pixels))
    }

    static func png(red: UInt8 = 200) throws -> [UInt8] { try #require(raster(red: red).png) }

    /// A photo as a camera writes it: turned by a quarter, with a description in its metadata.
    static func photo(_ width: Int = 32, _ height: Int = 16) throws -> [UInt8] {
        let tiff: [UInt8] =
            Array("MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
            + [0, 0, 0, 0] + Array("SECRET place".utf8)
        let segment = Array("Exif\0\0".utf8) + tiff
        let jpeg = try raster(width, height).jpeg(quality: 90)
        return jpeg[..<2] + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + jpeg[2...]
    }
}
