/// Cost of a key press until all its changes are on the screen.
struct Frame {
    /// Time from the key press to the last byte before the silence, in seconds.
    let wall: Double
    /// CPU time until the end of the silence, in seconds; `nil` if unavailable.
    let cpu: Double?

    /// Returns the time without output after which the frame of a key counts as finished.
    ///
    /// A key that changes the list is shown immediately, but the new list follows later. If CPU
    /// time is unavailable, only a long silence shows that the program has finished the list.
    static func silence(after key: Keystroke) -> Duration {
        switch key.purpose {
        case .move: .milliseconds(30)
        case .sort, .search: .milliseconds(ProcessorTime.isAvailable ? 100 : 900)
        }
    }
}
