import ArgumentParser
import QRCode

/// What labels hold and say.
struct LabelOptions: ParsableArguments {
    /// What goes into the QR codes.
    enum Content: String, CaseIterable, ExpressibleByArgument {
        /// The vehicle's code.
        case id
        /// The vehicle's rental link.
        case uri
        /// The link of --template.
        case template
    }

    @Option(help: "What the QR codes hold: the code, the rental link, or the link of --template.")
    var content: Content?

    @Option(
        help: ArgumentHelp(
            "A link with {id} for the code, such as https://example.com/v/{id}.",
            valueName: "link"))
    var template: String?

    @Flag(help: "Write scheme and host of links in capitals, which may need less room.")
    var upperCaseHost = false

    @Option(help: "What is written under a QR code: the code, the fleet's name, both or none.")
    var text: LabelText.Choice = .id

    @Option(help: ArgumentHelp("A line under every QR code.", valueName: "text"))
    var caption: String?

    @Option(help: "How much of a QR code may be lost: L 7 %, M 15 %, Q 25 %, H 30 %.")
    var level: ErrorCorrection = .quartile

    func validate() throws {
        if template != nil, content ?? .template != .template {
            throw ValidationError("--template is for `--content template`")
        }
        if content == .template, template == nil {
            throw ValidationError("--content template needs a --template 'https://…{id}'")
        }
        _ = try labelContent()
    }

    /// What the symbols hold.
    func labelContent() throws -> LabelContent {
        LabelContent(kind: try kind(), capitalizesLinks: upperCaseHost)
    }

    private func kind() throws -> LabelContent.Kind {
        if let template {
            guard let template = LabelTemplate(template) else {
                throw ValidationError("a template holds {id} for the code, and no other braces")
            }
            return .template(template)
        }
        return content == .uri ? .uri : .id
    }
}

extension LabelText.Choice: ExpressibleByArgument {}
