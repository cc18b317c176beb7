import Testing

@testable import FleetCore

@Suite struct ViewContentTests {
    @Test(
        "a view has one text form, however it is typed",
        arguments: [
            ("", ""), ("color=red", "color=red"), ("?color=red&", "color=red"),
            ("min-battery=20&color=blue&color=red", "color=blue&color=red&min_battery=20"),
            (
                "https://fleet.example/?source=oslo&search=A%3F+b&min_battery=&after=0,A#top",
                "search=A%3F%20b"
            ),
            (
                "search=A?&sort=battery&reverse=1&limit=3&favorites=1&fields=id,battery",
                "search=A%3F&sort=battery&reverse=1&favorites=1&fields=id%2Cbattery"
            ),
            ("/map", ""), ("near=59.9,10.7&within=2km", "near=59.9%2C10.7&within=2km"),
            ("view=other", ""), ("color=all&sort=id&reverse=0&favorites=false&near_me=0", ""),
            ("near=1,2&sort=distance", "near=1%2C2"), ("near=1,2&sort=id", "near=1%2C2&sort=id"),
        ])
    func canonical(text: String, expected: String) throws {
        let content = try ViewContent(text)
        #expect(content.text == expected)
        #expect(try ViewContent(content.text) == content)
        #expect(content.isSame(as: .all) == expected.isEmpty)
    }

    @Test(
        "a view that no list has is refused",
        arguments: [
            ("min_battery=x", "min_battery must be"), ("favorites=2", "favorites must be 1 or 0"),
            ("colour=red", "the name colour, which no filter of a list"),
            ("red", "no filter of a list"), ("where=red", "where must be a condition"),
            ("sort=distance", "sort distance needs near LAT,LON"),
            ("fields=distance", "fields distance needs near LAT,LON"),
            ("within=2km", "within needs near LAT,LON"),
            ("search=" + String(repeating: "a", count: 4000), "longer than 4,000 bytes"),
            ("search=" + String(repeating: "ä", count: 1000), "longer than 4,000 bytes"),
        ])
    func refused(text: String, message: String) {
        #expect {
            try ViewContent(text)
        } throws: { error in
            (error as? ViewContentError)?.message.contains(message) == true
        }
    }

    @Test("two views are the same if they list the same, whatever the text")
    func same() throws {
        func isSame(_ left: String, _ right: String) throws -> Bool {
            try ViewContent(left).isSame(as: ViewContent(right))
        }
        #expect(try isSame("color=red,blue&sort=id", "color=red&color=blue"))
        #expect(try isSame("near=1,2&sort=distance", "near=1,2"))
        #expect(try isSame("min_battery=20%25", "min_battery=20"))
        #expect(try !isSame("near=1,2", ""))
        #expect(try !isSame("favorites=1", ""))
        #expect(try !isSame("fields=id", ""))
        #expect(try !isSame("reverse=1", ""))
    }

    @Test("fields replace those of the same name, and a location is then no longer one's own")
    func replacing() throws {
        let view = try FilterInput(query: "color=red&color=blue&near=1,2&near_me=1&within=1km")
        let beside = try FilterInput(query: "color=green&near=3,4")
        #expect(view.replacing(beside).query == "color=green&near=3%2C4&within=1km")
        #expect(view.replacing(try FilterInput(query: "idle=1h")).query.contains("near_me=1"))
    }

    @Test("a summary has the filter, the order and the columns")
    func phrases() throws {
        let content = try ViewContent(
            "color=red&favorites=1&sort=battery&reverse=1&fields=id,state")
        #expect(
            content.phrases == [
                "favorites", "color red", "by battery, reversed", "columns id, state",
            ])
        #expect(ViewContent.all.phrases == [])
        #expect(try ViewContent("reverse=1").phrases == ["by id, reversed"])
    }

    @Test("pages show the columns of fields, each once")
    func columns() {
        #expect(
            VehicleColumn.columns(ofFields: ["battery", "lat", "lon", "vehicle_type_id", "x"])
                == [.battery, .location, .type])
    }
}
