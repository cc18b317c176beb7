import FleetCore
import FleetLabels
import FleetSettings
import FleetTeam
import HTTPTypes
import Hummingbird
import POSIX
import Pictures
import Synchronization

/// A photo that was checked, without its metadata, and its thumbnail.
struct CheckedPhoto: Sendable {
    let bytes: [UInt8]
    let info: Photo.Info
    /// A JPEG.
    let thumbnail: [UInt8]
    /// The SHA-256 of the file.
    let hash: String
}

/// Photos of notes: checks them and writes their files, on threads of its own.
///
/// One photo at a time is checked, since that can take some 350 MiB of memory and some seconds.
final class PhotoStore: Sendable {
    /// Longest side of a thumbnail in pixels.
    static let thumbnailSide = 320
    /// Maximum size of all bodies that are received, or wait for the check of their photos, at the
    /// same time.
    private static let maxReceived = 256 << 20

    private let folder: TeamPhotoFolder
    private let checks = BlockingThreads(count: 1)
    private let files = BlockingThreads(count: 2)
    private let received = Mutex(0)

    init(folder: String) {
        self.folder = TeamPhotoFolder(path: folder)
    }

    /// Runs `body`, which receives a body of at most so many bytes and stores it, if there is room.
    /// - Throws: `Problem` (503).
    func receiving(
        upTo count: Int, _ body: () async throws -> Response
    ) async throws -> Response {
        let hasRoom = received.withLock { received in
            guard received + count <= Self.maxReceived else { return false }
            received += count
            return true
        }
        guard hasRoom else { throw Problem.manyPhotos }
        defer { received.withLock { $0 -= count } }
        return try await body()
    }

    /// Checks a photo by its content, applies its orientation and removes its metadata.
    /// - Throws: `Problem` (413, 415, 422, 503).
    func check(_ bytes: [UInt8]) async throws -> CheckedPhoto {
        try await checks.run {
            do throws(PictureError) {
                return try CheckedPhoto(bytes)
            } catch {
                throw Problem(error)
            }
        }
    }

    /// Returns the content of the only QR code in a picture, which is not stored.
    /// - Throws: `Problem` (413, 415, 422, 503).
    func scan(_ bytes: [UInt8]) async throws -> String {
        try await checks.run {
            do {
                // zbar finds a code whose modules have few pixels, but not one in too many.
                let reader = try SymbolReader()
                for side in [1200, 600, Raster.maxSide] {
                    let picture = try Raster(decoding: bytes, fitting: (side, side))
                    let payload = try reader.payload(
                        in: picture.luma, width: picture.width, height: picture.height)
                    if let payload { return String(decoding: payload, as: UTF8.self) }
                }
                throw Problem.noCode
            } catch let error as PictureError {
                throw Problem(error)
            } catch is SymbolReaderError {
                throw Problem(
                    .serviceUnavailable, "The server cannot read QR codes.",
                    hint: "Ask an administrator: the library zbar is missing, or memory.")
            }
        }
    }

    /// Writes the files of a photo; the thumbnail first, so that no photo is without one.
    /// - Throws: `Problem` (507).
    func write(_ photo: CheckedPhoto, as file: PhotoFile) async throws {
        try await files.run { [folder] in
            do throws(PhotoError) {
                try folder.write(photo.thumbnail, to: file.thumbnailPath)
                try folder.write(photo.bytes, to: file.path)
            } catch .diskFull {
                throw Problem(
                    .init(code: 507, reasonPhrase: "Insufficient Storage"),
                    "The server's disk is full.", hint: "Ask an administrator to free some space.",
                    unavailable: .diskFull)
            }
        }
    }

    /// Returns the bytes of a photo or its thumbnail; `nil` if its file is missing.
    func bytes(of file: PhotoFile, isThumbnail: Bool) async throws -> [UInt8]? {
        try await files.run { [folder] in
            folder.bytes(
                of: isThumbnail ? file.thumbnailPath : file.path, limit: Photo.maxFileBytes)
        }
    }

    /// Removes the files that killed processes left incomplete before a time.
    func removeIncompleteFiles(before time: Timestamp) async throws {
        try await files.run { [folder] in folder.removeIncompleteFiles(before: time) }
    }

    /// Removes the files of a photo if they exist.
    func remove(_ file: PhotoFile) throws {
        try folder.remove(file.path)
        try folder.remove(file.thumbnailPath)
    }
}

extension Problem {
    fileprivate static var noCode: Problem {
        Problem(
            .unprocessableContent, "The picture shows no QR code that can be read, or several.",
            hint: "Go closer, so that one code fills the picture, and hold the phone still.")
    }
}

extension CheckedPhoto {
    fileprivate init(_ bytes: [UInt8]) throws(PictureError) {
        let clean = try CleanPicture(cleaning: bytes)
        // A loss-free copy of a picture can be a little larger.
        guard clean.bytes.count <= Photo.maxFileBytes else { throw .tooManyBytes }
        let side = PhotoStore.thumbnailSide
        let raster = try Raster(decoding: clean.bytes, fitting: (side, side))
        self.bytes = clean.bytes
        info = Photo.Info(
            format: try Photo.Format(clean.info.format), width: clean.info.width,
            height: clean.info.height)
        thumbnail = try raster.jpeg(quality: 80)
        hash = SHA256.hex(clean.bytes)
    }
}

extension Photo.Format {
    fileprivate init(_ format: PictureFormat) throws(PictureError) {
        switch format {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        case .svg: throw .notAPicture
        }
    }

    /// IANA media type.
    var mediaType: String { "image/" + rawValue }
}

extension Problem {
    static var manyPhotos: Problem {
        Problem(
            .serviceUnavailable, "The server is receiving many photos.",
            hint: "Try again in a few seconds.", fields: [.retryAfter: "5"], unavailable: .queueFull
        )
    }

    /// Creates the answer to a file that is no photo.
    fileprivate init(_ error: PictureError) {
        let (status, hint): (HTTPResponse.Status, String) =
            switch error {
            case .notAPicture, .unsupported:
                (.unsupportedMediaType, localized("Use a JPEG, PNG or WebP file."))
            case .tooLarge, .tooManyBytes:
                (
                    .contentTooLarge,
                    localized(
                        "Use a photo of at most 20 MiB and 50 million pixels, not progressive.")
                )
            case .truncated, .damaged:
                (.unprocessableContent, localized("Send it again, or use another photo."))
            case .noDecoder, .outOfMemory:
                (.serviceUnavailable, localized("Ask an administrator."))
            }
        self.init(status, .verbatim(error.text), hint: .verbatim(hint))
    }
}

extension PictureError {
    /// The problem in one sentence.
    fileprivate var text: String {
        let limit = PictureInfo.maxFileBytes / (1 << 20)
        return switch self {
        case .notAPicture: localized("The photo is not a JPEG, PNG or WebP picture.")
        case .truncated: localized("The photo is incomplete.")
        case .tooLarge(let width, let height):
            localized("The photo is too large: \(width) × \(height) pixels.")
        case .tooManyBytes: localized("The photo is larger than \(limit) MiB.")
        case .unsupported(let reason):
            localized("The photo is not supported: \(reason).")
        case .damaged(let reason): localized("The photo is damaged: \(reason).")
        case .noDecoder(let library):
            localized("The photo cannot be decoded: \(library) is not installed.")
        case .outOfMemory: localized("The photo does not fit in memory.")
        }
    }
}
