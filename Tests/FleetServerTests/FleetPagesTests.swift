import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Pages and API of the fleet")
struct FleetPagesTests {
    private static let hostile = "\"><script>alert(1)</script>\u{202E}'{{id}}"

    private static func fleet(_ count: Int) -> [Vehicle] {
        (0..<count).map { number in
            var vehicle = Vehicle(id: "V\(String(number + 1000).dropFirst())")
            vehicle.color = VehicleColor(number.isMultiple(of: 2) ? "red" : "blue")
            vehicle.isDisabled = false
            vehicle.battery = Battery(percent: Double(number % 100))
            vehicle.position = Position(latitude: 48 + Double(number) / 1000, longitude: 2)
            return vehicle
        }
    }

    @Test("The address of a label, typed or pasted as a search, opens the page of its vehicle")
    func searchedLabel() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "a b")])])
        let root = try await server.visitor("root")
        func search(_ text: String) async throws -> Answer {
            try await root.get("/" + QueryItems([("search", text)]).query)
        }
        let found = try await search(" \(ServedTeam.origin)/v/demo/a%20b ")
        #expect(found.status == 303 && found.location == "/v/demo/a%20b")
        for text in [
            "https://evil.example/v/demo/a%20b", "\(ServedTeam.origin)//evil.example/v/",
            "\(ServedTeam.origin)/account", "/v/demo/a%20b", "a b",
        ] {
            #expect(try await search(text).status == 200, "\(text)")
        }
    }

    @Test(
        "Without a session, pages lead to the sign-in and back, and the API answers 401",
        arguments: ["/", "/map", "/v/demo/V000", "/v/demo/none"])
    func stranger(target: String) async throws {
        let server = try await ServedTeam([("demo", Self.fleet(3))])
        let answer = try await server.stranger.get(target + "?x=1")
        #expect(answer.status == 303)
        #expect(
            answer.location == "/signin?next=" + PercentEncoding.encoded(target + "?x=1"))
        for path in ["/sources", "/sources/demo/vehicles", "/sources/none/points"] {
            let answer = try await server.stranger.get("/api/v1" + path)
            #expect(answer.status == 401)
            #expect(answer.fields[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test("The navigation has five pages; the others are in its menu")
    func navigation() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(3))])
        let text = try await server.visitor("root").get("/limits").text
        let start = try #require(text.range(of: "class=\"main-nav\""))
        let end = try #require(text[start.upperBound...].range(of: "</nav>"))
        let parts = text[start.upperBound..<end.lowerBound].split(separator: "<details")
        #expect(parts.count == 2)
        let labels = parts.map { $0.matches(of: /<a href="(\/[a-z\/]*)/).map { String($0.1) } }
        #expect(labels[0] == ["/", "/map", "/attention", "/tasks", "/report"])
        #expect(
            labels[1] == [
                "/notes", "/sites", "/favorites", "/views", "/events", "/limits", "/check",
                "/labels", "/admin/people",
            ])
        #expect(parts[1].contains("href=\"/limits\" aria-current=\"page\""))
    }

    @Test("The list shows the vehicles that match, in pages, and the command for the same list")
    func list() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(120))])
        let ana = try await server.visitor("ana", .viewer)
        let page = try await ana.get("/?color=red&max-battery=99")
        #expect(page.status == 200)
        #expect(page.text.contains("60 of 120 vehicles match"))
        #expect(page.text.contains("fleet list --source team:demo --color red --max-battery 99"))
        #expect(page.text.contains("Select V098\"") && !page.text.contains("Select V100\""))
        let next = try #require(page.text.firstMatch(of: /href="([^"]*after=[^"]*)" rel="next"/))
        let second = try await ana.get(String(next.output.1).replacing("&amp;", with: "&"))
        #expect(second.text.contains("Select V118\"") && !second.text.contains("Select V098\""))
    }

    @Test("The form of the filter has charges as numbers, also from an address with percent signs")
    func charges() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(4))])
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/?min_battery=80%25&max_battery=95")
        #expect(page.status == 200)
        #expect(page.text.contains(/name="min-battery"[^>]* value="80"/))
        #expect(page.text.contains(/name="max-battery"[^>]* value="95"/))
    }

    @Test("The form of the filter keeps all that its address has")
    func keptFilter() async throws {
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.setTypes([VehicleType(id: "t1", propulsionType: "electric")])
        let fleet = ["a", "b", "c"].map { id in
            var vehicle = Vehicle(id: id)
            (vehicle.typeID, vehicle.formFactor) = (id == "c" ? "t2" : "t1", "bicycle")
            return vehicle
        }
        let server = try await ServedTeam([("demo", [])])
        try await server.load(fleet, server.sources.all[0], feed)
        let ana = try await server.visitor("ana")
        let page = try await ana.get(
            "/?type=electric,bike&type=t2&bbox=48,2,49,3&station=gone&state=AVAILABLE")
        for (name, value) in [
            ("type", "electric"), ("type", "bike"), ("type", "t2"), ("state", "available"),
        ] {
            #expect(page.text.contains(#"name="\#(name)" value="\#(value)" checked"#), "\(value)")
        }
        #expect(page.text.contains(#"name="bbox" value="48,2,49,3""#))
        #expect(page.text.contains(#"<option value="gone" selected>"#))
        let others = try await ana.get("/?type=electric,bike&type=t2")
        #expect(others.text.contains(/value="electric" checked>[^>]*>2</))
    }

    @Test("Pages and the API select by region, show it, and name the regions for an unknown one")
    func regions() async throws {
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.setRegions([
            Region(id: "n", name: "North <b>"), Region(id: "s", name: "South"),
        ])
        feed.hasRegions = true
        let fleet = [("a", "n"), ("b", "s"), ("c", nil)].map { id, region in
            var vehicle = Vehicle(id: id)
            vehicle.regionID = region
            return vehicle
        }
        let server = try await ServedTeam([("demo", []), ("plain", [Vehicle(id: "x")])])
        try await server.load(fleet, server.sources.all[0], feed)
        let ana = try await server.visitor("ana")
        let page = try await ana.get("/?source=demo&region=north%20%3Cb%3E").text
        #expect(page.contains("1 of 3 vehicles match"))
        #expect(page.contains(#"<option value="North &lt;b&gt;" selected>North &lt;b&gt;"#))
        #expect(page.contains(#"<option value="South">South</option>"#))
        #expect(page.contains("region north &lt;b&gt;") && !page.contains("North <b>"))
        #expect(page.contains(#"data-column="region""#) || page.contains("Region"))
        let vehicle = try await ana.get("/v/demo/b").text
        #expect(vehicle.contains(/<dt>Region<\/dt>.*South/.dotMatchesNewlines()))
        let list = try await ana.get("/api/v1/sources/demo/vehicles?region=S&region=N").json()
        let vehicles = try #require(list["vehicles"] as? [[String: Any]])
        #expect(vehicles.map { $0["region"] as? String } == ["North <b>", "South"])
        #expect(vehicles.map { $0["region_id"] as? String } == ["n", "s"])
        let unknown = try await ana.get("/api/v1/sources/demo/vehicles?region=West")
        #expect(unknown.status == 400)
        #expect(try unknown.json()["parameter"] as? String == "region")
        #expect(try unknown.json()["hint"] as? String == "Use one of: North <b>, South.")
        let plain = try await ana.get("/?source=plain&region=South")
        #expect(plain.status == 200 && plain.text.contains("There is no region South."))
        #expect(try await !ana.get("/?source=plain").text.contains(#"name="region""#))
    }

    @Test("The page of a vehicle and the API have the times when it is free, if any are announced")
    func availability() async throws {
        let server = try await ServedTeam([("demo", [])])
        let now = server.clock.now
        var documents = SideDocuments()
        var free = VehicleAvailability()
        free.add(
            [
                VehicleAvailability.Slot(start: now - .seconds(60), end: now + .seconds(3600)),
                VehicleAvailability.Slot(start: now + .seconds(7200), end: now + .seconds(9000)),
                VehicleAvailability.Slot(start: now + .seconds(90_000)),
            ], of: "a")
        free.add([], of: "b")
        documents.availability = free
        try await server.load(
            ["a", "b", "c"].map { Vehicle(id: $0) }, server.sources.all[0], documents: documents)
        let ana = try await server.visitor("ana")
        func facts(_ id: String) async throws -> [String] {
            try await ana.get("/v/demo/\(id)").text.matches(of: /<dt>Free<\/dt><dd>(.*?)<\/dd>/)
                .map { String($0.1) }
        }
        let announced = try await facts("a")
        #expect(announced.count == 3)
        #expect(announced.first?.hasPrefix("until ") == true, "\(announced)")
        #expect(announced[1].contains(" to ") && announced[2].hasPrefix("from "), "\(announced)")
        #expect(try await facts("b") == ["at no announced time"])
        #expect(try await facts("c") == [])
        let vehicle = try await ana.get("/api/v1/sources/demo/vehicles/a").json()
        #expect((vehicle["availabilities"] as? [Any])?.count == 3)
    }

    @Test("The pages and the API of sites select by region, show it, and name the regions")
    func regionsOfSites() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "x")])])
        let sites = [("A", "n"), ("B", "s"), ("C", nil)].map { id, region in
            var site = Site(id: id)
            site.regionID = region
            return site
        }
        let ana = try await server.visitor("ana")
        #expect(try await !ana.get("/sites").text.contains("<select"))
        try await server.load(
            sites: sites, server.sources.all[0],
            regions: [Region(id: "n", name: "North <b>"), Region(id: "s", name: "South")])
        #expect(try await ana.get("/sites").values("data-site") == ["A", "B", "C"])
        let page = try await ana.get("/sites?region=north%20%3Cb%3E")
        #expect(page.values("data-site") == ["A"] && page.text.contains("1 of 3 sites"))
        #expect(page.text.contains(#"<option value="North &lt;b&gt;" selected>North &lt;b&gt;"#))
        #expect(page.text.contains(#"<span class="id">A</span> · North &lt;b&gt;</p>"#))
        #expect(
            page.text.contains(
                "fleet site list --source team:demo --region &#39;north &lt;b&gt;&#39;"))
        let none = try await ana.get("/sites?region=South&alarm=1")
        #expect(none.text.contains("No site matches the filters."))
        #expect(none.text.contains(#"<input type="hidden" name="alarm" value="1">"#))
        let site = try await ana.get("/sites/demo/B").text
        #expect(site.contains(/<dt>Region<\/dt><dd>South</))
        let api = "/api/v1/sources/demo/sites"
        for format in ["json", "ndjson", "csv", "geojson"] {
            let text = try await ana.get(api + "?region=S&format=\(format)").text
            #expect(text.contains("South") && !text.contains(#""A""#), "\(format)")
        }
        let all = try await ana.get(api).json()
        let listed = try #require(all["sites"] as? [[String: Any]])
        #expect(listed.map { $0["region"] as? String } == ["North <b>", "South", nil])
        #expect(listed.map { $0["region_id"] as? String } == ["n", "s", nil])
        let one = try await ana.get(api + "/B").json()["site"] as? [String: Any]
        #expect(one?["region"] as? String == "South")
        let unknown = try await ana.get(api + "?region=West")
        #expect(unknown.status == 400 && unknown.text.contains("There is no region West."))
        // A bookmark of a region that is gone still opens, and the page says why it is empty.
        let gone = try await ana.get("/sites?region=West")
        #expect(gone.status == 200 && gone.text.contains("There is no region West."))
    }

    @Test("The pages and the API of sites show the types that are available, and select by them")
    func typesOfSites() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "x")])])
        let counts = [("A", "h"), ("B", "<b>"), ("C", nil)]
        let sites = counts.map { id, type in
            var site = Site(id: id)
            site.vehiclesByType = type.map { [TypedCount([$0], count: 2)] }
            (site.docksAvailable, site.docksByType) = (3, type.map { [TypedCount([$0], count: 3)] })
            return site
        }
        let types = [VehicleType(id: "h", formFactor: "scooter_standing", name: "Hop & co")]
        let ana = try await server.visitor("ana")
        try await server.load(sites: [Site(id: "A")], server.sources.all[0], types: types)
        let uncounted = try await ana.get("/sites?type=h").text
        #expect(uncounted.contains("demo does not say which vehicle types are at its stations."))
        #expect(!uncounted.contains("<select"))
        try await server.load(sites: sites, server.sources.all[0], types: types, at: 1_800_000_010)
        let page = try await ana.get("/sites?type=scooter")
        #expect(page.values("data-site") == ["A"] && page.text.contains("1 of 3 sites"))
        #expect(page.text.contains(#"<option value="&lt;b&gt;">&lt;b&gt;</option>"#))
        #expect(page.text.contains("<dt>Available by type</dt><dd>2 Hop &amp; co</dd>"))
        #expect(page.text.contains("fleet site list --source team:demo --type scooter"))
        #expect(page.text.contains("type scooter"))
        let site = try await ana.get("/sites/demo/B").text
        #expect(site.contains("<dt>Docks free</dt><dd>3 (3 &lt;b&gt;)</dd>"))
        let gone = try await ana.get("/sites?type=Hop")
        #expect(gone.status == 200 && gone.text.contains("There is no vehicle type Hop."))
        let api = "/api/v1/sources/demo/sites"
        for format in ["json", "ndjson", "csv", "geojson"] {
            let text = try await ana.get(api + "?type=h&format=\(format)").text
            #expect(text.contains("A") && !text.contains("<b>"), "\(format)")
        }
        let unknown = try await ana.get(api + "?type=Hop")
        #expect(try unknown.status == 400 && unknown.json()["parameter"] as? String == "type")
        let all = try await ana.get(api).json()
        let listed = try #require(all["sites"] as? [[String: Any]])
        let first = listed[0]["vehicle_types_available"] as? [[String: Any]]
        #expect(first?.first?["vehicle_type_id"] as? String == "h")
        let feed = try #require(all["feed"] as? [String: Any])
        let listedTypes = feed["vehicle_types"] as? [[String: Any]]
        #expect(listedTypes?.first?["name"] as? String == "Hop & co")
    }

    @Test("The API refuses a filter for a value that no source has; a page names the nearest")
    func unknownValues() async throws {
        var vehicle = Vehicle(id: "a")
        vehicle.color = VehicleColor("red")
        (vehicle.typeID, vehicle.stationID) = ("hopper", "dock-1")
        let server = try await ServedTeam([("demo", [vehicle])])
        let ana = try await server.visitor("ana")
        for (query, message, hint) in [
            ("color=gren", "No vehicle has had the color gren.", "Did you mean green"),
            ("type=hoper", "There is no vehicle type hoper.", "Did you mean hopper?"),
            ("zone=Centre", "There is no zone Centre.", "The feed has none."),
            ("rule=slow", "There are no zones with rules.", "The feed has none."),
        ] {
            let api = try await ana.get("/api/v1/sources/demo/vehicles?" + query)
            #expect(api.status == 400, "\(query)")
            let problem = try api.json()
            #expect(problem["detail"] as? String == message, "\(query)")
            #expect((problem["hint"] as? String)?.hasPrefix(hint) == true, "\(query)")
            #expect(
                try await ana.get("/api/v1/sources/demo/points?" + query).status == 400, "\(query)")
            for page in ["/", "/map"] {
                let page = try await ana.get(page + "?source=demo&" + query)
                #expect(page.status == 200 && page.text.contains(message), "\(query)")
            }
        }
        for query in ["color=green", "type=cargo-bike", "color=red", "type=hopper"] {
            let api = try await ana.get("/api/v1/sources/demo/vehicles?" + query)
            #expect(api.status == 200, "\(query)")
            let page = try await ana.get("/?source=demo&" + query)
            #expect(!page.text.contains("data-unknown-value"), "\(query)")
        }
    }

    @Test("The number beside a choice of the filter is that of the vehicles that it would leave")
    func countsOfChoices() async throws {
        var fleet = Self.fleet(5)
        for index in [0, 3] { fleet[index].isReserved = true }
        for index in [1, 2, 4] { fleet[index].isReserved = false }
        let server = try await ServedTeam([("demo", fleet)])
        let ana = try await server.visitor("ana")
        func counts(_ query: String) async throws -> [String] {
            let page = try await ana.get("/" + query).text
            let choice = /name="(?:color|state)" value="(\w+)"(?: checked)?>.*?num"[^>]*>(\d+)</
            return page.matches(of: choice).map { "\($0.1) \($0.2)" }
                .filter { !$0.hasPrefix("unknown") && !$0.hasPrefix("disabled") }
        }
        #expect(
            try await counts("?color=all") == ["available 3", "reserved 2", "red 3", "blue 2"])
        #expect(
            try await counts("?color=red")
                == ["available 2", "reserved 1", "red 3", "blue 2"])
        #expect(
            try await counts("?color=red&state=available&min-battery=1&max-battery=3")
                == ["available 1", "reserved 0", "red 1", "blue 1"])
    }

    @Test("The chosen color is saved for the person, not for others")
    func savedColor() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(4))])
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        for path in ["/", "/map"] {
            let answer = try await ana.post(
                path,
                [
                    ("source", "demo"), ("search", ""), ("sort", "battery"), ("shown", ""),
                    ("color", "red"),
                ])
            #expect(answer.status == 303)
            #expect(answer.location == path + "?source=demo&sort=battery&color=red")
            let page = try await ana.get(path).text
            #expect(page.contains("2 of 4 vehicles match"))
            #expect(page.contains("Color filter <strong>red</strong> is saved."))
            #expect(try await bob.get(path).text.contains("4 vehicles"))
            let cleared = try await ana.post(path, [("source", "demo"), ("color", "all")])
            #expect(cleared.location == path + "?source=demo")
            #expect(try await ana.get(path).text.contains("4 vehicles"))
        }
        _ = try await ana.post("/", [("shown", ""), ("color", "pink")])
        #expect(try await ana.get("/").text.contains("4 vehicles"), "no vehicle is pink")
        #expect(try await ana.post("/", [("color", "#")]).status == 400)
    }

    @Test(
        "An address with colors narrows its own page and saves nothing, however it is opened",
        arguments: ["/", "/map"])
    func colorsOfAddress(path: String) async throws {
        let server = try await ServedTeam([("demo", Self.fleet(4))])
        let ana = try await server.visitor("ana")
        let saved = try #require(ColorFilter(["red"]))
        let mode = try #require(HTTPField.Name("Sec-Fetch-Mode"))
        for fields in [HTTPFields(), [.fetchSite: "same-origin", mode: "navigate"]] {
            let page = try await ana.get(path + "?color=blue", fields: fields).text
            #expect(page.contains("Color filter <strong>blue</strong> applies to this page only."))
            #expect(page.contains(#"<button class="link" type="submit" form="save-color">"#))
        }
        #expect(try await ana.get(path).text.contains("4 vehicles"))
        _ = try await ana.post(path, [("shown", ""), ("color", "red")])
        let page = try await ana.get(path + "?color=blue&sort=id").text
        #expect(page.contains("Color filter <strong>blue</strong> applies to this page only."))
        #expect(page.contains("Color filter <strong>red</strong> is saved, but not used here."))
        #expect(page.contains(#"<a href="\#(path)?sort=id">Use it</a>"#))
        let all = try await ana.get(path + "?color=all").text
        #expect(all.contains("Color filter <strong>red</strong> is saved, but not used here."))
        #expect(all.contains(#"<input type="hidden" name="color" value="all">"#))
        #expect(!all.contains("applies to this page only"))
        #expect(
            try await ana.get(path + "?color=red").text.contains("</strong> is saved.</li>")
                == false)
        #expect(try await ana.get(path + "?color=red").text.contains("</strong> is saved. "))
        #expect(try await server.colors(of: "ana") == saved)
    }

    @Test("A search beside the colors of a link saves nothing, and keeps them")
    func searchBesideColors() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(4))])
        let ana = try await server.visitor("ana")
        _ = try await ana.post("/", [("color", "red")])
        let page = try await ana.get("/?color=blue&color=unknown").text
        #expect(page.contains(#"name="shown" value="blue,unknown""#))
        let found = try await ana.post(
            "/",
            [("shown", "blue,unknown"), ("search", "V"), ("color", "unknown"), ("color", "blue")])
        #expect(found.location == "/?search=V&color=unknown&color=blue")
        let all = try await ana.post("/", [("color", "all"), ("shown", ""), ("search", "V")])
        #expect(all.location == "/?color=all&search=V")
        #expect(try await server.colors(of: "ana") == ColorFilter(["red"]))
        let changed = try await ana.post(
            "/", [("color", "all"), ("shown", ""), ("search", "V"), ("color", "blue")])
        #expect(changed.location == "/?search=V&color=blue")
        #expect(try await server.colors(of: "ana") == ColorFilter(["blue"]))
    }

    @Test("Programs read and save the same filter, each user their own")
    func filterAPI() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(4))])
        let ana = try await server.visitor("ana")
        let bob = try await server.visitor("bob")
        let saved = try await ana.send(
            .put, "/api/v1/filter", json: #"{"source": "demo", "colors": ["red"]}"#)
        #expect(saved.status == 204)
        #expect(try await ana.get("/").text.contains("2 of 4 vehicles match"))
        let own = try await ana.get("/api/v1/filter").text
        #expect(own == #"{"filters":[{"colors":["red"],"source":"demo"}]}"#)
        #expect(try await bob.get("/api/v1/filter").text == #"{"filters":[]}"#)
        #expect(try await server.stranger.get("/api/v1/filter").status == 401)
        for json in [#"{"source": "none", "colors": []}"#, #"{"source": "demo", "colors": ["-"]}"#]
        {
            #expect(try await ana.send(.put, "/api/v1/filter", json: json).status >= 404)
        }
    }

    @Test("A user who refreshes all the time has to wait; others have not")
    func refreshLimit() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(4))])
        let (ana, bob) = (try await server.visitor("ana"), try await server.visitor("bob"))
        let path = "/api/v1/sources/demo/refresh"
        for _ in 0..<Access.refreshesPerMinute {
            #expect(try await ana.send(.post, path, json: "{}").status == 200)
        }
        let refused = try await ana.send(.post, path, json: "{}")
        #expect(refused.status == 429)
        #expect(refused.fields[.retryAfter] == "60")
        #expect(try await bob.send(.post, path, json: "{}").status == 200)
    }

    @Test("Neither a viewer nor a token that reads can refresh, and pages hide the button")
    func refreshRights() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(4))])
        let source = server.sources.all[0]
        let failure = FeedFailure(.service(.status(503)), at: "https://example.com")
        server.sources.set(.failed(failure, retryAt: nil, attempt: 1, nil), of: source.uuid)
        let refused = [
            try await server.visitor("vera", .viewer),
            try await server.program("a", .viewer, .read),
            try await server.program("b", .administrator, .read),
        ]
        let path = "/api/v1/sources/demo/refresh"
        for visitor in refused {
            #expect(try await visitor.send(.post, path, json: "{}").status == 403)
            #expect(try await visitor.post("/refresh?source=demo").status == 403)
        }
        #expect(server.sources.refreshed.isEmpty)
        let hidden = try await refused[0].get("/").text
        #expect(!hidden.contains("/refresh") && !hidden.contains("data-can-refresh"))
        let member = try await server.visitor("ana")
        let shown = try await member.get("/")
        #expect(shown.values("action").count { $0 == "/refresh?source=demo" } == 2)
        #expect(shown.text.contains("data-can-refresh"))
        #expect(try await member.post("/refresh?source=demo").status == 303)
        let program = try await server.program("c", .member, .write)
        #expect(try await program.send(.post, path, json: "{}").status == 200)
        #expect(server.sources.refreshed.count == 2)
    }

    @Test("Text of a feed stays text, wherever a page shows it")
    func hostileText() async throws {
        var vehicle = Vehicle(id: Self.hostile)
        vehicle.color = VehicleColor(Self.hostile)
        vehicle.typeID = Self.hostile
        vehicle.formFactor = Self.hostile
        vehicle.stationID = Self.hostile
        vehicle.position = Position(latitude: 1, longitude: 2)
        vehicle.rentalURIs = RentalURIs(
            web: "javascript:alert(1)", android: " javascript:alert(1)",
            ios: "https://example.com/\"x")
        let server = try await ServedTeam([("demo", [vehicle])])
        let ana = try await server.visitor("ana")
        let path = "/v/demo/" + PercentEncoding.encoded(Self.hostile)
        for target in ["/", "/map", path, "/?search=" + PercentEncoding.encoded(Self.hostile)] {
            let page = try await ana.get(target)
            #expect(page.status == 200, "\(target)")
            #expect(!page.text.contains("<script>alert"))
            #expect(!page.text.contains("href=\"javascript"))
            #expect(!page.text.contains("\u{202E}"))
            #expect(page.text.contains("&lt;script&gt;"))
        }
    }

    @Test(
        "Values that are not valid are named, and nothing fails",
        arguments: [
            "/?min-battery=high", "/?within=5km", "/?state=lost", "/?after=x", "/?near=1",
            "/api/v1/sources/demo/vehicles?limit=-1", "/api/v1/sources/demo/vehicles?format=table",
        ])
    func invalid(target: String) async throws {
        let server = try await ServedTeam([("demo", Self.fleet(1))])
        let answer = try await server.visitor("ana").get(target)
        #expect(answer.status == 400)
    }

    @Test("The API's pages of a list make the whole list, in any order")
    func pages() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(25))])
        let ana = try await server.visitor("ana")
        for order in ["", "&sort=battery", "&sort=battery&reverse=1", "&sort=distance&near=48,2"] {
            var target = "/api/v1/sources/demo/vehicles?limit=10" + order
            var ids: [String] = []
            for _ in 0..<5 {
                let answer = try await ana.get(target)
                let rows = try #require(answer.json()["vehicles"] as? [[String: Any]])
                ids += rows.compactMap { $0["vehicle_id"] as? String }
                let link = answer.fields[HTTPField.Name("Link") ?? .location] ?? ""
                guard let next = link.firstMatch(of: /<([^>]*)>/) else { break }
                target = String(next.output.1)
            }
            #expect(ids.count == 25)
            #expect(Set(ids).count == 25)
        }
    }

    @Test("A vehicle that left the feed keeps its page; an unknown one has none")
    func gone() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(2))])
        let ana = try await server.visitor("ana")
        try await server.load([Self.fleet(2)[0]], server.sources.all[0], at: 1_799_999_995)
        let page = try await ana.get("/v/demo/V001")
        #expect(page.status == 200)
        #expect(page.text.contains("no longer in the feed"))
        #expect(try await ana.get("/v/demo/V009").status == 404)
        #expect(try await ana.get("/v/old-demo/V000").status == 200)
    }

    @Test("The points of the map have every vehicle with a location, and a tag of their revision")
    func points() async throws {
        let server = try await ServedTeam([("demo", Self.fleet(3) + [Vehicle(id: "nowhere")])])
        let ana = try await server.visitor("ana")
        let answer = try await ana.get("/api/v1/sources/demo/points")
        #expect(Array(answer.bytes.prefix(4)) == Array("FLPT".utf8))
        #expect(answer.bytes[8] == 3)
        #expect(answer.bytes.count.isMultiple(of: 4))
        let tag = try #require(answer.fields[.eTag])
        let again = try await ana.get("/api/v1/sources/demo/points", fields: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        let filtered = try await ana.get(
            "/api/v1/sources/demo/points?color=red", fields: [.ifNoneMatch: tag])
        #expect(filtered.status == 200 && filtered.bytes[8] == 2)
    }

    @Test("The QR code of a vehicle holds its ID", arguments: ["svg", "png", "pdf"])
    func symbols(format: String) async throws {
        let server = try await ServedTeam([("demo", Self.fleet(1))])
        let answer = try await server.visitor("ana")
            .get("/api/v1/sources/demo/vehicles/V000/qr." + format)
        #expect(answer.status == 200)
        #expect(answer.bytes.count > 100)
    }
}

extension ServedTeam {
    /// Returns the colors that a user has saved for the first source.
    fileprivate func colors(of name: String) async throws -> ColorFilter {
        let access = try await team.signIn(
            name: name, password: Password(Self.password), from: Client(address: nil)
        ).access
        return try await access.filters.colors(of: sources.all[0].uuid)
    }
}
