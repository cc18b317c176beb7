extension Location {
    /// The least time between two requests that no person asked for: 5 s for http(s), so that no service
    /// is hammered; none for files and the simulation.
    public var leastInterval: Duration {
        switch self {
        case .web: .seconds(5)
        case .simulation, .file, .standardInput: .zero
        }
    }
}
