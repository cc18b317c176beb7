import Foundation

/// Moments in the life of a program at which a test disturbs it.
enum Moments {
    /// How long a program takes, in seconds.
    static func length(of start: () throws -> Program) async rethrows -> Double {
        let began = ProcessInfo.processInfo.systemUptime
        _ = await (try start()).outcome()
        return ProcessInfo.processInfo.systemUptime - began
    }

    /// Lets time pass: here the time itself is what is varied, nothing is waited for.
    static func pass(_ seconds: Double) async {
        try? await Task.sleep(for: .seconds(seconds))
    }
}
