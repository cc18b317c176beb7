import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import Testing

@testable import FleetServer

@Suite("Pages and documents of a past time")
struct MomentPageTests {
    /// A time between the first two snapshots, with its text in an address.
    private static let at = "2027-01-15T07:30+01:00"
    private static let encodedAt = "2027-01-15T07%3A30%2B01%3A00"

    @Test("The list shows the vehicles of then, says so with the gap, and does not follow changes")
    func list() async throws {
        let server = try await ServedTeam.withHistory()
        let ada = try await server.visitor("ada")
        for at in [Self.at, Self.encodedAt, "2027-01-15%2007:30", "2027-01-15T06:30:00Z", "07:30"] {
            let page = try await ada.get("/?at=" + at)
            #expect(page.status == 200, "\(at)")
            #expect(page.text.contains("State of 2027-01-15 07:30 (data of 06:59:50), Europe/Oslo"))
            #expect(
                page.text.contains(
                    "demo was not read from 2027-01-15 06:59:50 to 2027-01-15 07:59:50"))
            #expect(page.text.contains("href=\"/v/demo/A?at=\(Self.encodedAt)\""))
            #expect(page.text.contains("data-id=\"B\"") && !page.text.contains("data-id=\"C\""))
            #expect(!page.text.contains("data-stream") && page.text.contains(">Back to now<"))
        }
        let filtered = try await ada.get("/?color=red&at=" + Self.encodedAt)
        #expect(filtered.text.contains("1 of 2 vehicles match"))
        #expect(filtered.text.contains("name=\"at\" value=\"\(Self.at)\""))
        #expect(!filtered.text.contains("data-id=\"B\""))
        let now = try await ada.get("/")
        #expect(now.text.contains("data-id=\"C\"") && now.text.contains("data-stream"))
        #expect(!now.text.contains("Back to now"))
        let read = try await ada.get("/?at=2027-01-15%2006:59:50").text
        #expect(read.contains("State of 2027-01-15 06:59:50 (data of 06:59:50)"))
        #expect(!read.contains("was not read"))
    }

    @Test("The map, its points and the page of a vehicle show the same moment")
    func map() async throws {
        let server = try await ServedTeam.withHistory()
        let ada = try await server.visitor("ada")
        let page = try await ada.get("/map?at=" + Self.encodedAt)
        #expect(page.text.contains("State of 2027-01-15 07:30"))
        let path = "/api/v1/sources/demo/points?at=" + Self.encodedAt
        #expect(page.values("data-points").contains(path))
        #expect(page.values("data-at") == [Self.at])
        let points = try await ada.get(path)
        #expect(points.status == 200 && points.bytes[8] == 2)
        #expect(try await ada.get("/api/v1/sources/demo/points").bytes[8] == 1)
        let vehicle = try await ada.get("/v/demo/B?at=" + Self.encodedAt)
        #expect(vehicle.status == 200 && !vehicle.text.contains("no longer in the feed"))
        #expect(vehicle.text.contains("State of 2027-01-15 07:30"))
        #expect(try await ada.get("/v/demo/B").text.contains("no longer in the feed"))
        let absent = try await ada.get("/v/demo/C?at=" + Self.encodedAt)
        #expect(absent.status == 404)
        #expect(absent.text.contains("C was not in the feed of demo then."))
    }

    @Test("Documents carry the moment, the time of their data and the gap")
    func documents() async throws {
        let server = try await ServedTeam.withHistory()
        let program = try await server.program("p", .viewer, .read)
        for path in ["vehicles", "vehicles/A"] {
            let answer = try await program.get(
                "/api/v1/sources/demo/\(path)?at=" + Self.encodedAt)
            #expect(answer.status == 200)
            let document = try answer.json()
            #expect(document["at"] as? String == "2027-01-15T06:30:00Z")
            #expect(document["data_at"] as? String == "2027-01-15T05:59:50Z")
            let gap = try #require(document["gap"] as? [String: Any])
            #expect(gap["start"] as? String == "2027-01-15T05:59:50Z")
            #expect(gap["end"] as? String == "2027-01-15T06:59:50Z")
            #expect(gap["reason"] as? String == "pause")
        }
        let csv = try await program.get(
            "/api/v1/sources/demo/vehicles?format=csv&min_battery=50&at=" + Self.encodedAt)
        #expect(csv.text.split(separator: "\n").count == 2 && csv.text.contains("A,"))
        let now = try await program.get("/api/v1/sources/demo/vehicles").json()
        #expect(now["at"] == nil && (now["vehicles"] as? [Any])?.count == 1)
    }

    @Test("Without a state at that time, the answer names the first moment, or says why")
    func missing() async throws {
        let server = try await ServedTeam.withHistory()
        let ada = try await server.visitor("ada")
        let vehicles = "/api/v1/sources/demo/vehicles?at="
        let before = try await ada.get(vehicles + "2027-01-14%2012:00")
        #expect(before.status == 404)
        let problem = try before.json()
        #expect(
            problem["detail"] as? String
                == "demo has no history before 2027-01-15T06:59:50+01:00.")
        #expect(problem["parameter"] as? String == "at")
        let page = try await ada.get("/?at=2027-01-14%2012:00")
        #expect(page.status == 404)
        #expect(page.text.contains("demo has no history before 2027-01-15T06:59:50+01:00."))
        for (text, detail) in [
            ("noon", "Noon is not a time."), ("2027-01-15", "2027-01-15 is a whole day."),
            ("2028-01-01%2012:00", "2028-01-01 12:00 is in the future."),
        ] {
            let answer = try await ada.get(vehicles + text)
            #expect(answer.status == 400)
            #expect(try answer.json()["detail"] as? String == detail)
        }
        let off = try await ServedTeam()
        let answer = try await off.visitor("ada").get(vehicles + "12:00")
        #expect(answer.status == 404)
        #expect(try answer.json()["detail"] as? String == "The history of demo is off.")
    }

    @Test("Vehicles are idle by the time since they moved then")
    func idle() async throws {
        let ada = try await ServedTeam.withHistory().visitor("ada")
        for (period, ids) in [("25m", ["A", "B"]), ("40m", [])] {
            let answer = try await ada.get(
                "/api/v1/sources/demo/vehicles?at=2027-01-15%2007:30&idle=" + period)
            let vehicles = try #require(try answer.json()["vehicles"] as? [[String: Any]])
            #expect(vehicles.compactMap { ($0["id"] ?? $0["vehicle_id"]) as? String } == ids)
        }
    }

    @Test("Nobody sees the past without signing in")
    func access() async throws {
        let server = try await ServedTeam.withHistory()
        for path in ["/", "/map", "/v/demo/A"] {
            let answer = try await server.stranger.get("\(path)?at=" + Self.encodedAt)
            #expect(answer.status == 303 || answer.status == 302, "\(path) \(answer.status)")
        }
        for path in ["vehicles", "vehicles/A", "points"] {
            let answer = try await server.stranger.get(
                "/api/v1/sources/demo/\(path)?at=" + Self.encodedAt)
            #expect(answer.status == 401)
        }
    }
}

