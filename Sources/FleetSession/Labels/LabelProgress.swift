/// Progress of a run: a bar on a terminal, elsewhere a line for every tenth of a long run.
struct LabelProgress {
    /// Minimum labels of a run that shows its progress.
    private static let longRun = 2000
    private static let width = 30

    private let output: Output
    private let total: Int
    private var tenths = 0
    private var isShown = false

    init(_ total: Int, _ output: Output) {
        self.output = output
        self.total = total
    }

    /// Shows the number of finished labels.
    mutating func show(_ done: Int) {
        guard total >= Self.longRun else { return }
        if output.showsMessagesOnTerminal {
            let filled = Self.width * done / total
            let bar =
                String(repeating: "█", count: filled)
                + String(repeating: "░", count: Self.width - filled)
            output.writeMessage("\r\u{1B}[K\(bar) \(done) of \(total) labels")
            isShown = true
        } else if done * 10 / total > tenths {
            tenths = done * 10 / total
            output.log("\(done) of \(total) labels")
        }
    }

    /// Removes the bar.
    mutating func finish() {
        if isShown { output.writeMessage("\r\u{1B}[K") }
        isShown = false
    }
}
