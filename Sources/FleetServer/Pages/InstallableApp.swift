import FleetCore
import Hummingbird
import NIOCore

/// The files that make the pages an app: its manifest, and the worker that starts it without a
/// connection.
///
/// Their addresses are fixed, and browsers ask for them again each time. The worker names the
/// version of all assets, so that a new version of the program replaces what a browser keeps.
struct InstallableApp: Sendable {
    private let manifest: SharedDocument
    private let worker: SharedDocument
    private let pages: PageRenderer

    /// - Throws: `Problem` (500) without the template of the page, which a test excludes.
    init(assets: AssetFolder, pages: PageRenderer) throws(Problem) {
        self.pages = pages
        func text(_ name: String) -> String {
            WebFile.all.first { $0.path == "app/" + name }?.text ?? ""
        }
        manifest = Self.document(
            text("manifest.webmanifest").replacing("{assets}", with: assets.path))
        let names = Self.list(assets.names)
        let keptPages = Self.list(SitePage.allCases.filter(\.isKept).map(\.path))
        let page = String(decoding: try OfflinePage.bytes(pages), as: UTF8.self)
        let version = Self.hash(assets.path + Self.languages + page)
        worker = Self.document(
            """
            const version = "\(version.prefix(12))";
            const folder = "\(assets.path)";
            const names = [\(names)];
            const keptPages = [\(keptPages)];

            """ + text("worker.js"))
    }

    func add(to routes: Routes) {
        routes.open(.get, "/manifest.webmanifest") { request in
            response(to: request, manifest, "application/manifest+json")
        }
        routes.open(.get, "/worker.js") { request in
            response(to: request, worker, "text/javascript; charset=utf-8")
        }
        // The worker keeps this page in each language beside the assets; it names no person.
        routes.open(.get, "/offline") { _ in .html(try OfflinePage.bytes(pages)) }
    }

    private func response(
        to request: ServerRequest, _ document: SharedDocument, _ type: String
    ) -> Response {
        request.response(document, type, fields: [.cacheControl: "no-cache"])
    }

    /// Hash of the texts in all languages, which the page without a connection has.
    private static let languages = hash(
        WebFile.all.filter { $0.path.hasPrefix("languages/") }.map(\.text).joined())

    private static func list(_ texts: [String]) -> String {
        texts.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private static func hash(_ text: String) -> String { SHA256.hex(Array(text.utf8)) }

    private static func document(_ text: String) -> SharedDocument {
        SharedDocument(tag: "\"\(hash(text))\"", bytes: ByteBuffer(string: text))
    }
}

/// The page that a browser shows without a connection, if it keeps no copy of the wanted one.
private struct OfflinePage {
    var page: PageContext

    /// Returns the page in the current language.
    static func bytes(_ pages: PageRenderer) throws(Problem) -> [UInt8] {
        var page = PageContext(
            title: localized("No connection"), assets: pages.assets, access: nil)
        page.noindex = true
        return try pages.render("offline", OfflinePage(page: page))
    }
}
