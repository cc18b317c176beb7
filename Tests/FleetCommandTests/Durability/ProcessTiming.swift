import FleetTestSupport
import Foundation

/// Timing of a program that a test kills.
enum ProcessTiming {
    /// Runs a program to its end; returns its run time in seconds.
    static func duration(of start: () throws -> Program) async rethrows -> Double {
        let began = ProcessInfo.processInfo.systemUptime
        _ = await (try start()).outcome()
        return ProcessInfo.processInfo.systemUptime - began
    }

    /// Sleeps: the tests vary the time itself, so there is no condition to wait for.
    static func sleep(_ seconds: Double) async {
        try? await Task.sleep(for: .seconds(seconds))
    }
}