extension ServedTeam {
    /// A server whose source has three snapshots an hour apart in its history, the last at
    /// ``loadedAt``: the vehicles A and B, A and C, and C.
    static func withHistory(
        sourceAdministration: (any SourceAdministration)? = nil, isRead: Bool = true
    ) async throws -> ServedTeam {
        let server = try await ServedTeam(
            sourceAdministration: sourceAdministration, isRead: false)
        let old = server.sources.all[0]
        var source = old.source
        source.ownHistory = try HistoryChoice("30d")
        server.sources.all[0] = PolledSource(
            name: old.name, aliases: old.aliases, source: source, vehicles: old.vehicles)
        guard isRead else { return server }
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.timeZone = "Europe/Oslo"
        for (ids, hours) in [(["A", "B"], -2.0), (["A", "C"], -1), (["C"], 0)] {
            try await server.load(
                ids.map { vehicle($0, hours: hours) }, server.sources.all[0], feed,
                at: loadedAt + hours * 3600, history: source.history)
        }
        return server
    }

    private static func vehicle(_ id: String, hours: Double) -> Vehicle {
        var vehicle = Vehicle(id: id)
        (vehicle.isReserved, vehicle.isDisabled) = (false, false)
        vehicle.color = VehicleColor(id == "A" ? "red" : "blue")
        vehicle.position = Position(latitude: 59 + hours / 100, longitude: 10)
        vehicle.battery = Battery(percent: id == "A" ? 80 : 20)
        return vehicle
    }
}
