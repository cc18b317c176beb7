import FleetCore

@testable import FleetService

/// Start time of the tests.
let origin = Timestamp(milliseconds: 1_700_000_000_000)

let connectionRefused = FeedFailure(.network(.connectionRefused), at: "https://feed.test/gbfs.json")
let cacheState = FeedCacheState(
    location: "https://feed.test/gbfs.json", main: .init(address: "https://feed.test/v.json"))

extension Duration {
    static let five = Duration.seconds(5)
}

extension ServicePolicy {
    static func http(interval: Duration? = nil, retries: Bool = true) -> ServicePolicy {
        ServicePolicy(
            minInterval: .five, process: "me", location: "https://feed.test/gbfs.json",
            interval: interval, retries: retries)
    }

    static func file(interval: Duration? = nil) -> ServicePolicy {
        ServicePolicy(
            minInterval: .zero, process: "me", location: "/fleet.json", interval: interval)
    }
}

extension SnapshotInfo {
    static func sample(_ revision: Int64) -> SnapshotInfo {
        SnapshotInfo(
            revision: revision, feed: FeedDescription(format: "GBFS 2.3"), fetchedAt: origin,
            total: 3, changes: .none, parseReport: ParseReport(), rotation: .unknown)
    }
}

extension FeedResponse {
    static func snapshot(
        freshFor: Duration = .seconds(60), minInterval: Duration = .five
    ) -> FeedResponse {
        let snapshot = Snapshot(
            vehicles: [], feed: FeedDescription(format: "GBFS 2.3"), parseReport: ParseReport())
        let schedule = FeedSchedule(minInterval: minInterval, freshFor: freshFor)
        return .loaded(snapshot, cacheState, schedule)
    }

    static let unchanged = FeedResponse.notModified(
        cacheState, FeedSchedule(minInterval: .five, freshFor: .seconds(60)))

    static let file = snapshot(freshFor: .zero, minInterval: .zero)
}

extension SourceRecord {
    /// Returns the record after another process's successful request.
    static func success(
        by process: String = "other", began: Timestamp, due: Timestamp?, revision: Int64 = 7
    ) -> SourceRecord {
        var record = SourceRecord()
        record.info = .sample(revision)
        record.lastRequest = RequestID(beganAt: began, process: process)
        record.dueAt = due
        return record
    }

    /// Returns the record after another process's failed request.
    static func failure(
        by process: String = "other", began: Timestamp, retry: Timestamp, attempt: Int = 1,
        notBefore: Timestamp? = nil
    ) -> SourceRecord {
        var record = SourceRecord()
        record.lastRequest = RequestID(beganAt: began, process: process)
        record.backOff = BackOff(
            failure: connectionRefused, failedAt: began, retryAt: retry, attempt: attempt,
            notBefore: notBefore)
        return record
    }
}

/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
