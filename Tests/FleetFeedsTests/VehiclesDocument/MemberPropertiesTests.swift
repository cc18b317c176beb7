import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Members of vehicles that no field holds are properties of a vehicles document")
struct MemberPropertiesTests {
    private func values(_ document: VehiclesDocument) -> [[String]] {
        document.vehicles.map { $0.properties.all.map { "\($0.name)=\($0.value)" } }
    }

    @Test(
        "An array of objects, and the list of an object",
        arguments: [
            "%", #"{"vehicles": %}"#, #"{"last_updated": 5, "vehicles": %, "x": [{"id": 1}]}"#,
        ])
    func scalars(_ frame: String) throws {
        let list = #"""
            [{"id": "a", "lat": 48.1, "lon": 11.5, "Shelf": "A3", "rack": 2, "price": 1.50,
              "tags": ["x"], "more": {"id": "b", "Shelf": "no"}, "none": null},
             {"PIN": "0042", "id": "b", "ok": true, "Shelf": "\u0041\"4\\", "name": "Lotte"},
             {"id": "c", "battery": 50}]
            """#
        let document = try table(frame.replacing("%", with: list))
        #expect(document.ids == ["a", "b", "c"])
        #expect(
            values(document) == [
                ["Shelf=A3", "rack=2", "price=1.50"], [#"Shelf=A"4\"#, "PIN=0042", "ok=true"], [],
            ])
        #expect(document.properties.map(\.name) == ["Shelf", "rack", "price", "PIN", "ok"])
        #expect(
            document.properties.map(\.visibility)
                == [.everyone, .everyone, .everyone, .administrators, .everyone])
        #expect(document.format == "vehicles document")
        #expect(document.parseReport.notices == [])
    }

    @Test(
        "A feed has none: GBFS of any version, MDS",
        arguments: [
            #"{"data": {"bikes": [{"bike_id": "a", "Shelf": "A3"}]}}"#,
            #"{"version": "3.0", "data": {"vehicles": [{"vehicle_id": "a", "Shelf": "A3"}]}}"#,
            #"{"version": "3.0", "vehicles": [{"vehicle_id": "a", "Shelf": "A3"}]}"#,
            #"{"bikes": [{"bike_id": "a", "Shelf": "A3"}]}"#,
            #"{"vehicles": [{"device_id": "a", "provider_id": "p", "Shelf": "A3"}]}"#,
            #"{"feed": {"format": "GBFS"}, "vehicles": [{"vehicle_id": "a", "Shelf": "A3"}]}"#,
        ])
    func feeds(_ text: String) throws {
        let document = try table(text)
        #expect(document.ids == ["a"])
        #expect(document.properties == [])
        #expect(document.vehicles[0].properties.isEmpty)
    }

    @Test("The member properties comes first, and a name of a field or of both is marked")
    func names() throws {
        let document = try table(
            #"""
            [{"id": "a", "Shelf": "B", "range": 5, "properties": {"Shelf": "A", "Lock": "7"}},
             {"id": "b", "state": "broken"}]
            """#)
        #expect(
            values(document) == [
                ["Shelf=A", "Lock=7", "Shelf (as written)=B", "range (as written)=5"],
                ["state (as written)=broken"],
            ])
    }

    @Test("Columns of lists of this program that follow from others are none")
    func ownList() throws {
        let document = try table(
            #"""
            {"source": "x", "vehicles": [{"source": "x", "vehicle_id": "a", "region": "Nord",
            "distance_meters": 5, "properties": {"Shelf": "A3"}}]}
            """#)
        #expect(values(document) == [["Shelf=A3"]])
    }

    @Test("The last vehicle of an ID has its own members only; others are not mixed up")
    func duplicates() throws {
        let document = try table(
            #"""
            {"vehicles": [{"id": "a", "Shelf": "1", "Row": "x"}, {"Shelf": "lost"}, 7,
             {"id": "b", "Shelf": "2"}, {"id": "a", "Shelf": "3"}, [{"id": "b", "Shelf": "4"}]]}
            """#)
        #expect(values(document) == [["Shelf=3"], ["Shelf=2"]])
    }

    @Test("Settings decide who sees a property, and which are left out")
    func settings() throws {
        var reading = TableReading()
        reading.settings.visibilities = ["shelf": .members]
        reading.settings.omitted = ["Lock", "row"]
        let text = #"{"vehicles": [{"id": 1, "Shelf": "A", "Row": 2, "properties": {"Lock": 7}}]}"#
        let parsed = try FeedDocument(anyVehicles: Array(text.utf8), at: "x.json", reading)
        guard case .vehicles(let document) = parsed.content else {
            Issue.record("no vehicles")
            return
        }
        #expect(document.properties == [CustomProperty("Shelf", visibility: .members)])
        #expect(values(document) == [["Shelf=A"]])
    }

    @Test("Hostile members: many, long, without a name, with control characters, in a broken value")
    func hostile() throws {
        let many = (0..<5000).map { #""m\#($0)": \#($0)"# }.joined(separator: ", ")
        let document = try table(#"{"vehicles": [{"id": "a", \#(many)}, {"id": "b", "z": 1}]}"#)
        #expect(document.properties.count == 100)
        #expect(document.vehicles[0].properties["m99"] == "99")
        #expect(
            document.parseReport.notices
                == ["only the first 100 properties of the vehicles are kept"])

        let long = String(repeating: "x", count: 5000)
        let odd = try table(
            #"""
            [{"id": "a", "": "1", "\#(long)": "2", "a\u001b": "3", "ok": "\#(long)\u001b",
              "ok": "again"}]
            """#)
        #expect(odd.properties.map(\.name) == ["ok"])
        #expect(odd.vehicles[0].properties["ok"]?.count == 1000)

        let broken = try table(#"{"vehicles": [{"id": "a", "Shelf": "A", "x": tru}]}"#)
        #expect(broken.ids == ["a"])
    }

    @Test("Names that are canonically equivalent are different properties")
    func equivalent() throws {
        let document = try table("[{\"id\": 1, \"\u{E9}\": \"a\", \"e\u{301}\": \"b\"}]")
        #expect(document.properties.count == 2)
        #expect(document.vehicles[0].properties.all.map(\.value) == ["a", "b"])
    }
}
