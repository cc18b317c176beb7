import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Logging
import NIOCore
import Testing

@testable import FleetSQL
@testable import FleetServer

@Suite("Event streams") struct LiveStreamTests {
    private static let path = "/api/v1/sources/demo/events"

    private func vehicles(_ ids: String...) -> [Vehicle] { ids.map(Vehicle.init(id:)) }

    @Test("A page receives the changes after its snapshot, and the events of them")
    func changes() async throws {
        try await LiveServer.run(vehicles("a")) { server in
            let root = try await server.served.visitor("root")
            var (rows, cursor) = try server.list()
            try await server.load(self.vehicles("a", "b"), at: 1)
            let target = "/api/v1/events?source=demo&after=\(cursor)"
            let mirror = try await EventStreamClient.open(
                target, at: server.port, cookie: root.cookie
            ) { client in
                #expect(client.status == 200)
                #expect(client.head.lowercased().contains("content-type: text/event-stream"))
                #expect(client.head.lowercased().contains("cache-control: no-store"))
                let retry = try await client.next()?.retry
                #expect(retry == 3000)
                let shown = try await client.next("state")
                let state = try #require(shown).json()
                #expect(state["source"] as? String == "demo" && state["state"] as? String == "live")
                var mirror = Mirror(rows: rows, cursor: cursor)
                let first = try await client.next("changes")
                try mirror.apply(first)
                let events = try #require(try first?.json()["events"] as? [[String: Any]])
                #expect(events.map { $0["event"] as? String } == ["appeared"])
                #expect(events.map { $0["vehicle_id"] as? String } == ["b"])
                try await server.load(self.vehicles("b"), at: 2)
                try mirror.apply(try await client.next("changes"))
                return mirror
            }
            (rows, cursor) = try server.list()
            #expect(mirror.rows == rows && mirror.cursor == cursor)
        }
    }

    @Test("A browser that connects again continues after the last message, not after its page")
    func lastEventID() async throws {
        try await LiveServer.run(vehicles("a")) { server in
            let root = try await server.served.visitor("root")
            let first = try server.list().cursor
            try await server.load(self.vehicles("a", "b"), at: 1)
            let second = try server.list().cursor
            try await server.load(self.vehicles("a", "b", "c"), at: 2)
            let message = try await EventStreamClient.open(
                Self.path + "?after=\(first)", at: server.port, cookie: root.cookie,
                lastEventID: second
            ) { try await $0.next("changes") }
            #expect(try #require(message).id == server.list().cursor)
            #expect(try #require(message).json()["total"] as? Int == 3)
        }
    }

    @Test("A page that was opened before the first snapshot is reset, and then follows the source")
    func firstSnapshot() async throws {
        try await LiveServer.run(isRead: false) { server in
            let root = try await server.served.visitor("root")
            try await EventStreamClient.open(Self.path, at: server.port, cookie: root.cookie) {
                client in
                _ = try await client.next("state")
                try await server.load(self.vehicles("a"), at: 1)
                let reset = try await client.next("reset")
                #expect(try #require(reset).id == server.list().cursor)
                try await server.load(self.vehicles("a", "b"), at: 2)
                let changes = try await client.next("changes")
                #expect(try #require(changes).json()["total"] as? Int == 2)
            }
        }
    }

    @Test("A page of a source that is renamed receives its changes, by the source's ID")
    func renamed() async throws {
        try await LiveServer.run(vehicles("a")) { server in
            let root = try await server.served.visitor("root")
            let page = try await root.get("/?source=demo")
            let old = server.served.sources.all[0]
            #expect(page.values("data-source-id") == [old.uuid.text])
            let cursor = try server.list().cursor
            let message = try await EventStreamClient.open(
                Self.path + "?after=\(cursor)", at: server.port, cookie: root.cookie
            ) { client in
                _ = try await client.next("state")
                server.served.sources.all = [
                    PolledSource(
                        name: "new", aliases: ["demo"], source: old.source,
                        vehicles: old.vehicles)
                ]
                try await server.load(self.vehicles("a", "b"), at: 1)
                return try await client.next("changes")
            }
            #expect(try #require(message).json()["source_id"] as? String == old.uuid.text)
        }
    }

