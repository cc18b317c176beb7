import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The photos of notes, each of which is only reached through a note that the user sees.
struct PhotoHandlers {
    func add(to routes: Routes) {
        routes.page(.get, "/notes/:uuid/photos/:photo", .notes) { try await file($0) }
        routes.page(.get, "/notes/:uuid/photos/:photo/thumb", .notes) {
            try await file($0, isThumbnail: true)
        }
        routes.page(.post, "/notes/:uuid/photos", .notes) { request in
            let note = try request.uuid("uuid")
            try await Self.requireEditable(note, request)
            return try await NoteForm.receive(request) { form in
                let photos = try await Self.checkedPhotos(in: form, request)
                try await Self.add(photos, to: note, request)
                return .redirect(to: "/notes/\(note.text)")
            }
        }
        routes.page(.post, "/notes/:uuid/photos/:photo/delete", .notes) { request in
            let note = try request.uuid("uuid")
            let photo = try request.uuid("photo")
            try await request.access.notes.removePhoto(photo, from: note)
            return .redirect(to: "/notes/\(note.text)")
        }
        routes.api(.post, "/notes/:uuid/photos", .notes) { try await upload($0) }
        routes.api(.get, "/notes/:uuid/photos/:photo", .notes) { try await file($0) }
        routes.api(.delete, "/notes/:uuid/photos/:photo", .notes) { request in
            let note = try request.uuid("uuid")
            let photo = try request.uuid("photo")
            try await request.access.notes.removePhoto(photo, from: note)
            return .noContent
        }
    }

    /// Stores the photo that is the body itself, whatever its `Content-Type`.
    private func upload(_ request: UserRequest) async throws -> Response {
        let note = try request.uuid("uuid")
        try await Self.requireEditable(note, request)
        return try await request.receiving(upTo: Photo.maxFileBytes) { bytes in
            let photo = try await request.environment.photos.check(bytes)
            guard let added = try await Self.add([photo], to: note, request).first else {
                throw Problem.notFound
            }
            let document = PhotoDocument(added, of: note)
            return Response(
                document.json.text.bytes, "application/json", status: .created,
                fields: [.location: document.href])
        }
    }

    private func file(
        _ request: UserRequest, isThumbnail: Bool = false
    ) async throws -> Response {
        let photo = try await request.access.notes.photo(
            try request.uuid("photo"), of: try request.uuid("uuid"))
        // The note may be private a moment later, so a browser asks each time.
        let tag = "\"\(photo.file.hash)\(isThumbnail ? "-thumb" : "")\""
        let fields: HTTPFields = [.cacheControl: "private, no-cache", .eTag: tag]
        if request.headers[.ifNoneMatch] == tag {
            return Response(status: .notModified, headers: fields)
        }
        let bytes = try await request.environment.photos.bytes(
            of: photo.file, isThumbnail: isThumbnail)
        guard let bytes else { throw Problem.notFound }
        let format = isThumbnail ? .jpeg : photo.info.format
        return Response(bytes, format.mediaType, fields: fields)
    }

    /// - Throws: `TeamError.notFound`, `TeamError.forbidden`.
    private static func requireEditable(_ note: UUID, _ request: UserRequest) async throws {
        guard try await request.access.notes.note(note).canEdit else { throw TeamError.forbidden }
    }

    /// Returns the photos of a form after their check.
    /// - Throws: `Problem`.
    static func checkedPhotos(
        in form: NoteForm, _ request: UserRequest
    ) async throws -> [CheckedPhoto] {
        var photos: [CheckedPhoto] = []
        for bytes in form.photos {
            photos.append(try await request.environment.photos.check(bytes))
        }
        return photos
    }

    /// Adds photos to a note.
    ///
    /// A killed process leaves no row without a file. Files without a row are cleaned up later,
    /// but those of a failed upload at once.
    @discardableResult
    static func add(
        _ photos: [CheckedPhoto], to note: UUID, _ request: UserRequest
    ) async throws -> [TeamPhoto] {
        let (notes, environment) = (request.access.notes, request.environment)
        var added: [TeamPhoto] = []
        for photo in photos {
            let file = try await notes.prepareFile(
                hash: photo.hash, format: photo.info.format, for: note)
            do {
                try await environment.photos.write(photo, as: file)
                added.append(
                    try await notes.addPhoto(
                        file, width: photo.info.width, height: photo.info.height,
                        bytes: photo.bytes.count, to: note))
            } catch {
                try? await environment.team.discard(file) { try environment.photos.remove($0) }
                throw error
            }
        }
        return added
    }
}

extension FleetServer {
    /// Removes the files of photos that no note has any more, or that a killed process left behind.
    package func removeUnusedPhotos() async throws {
        let photos = environment.photos
        // An upload takes seconds.
        let hourAgo = Timestamp(seconds: Date.now.timeIntervalSince1970 - 3600)
        try await photos.removeIncompleteFiles(before: hourAgo)
        try await environment.team.removeUnusedPhotos { try photos.remove($0) }
    }
}
