/// What a key cost until all that it changed was on the screen.
struct Frame {
    /// The time from the key to the last byte before the silence, in seconds.
    let wall: Double
    /// The time of the processor until the end of the silence, in seconds; `nil` where it is not told.
    let cpu: Double?

    /// How long nothing is shown when the frame of a key is over.
    ///
    /// A key that changes the list is seen at once and the list later; where nothing tells whether the
    /// program works on one, only a long silence does.
    static func silence(after key: Keystroke) -> Duration {
        switch key.purpose {
        case .move: .milliseconds(30)
        case .sort, .search: .milliseconds(ProcessorTime.isTold ? 100 : 900)
        }
    }
}