    @Test(
        "A last ID that is none of ours is reset to the newest; a malformed cursor is refused",
        arguments: ["nonsense", "0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:1", ":", "a:b:c"])
    func reset(cursor: String) async throws {
        try await LiveServer.run(vehicles("a")) { server in
            let root = try await server.served.visitor("root")
            let message = try await EventStreamClient.open(
                Self.path, at: server.port, cookie: root.cookie, lastEventID: cursor
            ) { try await $0.next("reset") }
            #expect(try #require(message).json()["source"] as? String == "demo")
            #expect(try #require(message).id == server.list().cursor)
            let isCursor = cursor.count > 36
            let status = try await EventStreamClient.open(
                Self.path + "?after=\(cursor)", at: server.port, cookie: root.cookie
            ) { $0.status }
            #expect(status == (isCursor ? 200 : 400))
        }
    }

    @Test("A stream is for those who are signed in, of sources that there are")
    func refused() async throws {
        try await LiveServer.run { server in
            let root = try await server.served.visitor("root")
            for (target, cookie, status) in [
                (Self.path, nil, 401), ("/api/v1/events", "fleet-8080=x", 401),
                ("/api/v1/events?source=demo,none", root.cookie, 404),
                ("/api/v1/sources/none/events", root.cookie, 404),
                (
                    "/api/v1/events?source=" + String(repeating: "demo,", count: 50) + "demo",
                    root.cookie, 400
                ),
            ] {
                let found = try await EventStreamClient.open(
                    target, at: server.port, cookie: cookie
                ) { $0.status }
                #expect(found == status, "\(target)")
            }
        }
    }

    @Test("A source that fails is reported with its cause, and when it is tried again")
    func failure() async throws {
        let served = try await ServedTeam()
        let source = served.sources.all[0]
        let hub = served.server.environment.changes
        let state = ServiceState.failed(
            FeedFailure(.service(.status(500)), at: "example.com"),
            retryAt: Timestamp(seconds: 1_800_000_009), attempt: 2, nil)
        served.sources.publish(
            StateUpdate(seq: 2, at: Timestamp(seconds: 1_800_000_000), state: state),
            of: source.uuid)
        await hub.tick(at: .zero)
        let access = try await served.access()
        let id = await hub.open([source], after: LiveCursors(nil), for: access) {}
        let text = await hub.text(id)
        #expect(text.contains(#""state":"failed","is_stale":false,"title":"cannot be read""#))
        #expect(text.contains(#""retry_at":"2027-01-15T08:00:09Z","attempt":2"#))
    }

    @Test("A stream ends when the person is disabled")
    func disabled() async throws {
        try await LiveServer.run(vehicles("a")) { server in
            let anna = try await server.served.visitor("anna")
            try await EventStreamClient.open(Self.path, at: server.port, cookie: anna.cookie) {
                client in
                _ = try await client.next("state")
                let machine = server.served.team.onMachine()
                try await machine.disable(machine.user(named: UserName("anna")).id)
                await server.hub.tick(at: .seconds(1))
                let end = try await client.next()
                #expect(end == nil)
            }
            let again = try await EventStreamClient.open(
                Self.path, at: server.port, cookie: anna.cookie
            ) { $0.status }
            #expect(again == 401)
        }
    }

