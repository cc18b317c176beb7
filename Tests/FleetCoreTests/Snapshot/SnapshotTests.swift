import Foundation
import Testing

@testable import FleetCore

@Suite("Snapshots")
struct SnapshotTests {
    @Test(
        "Rotation is inferred from the surviving IDs",
        arguments: [
            (0, 100, 1800, .yes), (49, 100, 1800, .yes), (50, 100, 1800, nil), (100, 100, 60, nil),
            (80, 100, 86_400, .no), (79, 100, 86_400, nil), (0, 100, 86_401, nil),
            (49, 100, 86_400, .yes), (0, 19, 60, nil), (20, 20, 1_000_000, .no), (0, 0, 60, nil),
        ] as [(Int, Int, Int, IDRotation?)])
    func rotation(survivors: Int, total: Int, seconds: Int, expected: IDRotation?) {
        let rotation = IDRotation.inferred(
            survivors: survivors, of: total, after: .seconds(seconds))
        #expect(rotation == expected)
    }

    @Test("A parse report counts every skip and stores the first ones")
    func skips() {
        var report = ParseReport()
        for index in 0..<100 { report.skip(at: index, "no vehicle_id") }
        for _ in 0..<100 { report.warn("w") }
        #expect(report.skipped == 100)
        #expect(report.skips.map(\.index) == Array(0..<ParseReport.maxEntries))
        #expect(report.warnings.count == ParseReport.maxEntries)
    }

    @Test("Changes are empty only if all counts are zero")
    func changes() {
        #expect(SnapshotChanges.none.isEmpty)
        #expect(!SnapshotChanges(added: 0, gone: 1, changed: 0).isEmpty)
    }

    @Test("Notices have the singular for one skip, duplicate or repair")
    func notices() {
        var report = ParseReport()
        (report.duplicates, report.repairs) = (1, 1)
        #expect(
            report.notices == [
                "1 duplicate vehicle; the last one was used",
                "1 invalid character was replaced",
            ])
        (report.duplicates, report.repairs) = (2, 3)
        #expect(
            report.notices == [
                "2 duplicate vehicles; the last one was used",
                "3 invalid characters were replaced",
            ])
        var skips = ParseReport()
        skips.skip(at: 3, "no vehicle_id")
        #expect(skips.notices == ["1 vehicle skipped, first at index 3: no vehicle_id"])
        skips.skip(at: 5, "not an object")
        #expect(skips.notices == ["2 vehicles skipped, first at index 3: no vehicle_id"])
    }

    @Test("Every response has a schedule")
    func schedule() {
        let schedule = FeedSchedule(minInterval: .seconds(5), freshFor: .seconds(60))
        let state = FeedCacheState(location: "x", main: FeedCacheState.Document(address: "x"))
        let feed = FeedDescription(format: "GBFS 2.3")
        let snapshot = Snapshot(vehicles: [], feed: feed, parseReport: ParseReport())
        #expect(FeedResponse.notModified(state, schedule).schedule == schedule)
        #expect(FeedResponse.loaded(snapshot, state, schedule).schedule == schedule)
    }

    @Test("Every failure has the kind of its exit code")
    func failures() {
        let kinds: [(FeedFailure.Reason, FeedFailure.Kind)] = [
            (.network(.hostNotFound("h")), .connection), (.network(.truncated), .connection),
            (.service(.status(503)), .service),
            (.service(.simulatedServerError), .service), (.access(.accessDenied(401)), .access),
            (.access(.credentialMissing(variable: "V")), .access), (.content(.html), .content),
            (.content(.tooDeep), .content),
            (.service(.notReady), .service), (.link(.brokenPages("x")), .content),
            (.link(.brokenDiscovery("x")), .content), (.machine(.fileNotFound), .input),
            (.store(.notStored("x")), .input),
            (.link(.severalSystems(["a"])), .usage), (.link(.badAddress("x")), .usage),
        ]
        for (reason, kind) in kinds { #expect(FeedFailure(reason, at: "x").kind == kind) }
    }

    @Test("The explanation of a service is part of its failure, which earlier versions lack")
    func explanation() throws {
        let failure = FeedFailure(
            .service(.status(429)), at: "https://x/", explanation: "One a second")
        #expect(
            failure.cause
                == #"the service at https://x/ failed: HTTP status 429: "One a second""#)
        #expect(
            failure.hint
                == "the service limits how often it is read; wait some minutes before the next try")
        let stored = try JSONEncoder().encode(failure)
        #expect(try JSONDecoder().decode(FeedFailure.self, from: stored) == failure)
        let earlier = Data(#"{"reason":{"status":{"_0":429}},"place":"https://x/"}"#.utf8)
        #expect(
            try JSONDecoder().decode(FeedFailure.self, from: earlier)
                == FeedFailure(.service(.status(429)), at: "https://x/"))
    }

    @Test("A limit of the service and a lack of this machine show nothing about the feed")
    func failuresOfClient() {
        for reason: FeedFailure.Reason in [
            .service(.status(429)), .service(.status(403)), .machine(.shortage(.ports)),
            .size(.requestLimit(20)),
        ] {
            #expect(FeedFailure(reason, at: "x").isOfClient)
        }
        for reason: FeedFailure.Reason in [
            .service(.status(503)), .service(.status(404)), .access(.accessDenied(403)),
            .content(.html),
        ] {
            #expect(!FeedFailure(reason, at: "x").isOfClient)
        }
    }
}
