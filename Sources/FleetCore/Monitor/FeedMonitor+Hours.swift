// Rules that are looked at once an hour.
extension FeedMonitor {
    /// Fewest vehicles that show more than a coincidence.
    private static let fewestVehicles = 3

    /// Returns the rules that a survey of all vehicles decides.
    func judge(
        _ survey: FeedObservation.Survey, _ bounds: CheckBounds
    ) -> [CheckRule: Broken?] {
        var verdicts: [CheckRule: Broken?] = [:]
        let rules: [(CheckRule, CheckBound)] = [
            (.time.parked1Day, .parked1Day), (.time.parked3Days, .parked3Days),
            (.time.parked7Days, .parked7Days), (.time.parked14Days, .parked14Days),
        ]
        let isLarge = Double(survey.total) >= bounds[.smallestFleet]
        for ((rule, bound), (days, count)) in zip(
            rules, zip(FeedObservation.Survey.parkedDays, survey.parked))
        {
            guard isLarge, Double(count) > Double(survey.total) * bounds[bound] else {
                verdicts[rule] = .some(nil)
                continue
            }
            verdicts[rule] = Broken(
                problem:
                    "\(ShortText.grouped(count)) of \(ShortText.count(survey.total, "vehicle")) "
                    + "have not moved for \(ShortText.count(days, "day"))",
                sample: FeedObservation.Sample(
                    count: count, examples: survey.longestParked.examples))
        }
        return verdicts.merging(judgeVehicles(of: survey, bounds)) { $1 }
    }

    private func judgeVehicles(
        of survey: FeedObservation.Survey, _ bounds: CheckBounds
    ) -> [CheckRule: Broken?] {
        var verdicts: [CheckRule: Broken?] = [:]
        verdicts[.time.tripWithoutEnd] = .some(nil)
        if survey.longTrips.count >= Self.fewestVehicles {
            verdicts[.time.tripWithoutEnd] = Broken(
                problem:
                    "\(ShortText.count(survey.longTrips.count, "vehicle")) have been reserved or "
                    + "on a trip for \(CheckBound.longTrip.text(bounds[.longTrip])) without a move",
                sample: survey.longTrips)
        }
        verdicts[.time.inSeveralSystems] = .some(nil)
        if survey.shared.count >= Self.fewestVehicles {
            verdicts[.time.inSeveralSystems] = Broken(
                problem: "\(ShortText.count(survey.shared.count, "vehicle")) are at the same place "
                    + "in another system", sample: survey.shared)
        }
        verdicts[.time.outsideZone] = .some(nil)
        if let outside = survey.outside, outside.count >= Self.fewestVehicles,
            Double(outside.count) > Double(survey.total) * bounds[.outside]
        {
            verdicts[.time.outsideZone] = Broken(
                problem: "\(ShortText.grouped(outside.count)) of "
                    + "\(ShortText.count(survey.total, "vehicle")) are outside the zone",
                sample: outside)
        }
        return verdicts
    }

    /// Returns the rules that the counts of an hour decide.
    /// - Parameter recent: The counts of that hour and of those before it.
    func judge(
        _ hour: Int64, _ recent: [Int64: FeedCounts], _ observation: FeedObservation,
        _ bounds: CheckBounds
    ) -> [CheckRule: Broken?] {
        var verdicts: [CheckRule: Broken?] = [:]
        verdicts[.time.tripsCollapsed] = collapsed(until: hour, recent, bounds)
        verdicts[.time.idsNeverRotate] = neverRotating(until: hour, recent, observation, bounds)
        return verdicts
    }

    /// Returns whether there are hardly any trips; `nil` if that is not decided.
    ///
    /// A day with a third of the trips is a Sunday, so that only a number that is improbable even
    /// then shows something: at quiet times nothing does.
    private func collapsed(
        until hour: Int64, _ recent: [Int64: FeedCounts], _ bounds: CheckBounds
    ) -> Broken?? {
        guard bounds[.tripRest].isFinite else { return .some(nil) }
        guard let trips = UsualCounts.trips(until: hour, in: recent),
            let supply = usual.vehicles, let vehicles = recent[hour]?.mean
        else { return nil }
        // What lasts for a week is usual.
        guard let usualTrips = UsualCounts.fewestTrips(until: hour, in: recent) else {
            return .some(nil)
        }
        guard Double(trips) < Double(usualTrips) * bounds[.tripRest],
            vehicles >= Double(supply) * 0.8
        else {
            return UsualCounts.isImprobable(0, of: Double(usualTrips) * UsualCounts.shareOfQuietDay)
                ? .some(nil) : nil
        }
        guard Double(usualTrips) >= bounds[.smallestFleet],
            UsualCounts.isImprobable(trips, of: Double(usualTrips) * UsualCounts.shareOfQuietDay)
        else { return nil }
        return Broken(
            problem:
                "\(ShortText.count(trips, "trip")) in \(UsualCounts.tripHours) hours, and at least "
                + "\(ShortText.grouped(usualTrips)) at this time of the days before",
            since: Timestamp(milliseconds: (hour - UsualCounts.tripHours + 1) * 3_600_000))
    }

    /// Returns whether vehicles keep their IDs on trips; `nil` if that is not decided.
    private func neverRotating(
        until hour: Int64, _ recent: [Int64: FeedCounts], _ observation: FeedObservation,
        _ bounds: CheckBounds
    ) -> Broken?? {
        guard FeedFormat(observation.format).requiresRotation else { return .some(nil) }
        var sum = FeedCounts()
        for number in (hour - 23)...hour { recent[number].map { sum.add($0) } }
        guard sum.seconds >= 43_200 else { return nil }
        guard Double(sum.keptIDs) >= bounds[.smallestFleet] else {
            // Many new IDs show that they change.
            return Double(sum.newIDs) >= bounds[.smallestFleet] ? .some(nil) : nil
        }
        guard sum.newIDs * 10 <= sum.keptIDs else { return .some(nil) }
        return Broken(
            problem:
                "in a sample, \(ShortText.count(sum.keptIDs, "vehicle")) came back or moved with "
                + "the same ID within a day, and \(ShortText.count(sum.newIDs, "ID")) "
                + "\(sum.newIDs == 1 ? "was" : "were") new")
    }
}
