import ArgumentParser
import FleetSession
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
    }

    @Option(help: "Content of the QR codes: the ID, the rental link or the link of --template.")
    var content: Content?

    @Option(
        help: ArgumentHelp(
            "A link with {id} in place of the ID, such as https://example.com/v/{id}.",
            valueName: "link"))
    var template: String?

    @Flag(help: "Write scheme and host of links in capitals, which can make QR codes smaller.")
    var upperCaseHost = false

    @Option(help: "Text under a QR code: the ID, the name of the fleet, both or none.")
    var text: LabelText.Choice = .id

    @Option(help: ArgumentHelp("One more line under every QR code.", valueName: "text"))
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
        _ = try labelContent()
    }

    /// Returns the content of the symbols.
    func labelContent() throws -> LabelContent {
        LabelContent(kind: try kind(), capitalizesLinks: upperCaseHost)
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

extension LabelText.Choice: ExpressibleByArgument {}
