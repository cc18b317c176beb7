import ArgumentParser
import FleetCore

extension ArgumentHelp {
    /// Help of the name of a user.
    static let userName: Self = "The name of the user."

    /// Help of a role.
    static let role: Self = "What the user may do: viewer, member or administrator."
}

/// Option for the address of the server in links.
struct LinkOptions: ParsableArguments {
    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Address of the server for the link. (default: that of `fleet serve`)",
            valueName: "url"))
    var text: String?

    /// The origin in the option; `nil` without it.
    var publicURL: String? { text.flatMap(WebOrigin.init(_:))?.text }

    func validate() throws {
        if text != nil, publicURL == nil {
            throw ValidationError(
                "--public-url must be an address such as https://fleet.example.com")
        }
    }
}
