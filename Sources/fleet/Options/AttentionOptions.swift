import ArgumentParser
import FleetCore

/// Options for what counts as in need of attention.
struct AttentionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The highest charge that counts as low; a vehicle in use does not count.",
            valueName: "percent|off"))
    var lowBattery: String?

    @Option(
        help: ArgumentHelp(
            "The time without a report or a move after which a vehicle counts as idle.",
            valueName: "duration|off"))
    var idleAfter: String?

    @Option(help: ArgumentHelp("Whether alarms of sensors count.", valueName: "on|off"))
    var alarms: String?

    @Option(
        help: ArgumentHelp(
            "The time without a change after which the source itself counts.",
            valueName: "duration|off"))
    var standingAfter: String?

    @Option(
        help: ArgumentHelp(
            "The failures in a row and the time after which a source that cannot be read raises the "
                + "alert feed_stale, such as 3,5m.",
            valueName: "failures,duration|off"))
    var failingAfter: String?

    private var values: [(AttentionBound, String?)] {
        [
            (.lowBattery, lowBattery), (.idle, idleAfter), (.alarms, alarms),
            (.standstill, standingAfter), (.failing, failingAfter),
        ]
    }

    func validate() throws {
        var rules = AttentionRules()
        try apply(to: &rules)
    }

    /// Sets the bounds that are given.
    func apply(to rules: inout AttentionRules) throws {
        for (bound, text) in values {
            guard let text else { continue }
            do throws(QuantityError) {
                try bound.set(text, in: &rules)
            } catch {
                throw ValidationError("\(bound.option) \(error.requirement)")
            }
        }
    }
}
