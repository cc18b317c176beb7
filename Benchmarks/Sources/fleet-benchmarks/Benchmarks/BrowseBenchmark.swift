/// Browses fleets on a terminal: how soon a key is seen, what the screen costs while nobody touches it,
/// and whether its memory grows.
enum BrowseBenchmark {
    static func rows(in setting: Setting) throws -> [Row] {
        try BrowseKeys(setting).rows()
            + BrowseIdle(setting, changes: false).rows()
            + BrowseIdle(setting, changes: true).rows()
            + BrowseMemory(setting).rows()
    }
}

extension Row {
    /// A figure that this system does not tell.
    static func leftOut(_ name: String) -> Row {
        Row(name: name, figure: "not told here", verdict: .open)
    }
}
