import CWebFiles
import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Mustache
import Synchronization

/// Renders the web pages from their templates.
///
/// Templates escape everything they show; they have no unescaped form, which a test ensures.
struct PageRenderer: Sendable {
    /// The parsed templates in each language by its tag, for all renderers.
    private static let templates = Mutex<[String: MustacheLibrary]>([:])

    /// Address of the folder of assets.
    let assets: String
    /// Hint for setting up a server that only listens on its own machine.
    private let setupHint: String?
    private let timeZone: TimeZone

    /// - Throws: A parser error for an invalid template, which a test excludes.
    init(assets: String, setupHint: String?, timeZone: TimeZone) throws {
        _ = try Self.library(in: .english)
        (self.assets, self.setupHint, self.timeZone) = (assets, setupHint, timeZone)
    }

    /// Returns the templates in a language; they are parsed once.
    private static func library(in language: Language) throws -> MustacheLibrary {
        if let library = templates.withLock({ $0[language.tag] }) { return library }
        let texts = LanguageFile.all[language.tag]?.templates ?? [:]
        return try parse(for: language.tag) { texts[$0] ?? $0 }
    }

    /// Parses the templates for a language, and keeps them.
    /// - Parameter translate: Returns the translation of a text of a template.
    @discardableResult
    static func parse(
        for tag: String, _ translate: (String) -> String
    ) throws -> MustacheLibrary {
        MustacheContentTypes.register(HTMLEscaper(), named: "HTML")
        var library = MustacheLibrary()
        for file in WebFile.all {
            guard let name = file.name(in: "templates/", type: ".mustache") else { continue }
            let text = LanguageFile.replacingTexts(in: file.text, translate)
            try library.register("{{% CONTENT_TYPE:HTML}}" + text, named: name)
        }
        templates.withLock { [library] in $0[tag] = library }
        return library
    }

    /// Returns the page of a template in the current language; its context has the keys that the
    /// template names.
    ///
    /// - Throws: `Problem` (500) if there is no such template.
    func render(_ template: String, _ context: Any) throws(Problem) -> [UInt8] {
        #if DEBUG
        let missing = TemplateKeys.missing(in: template, context)
        precondition(missing.isEmpty, "\(template) lacks \(missing.sorted())")
        #endif
        let page = try? MarkupPlaces.bytes {
            try Self.library(in: .current)
                .render(ShownMembers.shown(context) ?? "", withTemplate: template)
        }
        guard let page else {
            throw Problem(.internalServerError, "The page \(template) is missing.")
        }
        return page
    }

    /// Returns the page of an error.
    func error(_ problem: Problem, requestID: String, for user: UserRequest?, now: Timestamp)
        -> [UInt8]?
    {
        let title = Language.current.word(problem.status.reasonPhrase)
        let page =
            user?.page(nil, title: title) ?? PageContext(title: title, assets: assets, access: nil)
        let home = ErrorPage.Action(
            href: "/" + page.query, label: localized("Go to the list"), isPrimary: true)
        let failure = ErrorPage.Failure(
            status: "\(problem.status.code)", title: title,
            message: problem.detail, hint: problem.hint,
            retry: problem.retryAt.map { ShownTime($0, zone: timeZone, now: now) },
            requestId: requestID,
            actions: user == nil && problem.status != .notFound ? [] : [home])
        return try? render("error", ErrorPage(page: page, failure: failure))
    }

    /// Returns the page that is shown until an administrator exists.
    func setupNeeded() -> [UInt8]? {
        let page = PageContext(title: localized("Set-up"), assets: assets, access: nil)
        return try? render(
            "setup_needed",
            SetupNeededPage(page: page, setupNeeded: .init(sshHint: setupHint)))
    }
}

private struct ErrorPage {
    struct Failure {
        var status: String
        var title: String
        var message: String
        var hint: String?
        var retry: ShownTime?
        var requestId: String?
        var actions: [Action]
    }

    struct Action {
        var href: String
        var label: String
        var isPrimary: Bool
    }

    var page: PageContext
    var failure: Failure
}

private struct SetupNeededPage {
    struct Hint {
        var sshHint: String?
    }

    var page: PageContext
    var setupNeeded: Hint
}

/// A file of the web pages.
struct WebFile: Sendable {
    let path: String
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// All files, which are parts of the program.
    static let all: [WebFile] = {
        var count = 0
        let files = web_files(&count)
        return UnsafeBufferPointer(start: files, count: count).map { file in
            WebFile(
                path: String(cString: file.path),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
    }()

    /// Returns its name without folder and type; `nil` for a file of another folder or type.
    func name(in folder: String, type: String = "") -> String? {
        guard path.hasPrefix(folder), path.hasSuffix(type) else { return nil }
        return String(path.dropFirst(folder.count).dropLast(type.count))
    }
}
