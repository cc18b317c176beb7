/// Program that opens links in the web browser of the system.
package struct LinkOpener {
    /// Time within which a program that cannot open a link usually fails.
    private static let failureTime = Duration.seconds(2)

    private let environment: [String: String]

    package init(in context: CommandContext) {
        environment = context.environment
    }

    /// Opens an http or https link; returns whether a program took it.
    package func open(_ link: String) async -> Bool {
        #if os(macOS)
        let name = "open"
        #else
        let name = "xdg-open"
        // Without a display, xdg-open starts a browser for terminals, which cannot share this one.
        let needed = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"]
        guard needed.contains(where: { environment[$0]?.isEmpty == false }) else {
            return false
        }
        #endif
        return await Program(name: name, arguments: [link], environment: environment)
            .launch(failureTime: Self.failureTime)
    }
}
