import FleetCore

@testable import FleetService

/// The time at which tests begin.
let origin = Timestamp(milliseconds: 1_700_000_000_000)

let refused = FeedFailure(.connectionRefused, at: "https://feed.test/gbfs.json")
let memory = FeedMemory(
    location: "https://feed.test/gbfs.json", vehicles: .init(address: "https://feed.test/v.json"))

extension Duration {
    static let five = Duration.seconds(5)
}

extension ServicePolicy {
    static func http(interval: Duration? = nil, retries: Bool = true) -> ServicePolicy {
        ServicePolicy(
            floor: .five, process: "me", place: "https://feed.test/gbfs.json",
            interval: interval, retries: retries)
    }

    static func file(interval: Duration? = nil) -> ServicePolicy {
        ServicePolicy(floor: .zero, process: "me", place: "/fleet.json", interval: interval)
    }
}

extension SnapshotInfo {
    static func sample(_ revision: Int64) -> SnapshotInfo {
        SnapshotInfo(
            revision: revision, feed: FeedDescription(format: "GBFS 2.3"), fetchedAt: origin,
            total: 3, changes: .none, reading: ReadingReport(), rotation: .unknown)
    }
}

extension FeedAnswer {
    static func snapshot(goodFor: Duration = .seconds(60), floor: Duration = .five) -> FeedAnswer {
        let snapshot = Snapshot(
            vehicles: [], feed: FeedDescription(format: "GBFS 2.3"), reading: ReadingReport())
        return .loaded(snapshot, memory, FeedSchedule(floor: floor, goodFor: goodFor))
    }

    static let unchanged = FeedAnswer.notModified(
        memory, FeedSchedule(floor: .five, goodFor: .seconds(60)))

    static let file = snapshot(goodFor: .zero, floor: .zero)
}

extension SourceRecord {
    /// The record after another process's request that began at a time and brought a snapshot.
    static func success(
        by process: String = "other", began: Timestamp, due: Timestamp?, revision: Int64 = 7
    ) -> SourceRecord {
        var record = SourceRecord()
        record.info = .sample(revision)
        record.lastRequest = RequestStamp(beganAt: began, process: process)
        record.dueAt = due
        return record
    }

    /// The record after another process's request that began at a time and failed.
    static func failure(
        by process: String = "other", began: Timestamp, retry: Timestamp, attempt: Int = 1,
        notBefore: Timestamp? = nil
    ) -> SourceRecord {
        var record = SourceRecord()
        record.lastRequest = RequestStamp(beganAt: began, process: process)
        record.backOff = BackOff(
            failure: refused, failedAt: began, retryAt: retry, attempt: attempt,
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
