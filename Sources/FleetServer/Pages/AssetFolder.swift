import FleetCore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The style sheet, scripts and icons of the pages.
///
/// Their address has a hash of all of them, because scripts import each other by relative
/// addresses; so browsers may keep them for good.
struct AssetFolder: Sendable {
    /// Address of the folder.
    let path: String
    /// Address of the map library; `nil` without it.
    let mapLibrary: String?
    private let hash: String
    private let files: [String: Asset]

    private static let libraryName = "maplibre-gl.js"

    /// - Parameter library: File of the map library; without it, maps are drawn as SVG.
    init(library: String?) {
        var files: [String: Asset] = [:]
        for file in WebFile.all {
            guard let name = file.name(in: "assets/") else { continue }
            files[name] = Asset(name, file.bytes)
        }
        for (tag, language) in LanguageFile.all {
            let name = "texts-\(tag).json"
            files[name] = Asset(name, language.scriptTexts)
        }
        if let library, let data = FileManager.default.contents(atPath: library) {
            files[Self.libraryName] = Asset(Self.libraryName, Array(data))
        }
        self.files = files
        let tags = files.sorted { $0.key < $1.key }.map { $0.key + $0.value.tag }.joined()
        hash = String(SHA256.hex(Array(tags.utf8)).prefix(12))
        path = "/assets/" + hash
        mapLibrary = files[Self.libraryName] == nil ? nil : path + "/" + Self.libraryName
    }

    /// The names of all files, sorted.
    var names: [String] { files.keys.sorted() }

    /// Adds the route of the folder.
    func add(to routes: Routes) {
        routes.open(.get, "/assets/:hash/:name") { request in
            try response(to: request)
        }
    }

    private func response(to request: ServerRequest) throws -> Response {
        guard let asset = files[try request.parameter("name")] else { throw Problem.notFound }
        // Another hash is that of another version: its pages ask for files that may differ.
        let isCurrent = try request.parameter("hash") == hash
        let fields: HTTPFields = [
            .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
        ]
        request.context.largeAnswer.allowAlways()
        return request.response(asset.document, asset.type, fields: fields)
    }
}

/// One file of the folder.
private struct Asset: Sendable {
    let document: SharedDocument
    let type: String

    var tag: String { document.tag }

    init(_ name: String, _ bytes: [UInt8]) {
        let types = [
            "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
            "svg": "image/svg+xml", "png": "image/png", "json": "application/json",
        ]
        type = name.split(separator: ".").last.flatMap { types[String($0)] } ?? "text/plain"
        document = SharedDocument(
            tag: "\"\(SHA256.hex(bytes))\"", bytes: ByteBuffer(bytes: bytes))
    }
}