    @Test("When the server stops, streams end with the time of the next attempt")
    func shutdown() async throws {
        try await LiveServer.run(vehicles("a")) { server in
            let root = try await server.served.visitor("root")
            try await EventStreamClient.open(Self.path, at: server.port, cookie: root.cookie) {
                client in
                _ = try await client.next("state")
                await server.hub.shutDown()
                let last = try await client.next()
                #expect((2000..<5000).contains(try #require(last?.retry)))
                let end = try await client.next()
                #expect(end == nil)
            }
            // So do those that are opened meanwhile: a browser would give up after an error.
            try await EventStreamClient.open(Self.path, at: server.port, cookie: root.cookie) {
                client in
                #expect(client.status == 200)
                var retries = 0
                while let message = try await client.next() {
                    if message.retry != nil { retries += 1 }
                }
                #expect(retries == 2, "one at the start, one at the end")
            }
        }
    }

    @Test("Messages are kept up to a number of bytes, and none when a stream is joined anew")
    func kept() async throws {
        let served = try await ServedTeam()
        let stream = UUID()
        func position(_ number: Int64) -> ChangeCursor {
            ChangeCursor(stream: stream, sequence: number)
        }
        var source = LiveSource(served.sources.all[0], SourceStates())
        func append(_ numbers: ClosedRange<Int64>, by step: Int64 = 1) {
            for number in numbers {
                source.append(
                    SourceChanges(
                        cursor: position(number), revision: number,
                        fetchedAt: Timestamp(seconds: 0), lastUpdated: nil, total: 0,
                        vehicles: EncodedChanges(
                            vehicles: [UInt8](repeating: 0x20, count: 4096), rows: [:]),
                        eventCount: 0, events: []),
                    after: position(number - step))
            }
        }
        source.restart(at: position(0))
        #expect(source.messages(after: position(0))?.isEmpty == true)
        append(1...40)
        #expect(source.messages(after: position(1))?.count == 39)
        append(41...99)
        #expect(source.isTooFarAhead(of: position(1)))
        #expect(source.messages(after: position(1)) == nil)
        source.restart(at: position(100))
        #expect(source.messages(after: position(99)) == nil)
        #expect(!source.isTooFarAhead(of: position(50)))
        append(101...101)
        #expect(source.messages(after: position(100))?.count == 1)
        // One message has the changes of three commits: a reader of one of them has events of it.
        append(104...104, by: 3)
        #expect(source.messages(after: position(101))?.count == 1)
        #expect(source.messages(after: position(102)) == nil)
        append(104...104, by: 2)
        #expect(source.messages(after: position(100))?.count == 2)
        source.restart(at: position(105), isTrimmed: true)
        #expect(source.isTooFarAhead(of: position(104)))
    }

    @Test("A person has a limited number of streams")
    func limit() async throws {
        let served = try await ServedTeam()
        let root = try await served.visitor("root")
        let hub = served.server.environment.changes
        let access = try await served.access()
        var last: UInt64 = 0
        for _ in 0..<ChangeHub.maxStreamsPerUser {
            #expect(await hub.hasRoom(for: access.userID))
            last = await hub.open(served.sources.all, after: LiveCursors(nil), for: access) {}
        }
        let answer = try await root.get(Self.path)
        #expect(answer.status == 429)
        #expect(answer.fields[.retryAfter] == "10")
        await hub.close(last)
        #expect(await hub.hasRoom(for: access.userID))
    }

    @Test("A silent stream has a comment every 15 seconds")
    func comment() async throws {
        let served = try await ServedTeam()
        let hub = served.server.environment.changes
        await hub.tick(at: .zero)
        let id = await hub.open(
            served.sources.all, after: LiveCursors(nil), for: try await served.access()
        ) {}
        _ = await hub.text(id)
        async let next = hub.text(id)
        for second in 1...15 { await hub.tick(at: .seconds(second)) }
        #expect(await next == ":\n\n")
    }

