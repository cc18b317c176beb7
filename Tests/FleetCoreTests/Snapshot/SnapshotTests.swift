import Testing

@testable import FleetCore

@Suite("Snapshots")
struct SnapshotTests {
    @Test(
        "turnover judges whether codes rotate",
        arguments: [
            (0, 100, 1800, .yes), (49, 100, 1800, .yes), (50, 100, 1800, nil), (100, 100, 60, nil),
            (80, 100, 86_400, .no), (79, 100, 86_400, nil), (0, 100, 86_401, nil),
            (49, 100, 86_400, .yes), (0, 19, 60, nil), (20, 20, 1_000_000, .no), (0, 0, 60, nil),
        ] as [(Int, Int, Int, IDRotation?)])
    func rotation(survivors: Int, total: Int, seconds: Int, expected: IDRotation?) {
        let judged = IDRotation.judged(survivors: survivors, of: total, after: .seconds(seconds))
        #expect(judged == expected)
    }

    @Test("a reading report counts every skip and keeps the first of them")
    func skips() {
        var report = ReadingReport()
        for index in 0..<100 { report.skip(at: index, "no vehicle_id") }
        for _ in 0..<100 { report.warn("w") }
        #expect(report.skipped == 100)
        #expect(report.skips.map(\.index) == Array(0..<ReadingReport.kept))
        #expect(report.warnings.count == ReadingReport.kept)
    }

    @Test("changes are empty only if all counts are zero")
    func changes() {
        #expect(SnapshotChanges.none.isEmpty)
        #expect(!SnapshotChanges(added: 0, gone: 1, changed: 0).isEmpty)
    }

    @Test("what came again or was mended is told in the singular if it is one")
    func notes() {
        var reading = ReadingReport()
        (reading.duplicates, reading.repairs) = (1, 1)
        #expect(
            reading.notes == [
                "1 vehicle came twice, the last was taken",
                "1 invalid UTF-8 sequence was replaced",
            ])
        (reading.duplicates, reading.repairs) = (2, 3)
        #expect(
            reading.notes == [
                "2 vehicles came twice, the last was taken",
                "3 invalid UTF-8 sequences were replaced",
            ])
    }

    @Test("an answer of either kind tells its schedule")
    func schedule() {
        let schedule = FeedSchedule(floor: .seconds(5), goodFor: .seconds(60))
        let memory = FeedMemory(location: "x", vehicles: FeedMemory.Document(address: "x"))
        let feed = FeedDescription(format: "GBFS 2.3")
        let snapshot = Snapshot(vehicles: [], feed: feed, reading: ReadingReport())
        #expect(FeedAnswer.notModified(memory, schedule).schedule == schedule)
        #expect(FeedAnswer.loaded(snapshot, memory, schedule).schedule == schedule)
    }

    @Test("every failure is of the kind that its exit code is chosen by")
    func failures() {
        let kinds: [(FeedFailure.Reason, FeedFailure.Kind)] = [
            (.hostNotFound("h"), .connection), (.truncated, .connection), (.status(503), .service),
            (.simulatedServerError, .service), (.accessDenied(401), .access),
            (.credentialMissing(variable: "V"), .access), (.html, .content), (.tooDeep, .content),
            (.brokenDiscovery("x"), .content), (.fileNotFound, .input), (.notStored("x"), .input),
            (.severalSystems(["a"]), .usage), (.badAddress("x"), .usage),
        ]
        for (reason, kind) in kinds { #expect(FeedFailure(reason, at: "x").kind == kind) }
    }
}
