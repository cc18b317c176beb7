import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite("The history of the sites of a source") struct SiteHistoryTests {
    /// Stations that change at random, as their documents had them at each time.
    private struct Series {
        var documents: [(seconds: Double, sites: [Site])] = []

        init(_ count: Int, of sites: Int, every interval: Double) {
            var random = SystemRandomNumberGenerator()
            var stations: [String: Site] = [:]
            for round in 0..<count {
                for index in 0..<sites {
                    let id = "s\(index)"
                    switch Int.random(in: 0..<12, using: &random) {
                    case 0: stations[id] = nil
                    case 1...4: stations[id] = Self.site(id, &random)
                    default: break
                    }
                }
                let listed = stations.values.sorted { $0.id < $1.id }.map { site in
                    var site = site
                    site.name = "\(site.id) in round \(round)"
                    site.lastReported = Timestamp(seconds: Double(round))
                    site.measurements = [Measurement(.temperature, .number(Double(round)))]
                    return site
                }
                documents.append((Double(round) * interval, listed))
            }
        }

        private static func site(_ id: String, _ random: inout SystemRandomNumberGenerator) -> Site
        {
            var site = Site(id: id)
            site.vehiclesAvailable = [nil, 0, 1, 40].randomElement(using: &random) ?? nil
            site.vehiclesDisabled = [nil, 0, 2].randomElement(using: &random) ?? nil
            site.docksAvailable = [nil, 0, 300, -1].randomElement(using: &random) ?? nil
            site.isInstalled = [nil, true, false].randomElement(using: &random) ?? nil
            site.isRenting = [nil, true, false].randomElement(using: &random) ?? nil
            site.isReturning = [nil, true, false].randomElement(using: &random) ?? nil
            return site
        }

        /// Returns the sites of a document as the history has them, with the names of the last one.
        func past(_ index: Int) -> [Site] {
            let names = Dictionary(
                uniqueKeysWithValues: (documents.last?.sites ?? []).map { ($0.id, $0.name) })
            return documents[index].sites.map { site in
                var site = site
                site.name = names[site.id] ?? nil
                (site.lastReported, site.measurements) = (nil, [])
                return site
            }
        }
    }

    /// The time when the snapshot of a request is received that begins `seconds` after `now`.
    private func time(_ seconds: Double) -> Timestamp {
        Timestamp(seconds: FollowedStore.now + seconds + 1)
    }

    private func recording(_ history: String?) throws -> Recording {
        Recording(history: try history.map { try HistorySetting($0) })
    }

    private func commit(
        _ sites: [Site], _ seconds: Double, to store: TestStore, _ history: String? = "30d"
    ) async throws {
        _ = try await store.snapshots.commit(
            outcome(of: sites, at: FollowedStore.now + seconds), for: depots,
            recording: try recording(history))
    }

    /// Returns the sites at a time; `nil` without a state.
    private func sites(_ seconds: Double, _ store: TestStore) async throws -> [Site]? {
        try await moment(seconds, store)?.sites
    }

    private func read(_ seconds: Double, _ store: TestStore) async throws -> MomentRead? {
        let time = time(seconds)
        return try await store.changes.history(of: depots) { try $0.sites(at: time) }
    }

    private func moment(
        _ seconds: Double, _ store: TestStore
    ) async throws -> (sites: [Site], past: PastMoment)? {
        guard case .moment(let snapshot, let past)? = try await read(seconds, store) else {
            return nil
        }
        return (snapshot.sites, past)
    }

    private func site(_ id: String, _ vehicles: Int) -> Site {
        var site = Site(id: id)
        site.vehiclesAvailable = vehicles
        return site
    }

    private func isEmpty(_ store: TestStore) throws -> Bool {
        try ["site_change", "logged_site", "change_commit", "coverage"].allSatisfy {
            try store.texts("SELECT count(*) || '' FROM \($0)") == ["0"]
        }
    }

    @Test(
        "has what each document said, whatever changed, and at times between",
        arguments: StoreAdapter.all)
    func moments(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let series = Series(100, of: 12, every: 60)
        // The history begins after some commits; another process that polls without a setting
        // records, too.
        for (index, document) in series.documents.enumerated() {
            let isWithout = index < 3 || index.isMultiple(of: 7)
            try await commit(
                document.sites, document.seconds, to: store, isWithout ? nil : "30d")
            if index == 2 { #expect(try isEmpty(store)) }
        }
        for index in 3..<series.documents.count {
            let seconds = series.documents[index].seconds
            for delay in [0, 59.0] {
                let moment = try #require(try await moment(seconds + delay, store))
                #expect(moment.sites == series.past(index), "document \(index)")
                #expect(moment.past.gap == nil && moment.past.dataAt == time(seconds))
            }
        }
        let early = try await read(179, store)
        guard case .before(let first) = early else {
            Issue.record("there is a state before the history")
            return
        }
        #expect(first == time(180))
    }

    @Test("has a row only for what changed, and numbers that stay", arguments: StoreAdapter.all)
    func rows(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var a = site("a", 1)
        try await commit([a, site("b", 2)], 0, to: store)
        a.name = "Quay"
        a.lastReported = Timestamp(seconds: 5)
        try await commit([a, site("b", 2)], 60, to: store)
        try await commit([a], 120, to: store)
        a.isRenting = false
        try await commit([a, site("b", 2), site("c", 3)], 180, to: store)
        #expect(
            try store.texts(
                """
                SELECT site_id || ' ' || sequence || ' ' || coalesce(vehicles_available, -1)
                FROM site_change JOIN logged_site ON number = site ORDER BY site_id, sequence
                """) == ["a 1 1", "a 4 1", "b 1 2", "b 3 -1", "b 4 2", "c 4 3"])
        #expect(try store.texts("SELECT count(removed_at) || '' FROM logged_site") == ["0"])
        #expect(try await sites(120, store)?.map(\.id) == ["a"])
    }

    @Test("knows the gaps, and a response without changes is a read", arguments: StoreAdapter.all)
    func gaps(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit([site("a", 1)], 0, to: store)
        _ = try await store.snapshots.commit(
            notModified(at: FollowedStore.now + 500), for: depots, recording: nil)
        try await store.snapshots.recordFailure(
            backOff(at: FollowedStore.now + 600), request: requestID(FollowedStore.now + 600),
            shownAt: Timestamp(seconds: FollowedStore.now + 600), for: depots, recording: nil)
        try await commit([site("a", 2)], 2000, to: store)
        let read = try #require(try await moment(499, store))
        #expect(read.past == PastMoment(at: time(499), dataAt: time(0), gap: nil))
        let gap = try #require(try await moment(700, store))
        #expect(gap.sites == [site("a", 1)] && gap.past.dataAt == time(500))
        #expect(gap.past.gap?.start == time(500) && gap.past.gap?.end == time(2000))
        #expect(gap.past.gap?.reason == .failure)
        #expect(try await sites(2000, store) == [site("a", 2)])
        #expect(try await moment(2601, store)?.past.gap?.reason == .pause)
    }

    @Test(
        "is kept for its age, with the newest row of each site before and nothing else",
        arguments: StoreAdapter.all)
    func age(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let series = Series(150, of: 10, every: 60)
        let still = site("still", 9)
        for (index, document) in series.documents.enumerated() {
            let sites = document.sites + [still] + (index < 20 ? [site("gone", index)] : [])
            try await commit(sites, document.seconds, to: store, "1h")
        }
        let read = try await read(0, store)
        guard case .before(let first) = read else {
            Issue.record("the history is not pruned")
            return
        }
        let age = time(149 * 60) - first
        #expect(age >= .seconds(3600) && age <= .seconds(3600 + 3600 / 8 + 120))
        for (index, document) in series.documents.enumerated()
        where time(document.seconds) >= first {
            #expect(
                try await sites(document.seconds, store) == series.past(index) + [still],
                "document \(index)")
        }
        #expect(
            try store.texts(
                """
                SELECT count(*) || '' FROM site_change, change_stream
                WHERE site_change.sequence < kept_since GROUP BY site HAVING count(*) > 1
                """
            ).isEmpty)
        #expect(
            try store.texts("SELECT site_id FROM logged_site WHERE site_id = 'gone'").isEmpty)
        #expect(
            try store.texts(
                """
                SELECT 'site' FROM site_change WHERE site NOT IN (SELECT number FROM logged_site)
                UNION SELECT 'number' FROM logged_site
                    WHERE number NOT IN (SELECT site FROM site_change)
                UNION SELECT 'commit' FROM change_commit, change_stream
                    WHERE change_commit.sequence < kept_since
                """
            ).isEmpty)
        // A site that comes back after its rows are gone is as a new one.
        try await commit([still, site("gone", 5)], 150 * 60, to: store, "1h")
        #expect(try await sites(150 * 60, store) == [site("gone", 5), still])
    }

    @Test("is kept for its size", arguments: StoreAdapter.all)
    func size(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for round in 0..<14 {
            try await commit(
                (0..<2500).map { site("s\($0)", round) }, Double(round) * 60, to: store, "30d,1MB")
        }
        let count = try #require(Int(try store.texts("SELECT count(*) FROM site_change")[0]))
        #expect(count <= 1_000_000 / 48 + 2 * 2500 + 4000 && count >= 1_000_000 / 48)
        #expect(try await sites(60, store) == nil)
        for round in 6..<14 {
            let sites = try #require(try await sites(Double(round) * 60, store))
            #expect(sites.count == 2500 && sites.allSatisfy { $0.vehiclesAvailable == round })
        }
    }

    @Test(
        "ends with its setting, its source and its definition, and begins again",
        arguments: StoreAdapter.all)
    func end(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        try await commit([site("a", 1)], 0, to: store)
        try await commit([site("a", 2)], 60, to: store)
        try await store.changes.endHistory(of: demo.uuid)
        #expect(try isEmpty(store))
        try await commit([site("a", 3)], 120, to: store, nil)
        #expect(try isEmpty(store))
        guard try await read(120, store) == nil else {
            Issue.record("the history goes on")
            return
        }
        // With a response that nothing has changed.
        _ = try await store.snapshots.commit(
            notModified(at: FollowedStore.now + 180), for: depots, recording: recording("1d"))
        #expect(try await sites(180, store) == [site("a", 3)])
        let other = SourceKey(demo.uuid, definition: "other", feed: .sites)
        _ = try await store.snapshots.commit(
            outcome(of: [site("b", 1)], at: FollowedStore.now + 240), for: other, recording: nil)
        #expect(try isEmpty(store))
        _ = try await store.snapshots.commit(
            outcome(of: [site("b", 1)], at: FollowedStore.now + 300), for: other,
            recording: recording("1d"))
        #expect(try store.texts("SELECT site_id FROM logged_site") == ["b"])
        try await store.snapshots.remove(demo.uuid)
        #expect(try isEmpty(store))
    }

    @Test("has alarms beside it", arguments: StoreAdapter.all)
    func alarms(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        for (index, celsius) in [20.0, 40, 41, 20].enumerated() {
            var depot = depot("a", celsius: celsius, measuredAt: FollowedStore.now + Double(index))
            depot.measurements[0].state = celsius > 35 ? .alarm : .normal
            depot.vehiclesAvailable = index / 2
            try await commit([depot], Double(index) * 60, to: store)
        }
        let events = try await store.changes.events(of: demo.uuid, EventQuery(limit: 9))
        #expect(events.map(\.kind) == [.alarmEnded, .alarmBegan])
        #expect(try await sites(60, store)?.map(\.vehiclesAvailable) == [0])
        #expect(try await sites(180, store)?.map(\.vehiclesAvailable) == [1])
    }

    @Test("takes at most 48 bytes for a change, in SQLite")
    func bytes() async throws {
        let store = try StoreAdapter.all[0].make()
        let keys = [depots, SourceKey(UUID(), definition: "other", feed: .sites)]
        func commit(_ round: Int) async throws {
            let sites = (0..<1500).map { index in
                // A third of the sites changes with each commit.
                let vehicles = (index + (round + index % 3) / 3) % 40
                var site = site("\(index)", vehicles)
                site.docksAvailable = 40 - vehicles
                (site.vehiclesDisabled, site.isRenting, site.isReturning) = (index % 3, true, true)
                return site
            }
            for key in keys {
                _ = try await store.snapshots.commit(
                    outcome(of: sites, at: FollowedStore.now + Double(round) * 60), for: key,
                    recording: recording("30d"))
            }
        }
        try await commit(0)
        // As after some years.
        try await store.execute("UPDATE change_stream SET sequence = 5000000")
        for round in 1...60 { try await commit(round) }
        let count = try #require(Int(store.texts("SELECT count(*) FROM site_change")[0]))
        #expect(count >= 60_000)
        let bytes = try store.texts("SELECT sum(pgsize) FROM dbstat WHERE name = 'site_change'")
        #expect(try #require(Int(bytes[0])) <= 48 * count)
    }
}
