import ArgumentParser
import FleetClient
import FleetCore
import FleetOutput
import FleetRuntime
import FleetSettings
import QRCode

/// Options for the content of labels.
struct LabelOptions: ParsableArguments {
    /// Content of the QR codes.
    enum Content: String, CaseIterable, ExpressibleByArgument {
        /// The vehicle ID.
        case id
        /// The rental link of the vehicle.
        case uri
        /// The link of `--template`.
        case template
        /// The address of the vehicle's page on a server.
        case page
    }

    @Option(
        help: """
            Content of the QR codes: the ID, the rental link, the link of --template, or the page on a \
            server.
            """)
    var content: Content?

    @Option(
        name: .customLong("page-url"),
        help: ArgumentHelp(
            "The server of --content page. (default: that of a team: source, or the one that this home served last)",
            valueName: "url"))
    var pageURL: String?

    @Option(
        help: ArgumentHelp(
            "A link with {id} in place of the ID, such as https://example.com/v/{id}.",
            valueName: "link"))
    var template: String?

    @Flag(help: "Write scheme and host of links in capitals, which can make QR codes smaller.")
    var upperCaseHost = false

    @Option(
        help: ArgumentHelp(
            """
            Text under a QR code: id, name (of the fleet), both, none, or a text with names in braces \
            such as '{name} · {Shelf}'. (default: id)
            """,
            discussion: """
                Names are the fields of `fleet list --fields`, properties of the source and columns of \
                --ids; {id} is the ID on the label. A line without any text is left out, and with an \
                empty value the separator · or - beside it. {{ is a brace.
                """,
            valueName: "text"),
        completion: .list(LabelText.Choice.words))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "Name for `--text name`, instead of the name of the fleet.", valueName: "text"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "One more line under every QR code, which may have names in braces, too.",
            valueName: "text"))
    var caption: String?

    @Option(help: "Error correction level: L recovers 7%, M 15%, Q 25%, H 30% of the QR code.")
    var level: ErrorCorrection = .quartile

    @Flag(help: "Print vehicle IDs even if they rotate after trips.")
    var allowRotating = false

    func validate() throws {
        if template != nil, content ?? .template != .template {
            throw ValidationError("--template needs --content template")
        }
        if content == .template, template == nil {
            throw ValidationError("--content template needs --template 'https://…{id}'")
        }
        if pageURL != nil, content ?? .page != .page {
            throw ValidationError("--page-url needs --content page")
        }
        try (["--template": template != nil] as UsedOptions)
            .refuse(with: pageURL == nil ? nil : "--page-url")
        try (["--upper-case-host": upperCaseHost] as UsedOptions)
            .require(
                "--content uri, template or page", isPage || template != nil || content == .uri)
        try (["--allow-rotating": allowRotating] as UsedOptions)
            .refuse(with: isPage ? "--content page" : nil)
        _ = try kind()
        do throws(CommandError) {
            _ = try labelText()
        } catch {
            throw ValidationError("\(error.cause); \(error.hint)")
        }
    }

    /// The options that are used.
    var used: UsedOptions {
        [
            "--content": content != nil, "--page-url": pageURL != nil,
            "--template": template != nil, "--upper-case-host": upperCaseHost,
            "--level": level != .quartile, "--allow-rotating": allowRotating,
            "--name": name != nil,
        ] + sheet
    }

    /// Those that are used and only sheets have.
    var sheet: UsedOptions {
        ["--text": text ?? "id" != "id", "--caption": caption != nil]
    }

    /// Returns the text of the labels.
    /// - Throws: `CommandError` (64) for a template that cannot be read.
    func labelText() throws(CommandError) -> LabelText {
        var option = "--text"
        do throws(TextTemplateError) {
            let choice = try LabelText.Choice(text ?? "id")
            option = "--caption"
            return LabelText(choice, caption: try caption.map(TextTemplate.init))
        } catch {
            throw CommandError(error, option: option)
        }
    }

    /// Whether the QR codes lead to pages on a server.
    var isPage: Bool { content == .page || pageURL != nil }

    /// Returns the content of the symbols for the vehicles of a source.
    /// - Throws: `CommandError` (64) for pages that phones could not open.
    func labelContent(
        of source: ResolvedSource?, in context: CommandContext
    ) async throws -> LabelContent {
        let kind = try isPage ? await page(of: source, in: context) : kind()
        return LabelContent(kind: kind, capitalizesLinks: upperCaseHost)
    }

    /// Returns the content of the symbols for the vehicles of a table if no option selects one: their
    /// pages; `nil` if phones could not open them.
    func contentOfTable(
        of source: ResolvedSource, in context: CommandContext
    ) async throws -> LabelContent? {
        let isChosen = content != nil || pageURL != nil || template != nil || allowRotating
        guard !isChosen, source.source.labelField == nil else { return nil }
        do {
            return LabelContent(
                kind: try await page(of: source, in: context), capitalizesLinks: false)
        } catch let error as CommandError where error.status == .usage {
            // Phones cannot open pages.
            return nil
        }
    }

    private func page(
        of source: ResolvedSource?, in context: CommandContext
    ) async throws -> LabelContent.Kind {
        guard let name = source?.name ?? source?.team?.name else {
            throw CommandError.usage(
                "--content page needs a source with a name, as on the server",
                hint: "add --source NAME")
        }
        var url = pageURL ?? source?.team?.url
        if url == nil { url = try await context.serverSettings().publicURL() }
        guard let url else {
            throw CommandError.usage(
                "the server of the pages is not known", hint: "add --page-url https://HOST")
        }
        guard let origin = WebOrigin(url), origin.scheme == .https, !origin.isLoopback,
            let template = LabelTemplate("\(origin.text)/v/\(name)/{id}")
        else {
            throw CommandError.usage(
                "phones cannot open pages of \(url)",
                hint: "use the https address of the server: --page-url https://HOST")
        }
        return .page(template)
    }

    private func kind() throws -> LabelContent.Kind {
        if let template {
            guard let template = LabelTemplate(template) else {
                throw ValidationError("--template must contain {id} and no other braces")
            }
            return .template(template)
        }
        return content == .uri ? .uri : .id
    }
}
