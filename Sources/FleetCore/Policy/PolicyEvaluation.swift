/// The rules of a policy during a replay, with the vehicles that match them.
struct PolicyEvaluation: Sendable {
    /// A vehicle that matches a rule.
    private struct Match {
        let rule: Int
        let visit: Int
    }

    private var rules: [RuleEvaluation]
    private var matches: [VehicleNumber: Match] = [:]
    /// Number of the times that a vehicle began to match a rule.
    private var visits = 0
    private var now: Int64
    /// Start of the gap that has just ended: what changed now may have changed since then.
    private var gapStart: Int64?

    init(
        _ policy: MobilityPolicy, _ set: PolicySet, _ period: Range<Timestamp>,
        _ times: Range<Timestamp>, in zone: SystemTimeZone, _ evidence: TripEvidence
    ) {
        var isComplete = true
        rules = policy.rules.map { rule in
            isComplete = isComplete && rule.hasAll(set.geographies)
            // A vehicle may belong to an earlier rule whose area is unknown.
            let reason = isComplete ? rule.reason(set.geographies, evidence) : .geography
            return RuleEvaluation(
                PolicyFinding(policy: policy, rule: rule, reason: reason), set.geographies, period,
                rule.hours.times(in: times, of: zone).compactMap { time in
                    let end = min(time.upperBound, policy.end ?? time.upperBound)
                    let start = max(time.lowerBound, policy.start)
                    return start < end ? start.milliseconds..<end.milliseconds : nil
                })
        }
        now = times.lowerBound.milliseconds
        for index in rules.indices { _ = rules[index].begin(at: now) }
    }

    /// Compares a vehicle with the rules; it is not in the feed if it has no state.
    ///
    /// - Parameter isOlder: Whether it may have been so before the replay.
    mutating func update(
        _ vehicle: PastVehicle, _ version: PastVersion?, at time: Int64, isOlder: Bool
    ) {
        let rule = rules.firstIndex { $0.matches(vehicle, version) }
        let before = matches[vehicle.number]
        guard rule != before?.rule else { return }
        if let before { rules[before.rule].remove(visit: before.visit) }
        matches[vehicle.number] = rule.map { rule in
            visits += 1
            rules[rule].add(
                vehicle.number, visit: visits, since: time,
                earliest: isOlder ? .min / 2 : gapStart ?? time)
            return Match(rule: rule, visit: visits)
        }
    }

    /// Moves to a time up to which the vehicles have not changed.
    mutating func move(
        to time: Int64, _ vehicles: [VehicleNumber: PastVehicle], _ versions: [Int32: PastVersion]
    ) {
        if time > now { gapStart = nil }
        advance(to: time, vehicles, versions, isKnown: true)
    }

    /// Moves over a gap.
    mutating func skip(
        to time: Int64, _ vehicles: [VehicleNumber: PastVehicle], _ versions: [Int32: PastVersion]
    ) {
        let start = now
        advance(to: time, vehicles, versions, isKnown: false)
        gapStart = start
        for index in rules.indices { rules[index].restart(at: time) }
    }

    private mutating func advance(
        to time: Int64, _ vehicles: [VehicleNumber: PastVehicle], _ versions: [Int32: PastVersion],
        isKnown: Bool
    ) {
        while now < time {
            // A visit that began in a gap may have been too long at its end.
            for index in rules.indices { rules[index].decide(at: now) }
            let next = rules.reduce(time) { min($0, $1.next(after: now)) }
            for index in rules.indices { hold(index, until: next, isKnown: isKnown) }
            now = next
            var isChanged = false
            for index in rules.indices where rules[index].begin(at: next) { isChanged = true }
            guard isChanged else { continue }
            for vehicle in vehicles.values {
                update(vehicle, versions[vehicle.version], at: next, isOlder: false)
            }
        }
    }

    private mutating func hold(_ index: Int, until time: Int64, isKnown: Bool) {
        guard rules[index].hold(from: now, until: time, isKnown: isKnown) else { return }
        // A new peak.
        let late = rules[index].late
        rules[index].setVehicles(
            matches.lazy.filter { $1.rule == index && late?.contains($1.visit) ?? true }
                .prefix(PolicyFinding.Violation.maxVehicles).map(\.key).sorted())
    }

    /// Ends the last violations, and returns what was found.
    func findings() -> [PolicyFinding] {
        rules.map { rule in
            var rule = rule
            rule.endViolation()
            return rule.finding
        }
    }
}

/// A rule during a replay.
private struct RuleEvaluation: Sendable {
    private(set) var finding: PolicyFinding
    private let area: ZoneIndex?
    private let start: Int64
    private let end: Int64
    /// The times at which it is in effect that have not ended.
    private var times: ArraySlice<Range<Int64>>
    private var isInEffect = false
    private var count = 0
    /// The matching vehicles of a rule about time: by the observed time, and by the longest one
    /// that is possible.
    private var certain: LateVisits?
    private var possible: LateVisits?
    private var violation: PolicyFinding.Violation?
    private var distance: Int64 = 0

    init(
        _ finding: PolicyFinding, _ geographies: [String: [ZoneArea]], _ period: Range<Timestamp>,
        _ times: [Range<Int64>]
    ) {
        self.finding = finding
        let ids = finding.rule.geographies
        area = ids.isEmpty ? nil : ZoneIndex(ids.flatMap { geographies[$0] ?? [] })
        (start, end) = (period.lowerBound.milliseconds, period.upperBound.milliseconds)
        self.times = times[...]
        if let limit = finding.rule.longestTime {
            (certain, possible) = (LateVisits(after: limit), LateVisits(after: limit))
        }
    }

