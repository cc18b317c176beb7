import ArgumentParser
import FleetCore
import FleetRuntime

/// A bound of the rules over time, as `NAME=VALUE`.
struct CheckBoundArgument: ExpressibleByArgument, Sendable {
    let bound: CheckBound
    let value: Double

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let bound = CheckBound(rawValue: parts[0]),
            let value = try? bound.value(parts[1])
        else { return nil }
        (self.bound, self.value) = (bound, value)
    }

    static let help = ArgumentHelp(
        "A bound of the rules over time, such as jump=40% or stuck=off; "
            + "Documentation/check.md has all. Repeatable.",
        valueName: "name=value")
}

/// A rule, and perhaps the document in which it is broken, as `RULE[@DOCUMENT]`.
struct CheckRuleArgument: ExpressibleByArgument, Sendable {
    let rule: CheckRule
    let document: String?

    init?(argument: String) {
        let parts = argument.split(separator: "@", maxSplits: 1).map(String.init)
        guard let rule = parts.first.flatMap(CheckRule.init) else { return nil }
        (self.rule, document) = (rule, parts.count > 1 ? parts[1] : nil)
    }

    static let allValueStrings = CheckRule.allCases.map(\.rawValue)
}

/// Options for the check of a source over time.
struct FeedCheckOptions: ParsableArguments {
    private static let usualDays = 30

    @Option(name: .customLong("check"), help: CheckBoundArgument.help)
    var bounds: [CheckBoundArgument] = []

    @Option(
        help: ArgumentHelp(
            "A zone of the source in which its vehicles must be, or `off`.", valueName: "name|off"))
    var checkZone: String?

    @Option(
        help: ArgumentHelp(
            "Do not report a rule that is known to be broken, in one document or in all; needs "
                + "--reason.",
            valueName: "rule[@document]"))
    var silence: CheckRuleArgument?

    @Option(help: ArgumentHelp("Why it is silenced.", valueName: "text"))
    var reason: String?

    @Option(
        help: ArgumentHelp(
            "The last day on which it is silenced, at most a year ahead. (default: in 30 days)",
            valueName: "day"))
    var until: DayArgument?

    @Option(
        help: ArgumentHelp(
            "Report a rule again that is silenced.", valueName: "rule[@document]"))
    var unsilence: CheckRuleArgument?

    func validate() throws {
        if silence != nil, reason?.allSatisfy(\.isWhitespace) ?? true {
            throw ValidationError("--silence needs --reason")
        }
        if silence == nil, reason != nil || until != nil {
            throw ValidationError("--reason and --until are for --silence")
        }
        if let reason, reason.unicodeScalars.count > CheckSettings.Silence.maxReason {
            throw ValidationError(
                "--reason has more than \(CheckSettings.Silence.maxReason) characters")
        }
    }

    /// The zone that is named; `nil` for none, and for everywhere.
    var zone: String? { checkZone == CheckBound.off ? nil : checkZone }

    /// Applies the options that are given.
    /// - Throws: `CommandError` (64) for a day that is over or too far ahead; (66) for a rule that is
    ///   not silenced.
    func apply(to settings: inout CheckSettings, at now: Timestamp) throws {
        for bound in bounds { settings.bounds[bound.bound] = bound.value }
        if checkZone != nil { settings.scope = zone.map(AreaScope.zone) ?? .everywhere }
        if let unsilence {
            let count = settings.silences.count
            settings.endSilences(of: unsilence.rule, in: unsilence.document)
            guard settings.silences.count < count else {
                throw CommandError(
                    .noInput, "\(unsilence.rule.rawValue) is not silenced",
                    hint: "`fleet source show NAME` has what is silenced")
            }
        }
        guard let silence, let reason else { return }
        let today = LocalDay(at: now, in: .utc)
        let day = until?.day(at: now) ?? today.advanced(by: Self.usualDays)
        guard today <= day, day <= today.advanced(by: CheckSettings.Silence.maxDays) else {
            throw CommandError.usage(
                "\(day.text) is not within the next year", hint: "give a later day with --until")
        }
        settings.add(
            .init(silence.rule, in: silence.document, because: reason, until: day), at: now)
    }
}
