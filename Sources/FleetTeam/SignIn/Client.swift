public import FleetCore

/// The origin of a request, for the throttle, the audit log and the list of sessions.
public struct Client: Equatable, Sendable {
    /// The network address; `nil` if it is unknown.
    public var address: IPAddress?
    /// The browser or program, such as `Firefox on Android`: at most 200 characters, no controls.
    public var agent: String?

    /// Creates a client.
    public init(address: IPAddress?, agent: String? = nil) {
        self.address = address
        self.agent = agent.map { agent in
            let scalars = agent.unicodeScalars.prefix(200)
            return String(
                String.UnicodeScalarView(
                    scalars.filter { $0.properties.generalCategory != .control }))
        }
    }
}