    @Test("A stream whose task is cancelled ends at once, instead of waiting again and again")
    func cancelled() async throws {
        let served = try await ServedTeam()
        let hub = served.server.environment.changes
        await hub.tick(at: .zero)
        let id = await hub.open(
            served.sources.all, after: LiveCursors(nil), for: try await served.access()
        ) {}
        _ = await hub.text(id)
        let step = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await hub.next(id)
        }.value
        guard case .end = step else { Issue.record("\(step)"); return }
    }

    @Test(
        "After a restart of the server, readers continue where they were, unless they miss too much"
    )
    func restarted() async throws {
        let served = try await ServedTeam([("demo", [])])
        let environment = served.server.environment
        await environment.changes.tick(at: .zero)
        let source = served.sources.all[0]
        func load(_ count: Int, at time: Int) async throws -> String {
            let fleet = (0..<count).map { index in
                var vehicle = Vehicle(id: "v\(index)")
                vehicle.isReserved = time % 2 == 0
                return vehicle
            }
            try await served.load(fleet, source, at: ServedTeam.loadedAt + Double(time))
            return try served.store.snapshots.read { reader in
                try #require(try reader.changeCursor(of: source.vehicles)).text
            }
        }
        func text(after cursor: String) async throws -> String {
            let hub = ChangeHub(
                of: served.sources, environment.snapshots, for: served.team,
                logger: Logger(label: "test"), now: { Timestamp(seconds: 1_800_000_000) })
            await hub.tick(at: .zero)
            let access = try await served.access()
            let id = await hub.open([source], after: LiveCursors(cursor), for: access) {}
            return await hub.text(id)
        }
        let first = try await load(2, at: 1)
        for time in 2...3 { _ = try await load(2, at: time) }
        let missed = try await text(after: first)
        #expect(missed.components(separatedBy: "event: changes").count == 2)
        #expect(!missed.contains("event: reset"))
        for time in 4...5 { _ = try await load(4000, at: time) }
        let tooMuch = try await text(after: first)
        #expect(tooMuch.contains("event: reset") && tooMuch.utf8.count < 1000)
    }

    @Test("A reader that misses more than 256 KiB is reset, and one message is never too much")
    func slow() async throws {
        let served = try await ServedTeam([("demo", [])])
        let hub = served.server.environment.changes
        await hub.tick(at: .zero)
        let access = try await served.access()
        let slow = await hub.open(served.sources.all, after: LiveCursors(nil), for: access) {}
        let quick = await hub.open(served.sources.all, after: LiveCursors(nil), for: access) {}
        for id in [slow, quick] { _ = await hub.text(id) }
        for time in 1...3 {
            let fleet = (0..<4000).map { index in
                var vehicle = Vehicle(id: "v\(index)")
                vehicle.isReserved = time % 2 == 0
                return vehicle
            }
            try await served.load(
                fleet, served.sources.all[0], at: ServedTeam.loadedAt + Double(time))
            await hub.tick(at: .seconds(time))
            let text = await hub.text(quick)
            #expect(text.contains("event: changes") && text.utf8.count > 256 * 1024)
        }
        let text = await hub.text(slow)
        #expect(text.contains("event: reset") && text.utf8.count < 1000)
    }

    @Test("A reader that does not take a message within 30 seconds is disconnected")
    func stalled() async throws {
        let served = try await ServedTeam()
        let hub = served.server.environment.changes
        await hub.tick(at: .zero)
        let (closed, close) = AsyncStream<Void>.makeStream()
        let id = await hub.open(
            served.sources.all, after: LiveCursors(nil), for: try await served.access()
        ) { close.finish() }
        _ = await hub.text(id)
        await hub.tick(at: .seconds(31))
        for await _ in closed {}
    }
}

extension ServedTeam {
    /// Returns the access of the administrator.
    func access() async throws -> Access {
        try await team.signIn(
            name: "root", password: Password(Self.password), from: Client(address: nil)
        ).access
    }
}

extension ChangeHub {
    /// Returns the next messages of a stream as text.
    func text(_ id: UInt64) async -> String {
        switch await next(id) {
        case .write(let lines), .end(let lines): lines.map { String(buffer: $0) }.joined()
        }
    }
}