    /// The visits that are too long for certain; `nil` for a rule that is not about time.
    var late: Set<Int>? { certain?.late }

    func matches(_ vehicle: PastVehicle, _ version: PastVersion?) -> Bool {
        guard isInEffect, let state = vehicle.state, finding.rule.covers(state),
            finding.rule.covers(version)
        else { return false }
        guard let area else { return true }
        return vehicle.position.map { area.contains(Position($0)) } ?? false
    }

    mutating func add(_ number: VehicleNumber, visit: Int, since: Int64, earliest: Int64) {
        count += 1
        certain?.add(visit, since: since)
        possible?.add(visit, since: earliest)
    }

    mutating func remove(visit: Int) {
        count -= 1
        certain?.remove(visit)
        possible?.remove(visit)
    }

    /// Counts the observed times again from the end of a gap.
    mutating func restart(at time: Int64) {
        guard let possible, let certain else { return }
        var restarted = LateVisits(after: certain.limit)
        for visit in possible.visits { restarted.add(visit, since: time) }
        self.certain = restarted
    }

    /// Decides which vehicles have matched for too long.
    mutating func decide(at time: Int64) {
        certain?.move(to: time)
        possible?.move(to: time)
    }

    /// Returns the next time at which it begins, ends, or a vehicle matches for too long.
    func next(after time: Int64) -> Int64 {
        let change = times.first.map { isInEffect ? $0.upperBound : $0.lowerBound }
        let due = [change, certain?.next, possible?.next].compactMap(\.self).filter { $0 > time }
        return due.min() ?? .max
    }

    /// Begins or ends at a time; returns whether it did.
    mutating func begin(at time: Int64) -> Bool {
        while let first = times.first, first.upperBound <= time { times = times.dropFirst() }
        let isNow = times.first.map { $0.lowerBound <= time } ?? false
        defer { isInEffect = isNow }
        return isNow != isInEffect
    }

    /// Adds a time in which nothing changes; returns whether it has a new peak.
    mutating func hold(from: Int64, until: Int64, isKnown: Bool) -> Bool {
        let (from, until) = (max(from, start), min(until, end))
        guard from < until else { return false }
        guard isInEffect, finding.reason?.isFinal != true else {
            endViolation()
            return false
        }
        finding.inEffect += until - from
        let late = certain?.late.count
        let isUnclear = late == 0 && possible.map { !$0.late.isEmpty } ?? false
        guard isKnown, !isUnclear else {
            endViolation()
            return false
        }
        finding.observed += until - from
        let number = late ?? count
        let distance = late.map(Int64.init) ?? distance(of: Int64(count))
        guard distance > 0 else {
            finding.compliant += until - from
            endViolation()
            return false
        }
        let isPeak = violation == nil || distance > self.distance
        let (at, to) = (Timestamp(milliseconds: from), Timestamp(milliseconds: until))
        var current =
            violation
            ?? PolicyFinding.Violation(start: at, end: to, peak: number, peakAt: at, vehicles: [])
        current.end = to
        if isPeak {
            (current.peak, current.peakAt, current.vehicles) = (number, at, [])
            self.distance = distance
        }
        violation = current
        return isPeak && (late != nil || finding.rule.isTooHigh(Int64(count)))
    }

    /// Returns how far a number of vehicles is out of bounds; 0 within.
    private func distance(of number: Int64) -> Int64 {
        let rule = finding.rule
        if rule.isTooHigh(number), let maximum = rule.maximum {
            return number - min(maximum, number) + (rule.includesMaximum ? 0 : 1)
        }
        if rule.isTooLow(number), let minimum = rule.minimum {
            return minimum.subtractingReportingOverflow(number).partialValue
                + (rule.includesMinimum ? 0 : 1)
        }
        return 0
    }

    mutating func setVehicles(_ numbers: [VehicleNumber]) { violation?.vehicles = numbers }

    mutating func endViolation() {
        guard let ended = violation else { return }
        violation = nil
        finding.violationCount += 1
        if finding.violations.count < PolicyFinding.maxViolations {
            finding.violations.append(ended)
        }
    }
}

/// Visits of vehicles, and which of them are too long.
private struct LateVisits: Sendable {
    /// Milliseconds after which a visit is too long.
    let limit: Int64
    private(set) var late: Set<Int> = []
    private(set) var visits: Set<Int> = []
    /// The visits that are not too long, the oldest first; those that have ended are skipped.
    private var queue: [(visit: Int, since: Int64)] = []
    private var head = 0

    init(after limit: Int64) { self.limit = limit }

    /// The time at which the next visit becomes too long.
    var next: Int64? { head < queue.count ? queue[head].since + limit : nil }

    mutating func add(_ visit: Int, since: Int64) {
        visits.insert(visit)
        var index = queue.count
        while index > head, queue[index - 1].since > since { index -= 1 }
        queue.insert((visit, since), at: index)
    }

    mutating func remove(_ visit: Int) {
        visits.remove(visit)
        late.remove(visit)
    }

    mutating func move(to time: Int64) {
        while let next, next <= time {
            if visits.contains(queue[head].visit) { late.insert(queue[head].visit) }
            head += 1
        }
        if head > 1000, head > queue.count / 2 {
            queue.removeFirst(head)
            head = 0
        }
    }
}
