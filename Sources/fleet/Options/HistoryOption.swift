import ArgumentParser
import FleetCore
import FleetRuntime

/// The option for the history of a source.
struct HistoryOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep each change for this time, and at most this size: 30d, or 30d,5GB; off keeps none.",
            valueName: "time[,size]|off"))
    var history: HistoryChoice?
}

/// The history of a source, on the command line.
struct HistoryChoice: ExpressibleByArgument, Sendable {
    /// `nil` for none.
    let setting: HistorySetting?

    init?(argument: String) {
        guard argument != "off" else { setting = nil; return }
        guard let setting = try? HistorySetting(argument) else { return nil }
        self.setting = setting
    }
}

extension CommandContext {
    /// Warns that the history of a source with stable IDs is personal data.
    func warnOfPersonalHistory(of source: Source, named name: String) {
        guard let history = source.history, source.isMDS || source.rotation == .no else { return }
        output.warn(
            "the history of \(name) is personal data: with stable IDs it shows where each vehicle "
                + "was used; it is kept for \(history.ageText)")
    }
}
