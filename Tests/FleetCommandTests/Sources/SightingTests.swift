import FleetTestSupport
import Foundation
import Testing

@Suite("A sighting says where a vehicle of a table is", .slots)
struct SightingTests {
    private let home: FleetHome
    private let file: String

    init() async throws {
        home = try FleetHome()
        file = try home.write(Self.rows, to: "bikes.csv")
        try await home.run("source", "add", "bikes", file).succeeded()
    }

    private static let rows = "id,lat,lon\nCB-1,48.1,11.5\nCB-2,,\n"

    private func location(_ id: String) async throws -> [Double]? {
        let json = try await home.run("detail", id, "--json").succeeded().json()
        let vehicle = json["vehicle"] as? [String: Any]
        guard let latitude = vehicle?["lat"] as? Double, let longitude = vehicle?["lon"] as? Double
        else { return nil }
        return [latitude, longitude]
    }

    private func see(_ id: String, _ words: String...) async throws -> Outcome {
        try await home.run(["note", "add", id] + words)
    }

    @Test("It takes the place of the location in the row, and of none")
    func moves() async throws {
        let outcome = try await see("CB-1", "--sighting", "48.2,11.6").succeeded()
        #expect(outcome.errorText.contains("CB-1 is at 48.20000, 11.60000\n"))
        try await see("CB-2", "--sighting", "48.3,11.7").succeeded()
        #expect(try await location("CB-1") == [48.2, 11.6])
        #expect(try await location("CB-2") == [48.3, 11.7])
        #expect(try await home.run("note", "list").succeeded().text.isEmpty)
        let near = try await home.run(
            "list", "--near", "48.2,11.6", "--within", "10m", "--json"
        ).succeeded()
        #expect(near.ids == ["CB-1"])
    }

    @Test("The newest one counts, until the row gets another location")
    func newest() async throws {
        try await see("CB-1", "--sighting", "48.2,11.6").succeeded()
        try await see("CB-1", "--sighting", "48.4,11.8").succeeded()
        #expect(try await location("CB-1") == [48.4, 11.8])
        _ = try home.write(
            Self.rows.replacing("48.1,11.5", with: "48.9,11.9"), to: "bikes.csv")
        #expect(try await location("CB-1") == [48.9, 11.9])
        try await see("CB-1", "--sighting", "48.5,11.5").succeeded()
        #expect(try await location("CB-1") == [48.5, 11.5])
    }

    @Test("It can be taken back")
    func none() async throws {
        try await see("CB-1", "--sighting", "48.2,11.6").succeeded()
        try await see("CB-1", "--sighting", "none").succeeded()
        #expect(try await location("CB-1") == [48.1, 11.5])
    }

    @Test("A text beside it becomes a note with that location")
    func note() async throws {
        try await see("CB-1", "at the rack", "--sighting", "48.2,11.6").succeeded()
        let notes = try await home.run("note", "list", "--json").succeeded().text
        #expect(notes.contains("48.2") && notes.contains("at the rack"))
    }

    @Test("A feed has its own locations")
    func feeds() async throws {
        let feed = try home.write(#"{"vehicles":[{"id":"A-1","lat":1,"lon":2}]}"#, to: "feed.json")
        try await home.run("source", "add", "own", feed).succeeded()
        try await see("A-1", "--source", "own", "--sighting", "48.2,11.6").failed(
            64, "the vehicles of own are where its feed says",
            "leave out --sighting; it is for tables of this home")
        #expect(try await see("CB-1", "--sighting", "here").status == 64)
    }

    @Test("It goes with its source")
    func removal() async throws {
        try await see("CB-1", "--sighting", "48.2,11.6").succeeded()
        let asked = try await home.run("source", "remove", "bikes")
        #expect(asked.status == 64 && asked.errorText.contains("bikes has 1 sighting"))
        try await home.run("source", "remove", "bikes", "--yes").succeeded()
        try await home.run("source", "add", "bikes", file).succeeded()
        #expect(try await location("CB-1") == [48.1, 11.5])
    }

    @Test("What a team has reported in PostgreSQL is read on all machines", .ownThreads)
    func database() async throws {
        let shared = try SharedDatabaseHome()
        let path = try shared.home.write(Self.rows, to: "bikes.csv")
        _ = try await shared.run("source", "add", "bikes", path, "--import").succeeded()
        try shared.database.sql(
            """
            INSERT INTO fleet.sighting (id, source, vehicle_id, seen_at, reported_at, latitude,
                longitude, row_latitude, row_longitude)
            SELECT gen_random_uuid()::text, source, 'CB-1', 4102444800000, 0, 48.2, 11.6, 48.1, 11.5
            FROM fleet.inventory
            """)
        _ = try await shared.runElsewhere("refresh").succeeded()
        let json = try await shared.run("detail", "CB-1", "--json").succeeded().json()
        let vehicle = try #require(json["vehicle"] as? [String: Any])
        #expect(vehicle["lat"] as? Double == 48.2 && vehicle["lon"] as? Double == 11.6)
    }
}
