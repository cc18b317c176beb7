extension Location {
    /// The minimum time between automatic requests: 5 s for HTTP, to protect the service; none for
    /// files and the simulation.
    public var minInterval: Duration {
        switch self {
        case .web: .seconds(5)
        case .simulation, .file, .standardInput: .zero
        }
    }
}
