import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Views of the server")
struct ViewTests {
    private static let path = "/api/v1/views"

    private func served() async throws -> ServedTeam {
        try await ServedTeam([
            (
                "demo",
                ["red", "blue", "green"].enumerated().map { index, color in
                    var vehicle = Vehicle(id: "\(color)-1")
                    vehicle.color = VehicleColor(color)
                    vehicle.battery = Battery(percent: Double(10 + 30 * index))
                    vehicle.stationID = "depot"
                    return vehicle
                }
            )
        ])
    }

    /// Adds a view by the API, and returns its ID.
    private func add(
        _ name: String, _ filter: String, forAll: Bool = false, _ visitor: Visitor
    ) async throws -> String {
        let answer = try await visitor.send(
            .post, Self.path,
            json: #"{"name": "\#(name)", "filter": "\#(filter)", "for_all": \#(forAll)}"#)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(try answer.json()["id"] as? String)
    }

    private func ids(_ answer: Answer) throws -> [String] {
        let vehicles = try #require(try answer.json()["vehicles"] as? [[String: Any]])
        return vehicles.compactMap { $0["vehicle_id"] as? String }
    }

    @Test("A view is added, listed, changed and removed by the API; a viewer has their own")
    func documents() async throws {
        let server = try await served()
        let eve = try await server.visitor("eve", .viewer)
        let id = try await add("Low", "?max-battery=40&sort=battery&limit=3", eve)
        let view = try await eve.get("\(Self.path)/\(id)").json()
        #expect(view["name"] as? String == "Low" && view["for_all"] as? Bool == false)
        #expect(view["filter"] as? String == "max_battery=40&sort=battery")
        #expect(view["alerts"] == nil && view["created_by"] == nil)
        let taken = try await eve.send(
            .post, Self.path, json: #"{"name": "LOW", "filter": ""}"#)
        #expect(taken.status == 409)
        let changed = try await eve.send(
            .patch, "\(Self.path)/\(id)", json: #"{"name": "Lowest", "filter": "max_battery=20"}"#)
        #expect(try changed.json()["filter"] as? String == "max_battery=20")
        let list = try await eve.get(Self.path).json()["views"] as? [[String: Any]]
        #expect(list?.map { $0["name"] as? String } == ["Lowest"])
        #expect(try await eve.send(.delete, "\(Self.path)/\(id)", json: "").status == 204)
        #expect(try await eve.send(.delete, "\(Self.path)/\(id)", json: "").status == 404)
    }

    @Test("Another person's view does not exist, on no route, not even for an administrator")
    func isolation() async throws {
        let server = try await served()
        let (ana, root) = (try await server.visitor("ana"), try await server.visitor("root"))
        let id = try await add("Secret", "color=red", ana)
        let own = "\(Self.path)/\(id)"
        #expect(try await root.get(own).status == 404)
        #expect(try await root.send(.patch, own, json: #"{"name": "x"}"#).status == 404)
        #expect(try await root.send(.delete, own, json: "").status == 404)
        for form in [[("do", "rename"), ("name", "x")], [("do", "remove")], [("do", "save")]] {
            #expect(try await root.post("/views/" + id, form).status == 404)
        }
        for path in [
            "/?view=\(id)", "/?view=Secret", "/map?view=Secret",
            "/api/v1/sources/demo/vehicles?view=\(id)",
            "/api/v1/sources/demo/points?view=Secret",
        ] {
            let answer = try await root.get(path)
            #expect(answer.status == 404 && !answer.text.contains("color=red"), "\(path)")
        }
        for path in ["/", "/views", Self.path, "/api/v1/export"] {
            #expect(try await !root.get(path).text.contains("Secret"), "\(path)")
            #expect(try await ana.get(path).text.contains("Secret"), "\(path)")
        }
    }

    @Test("Everybody sees the views for everybody, and only administrators change them")
    func forAll() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        let id = try await add("Red", "color=red", forAll: true, root)
        for role in [Role.viewer, .member] {
            let visitor = try await server.visitor("\(role)", role)
            #expect(
                try await ids(visitor.get("/api/v1/sources/demo/vehicles?view=red")) == ["red-1"])
            let own = "\(Self.path)/\(id)"
            #expect(try await visitor.get(own).json()["created_by"] as? String == "root")
            #expect(try await visitor.send(.patch, own, json: #"{"name": "x"}"#).status == 403)
            #expect(try await visitor.send(.delete, own, json: "").status == 403)
            #expect(try await visitor.post("/views/" + id, [("do", "remove")]).status == 403)
            let form = [("name", "x"), ("filter", ""), ("for_all", "1")]
            #expect(try await visitor.post("/views", form).status == 403)
            #expect(try await !visitor.get("/views").text.contains("/views/" + id))
            let page = try await visitor.get("/?color=blue").text
            #expect(page.contains("Save as view") && !page.contains("for_all"))
        }
        #expect(try await root.get("/?color=blue").text.contains("for_all"))
    }

    @Test("A view neither reads nor saves the saved colors")
    func savedColors() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        _ = try await add("Low", "max_battery=50", ana)
        _ = try await add("Blue", "color=blue", ana)
        _ = try await ana.post("/", [("color", "red")])
        func shown(_ path: String) async throws -> [String] {
            let text = try await ana.get(path).text
            return ["red-1", "blue-1", "green-1"].filter { text.contains("data-id=\"\($0)\"") }
        }
        #expect(try await shown("/") == ["red-1"])
        #expect(try await shown("/?view=low") == ["red-1", "blue-1"])
        #expect(try await shown("/?view=Blue") == ["blue-1"])
        #expect(try await shown("/?view=Low&color=green,blue") == ["blue-1"])
        #expect(try await !ana.get("/?view=Blue").text.contains("is saved."))
        #expect(try await shown("/map?view=Blue") == [])
        #expect(try await shown("/") == ["red-1"])
    }

    @Test("A parameter beside a view replaces its own of the same name, and others narrow further")
    func beside() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let id = try await add("Low", "max-battery=50&color=red,blue&sort=battery&reverse=1", ana)
        func listed(_ query: String) async throws -> [String] {
            try await ids(ana.get("/api/v1/sources/demo/vehicles?view=\(query)"))
        }
        #expect(try await listed("Low") == ["blue-1", "red-1"])
        #expect(try await listed(id) == ["blue-1", "red-1"])
        #expect(try await listed("low&color=red&color=green") == ["red-1"])
        #expect(try await listed("Low&search=blue") == ["blue-1"])
        #expect(
            try await listed("Low&max_battery=100&color=all") == ["green-1", "blue-1", "red-1"])
        #expect(try await listed("Low&sort=id&reverse=0") == ["blue-1", "red-1"])
        // The next answer is that of the view as it is then, also from a cache.
        let change = #"{"filter": "color=green"}"#
        #expect(try await ana.send(.patch, "\(Self.path)/\(id)", json: change).status == 200)
        #expect(try await listed("Low") == ["green-1"])
        // On a page, a field without a value clears that of the view.
        let page = try await ana.get("/?view=Low&color=&state=").text
        #expect(page.contains("data-id=\"red-1\"") && page.contains("data-id=\"green-1\""))
        #expect(try await ana.get("/api/v1/sources/demo/vehicles?view=none").status == 404)
        #expect(
            try await ana.get("/api/v1/sources/demo/vehicles?view=none").json()["parameter"]
                as? String == "view")
    }

    @Test("The columns of a view are those of its page, and the fields of its documents")
    func columns() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        _ = try await add("Depot", "fields=vehicle_id,station,battery&favorites=0", ana)
        let text = try await ana.get("/?view=Depot").text
        #expect(text.contains("data-f=\"station\"") && text.contains("data-f=\"battery\""))
        #expect(!text.contains("<th role=\"columnheader\" scope=\"col\" class=\"c-color\">"))
        let path = "/api/v1/sources/demo/vehicles?view=Depot"
        let csv = try await ana.get(path + "&format=csv").text
        #expect(csv.hasPrefix("vehicle_id,station_id,battery_percent"))
        #expect(try await ana.get(path + "&format=gbfs").status == 200)
        #expect(try await ana.get(path + "&fields=id&format=gbfs").status == 400)
        #expect(try await ana.get(path + "&fields=nothing").status == 400)
        #expect(try await ids(ana.get(path + "&fields=id&color=red")) == ["red-1"])
    }

    @Test("A page saves its filter as a view, which is then one link away, and saves its changes")
    func forms() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        #expect(try await !root.get("/").text.contains("Save as view"))
        let page = try await root.get("/?color=red&sort=battery")
        #expect(page.text.contains("Save as view"))
        let filter = "color=red&sort=battery"
        #expect(page.values("value").contains("color=red&amp;sort=battery"))
        let saved = try await root.post(
            "/views", [("name", "Red <ones>"), ("filter", filter), ("source", "demo")])
        let view = try #require(try await server.views(of: "root").first)
        #expect(saved.location == "/?source=demo&view=" + view.id.text)
        let list = try await root.get("/?view=" + view.id.text).text
        #expect(list.contains("aria-current=\"true\"><span>Red &lt;ones&gt;</span>"))
        #expect(
            list.contains("--view &#39;Red &lt;ones&gt;&#39;") && !list.contains("changed</span>"))
        #expect(!list.contains("Save as view"))

        let changed = try await root.get("/?view=\(view.id.text)&color=blue&sort=&reverse=")
        #expect(changed.text.contains("Save changes") && changed.text.contains("Save as view"))
        #expect(changed.values("value").contains("color=blue"))
        let kept = try await root.post(
            "/views/" + view.id.text,
            [("do", "save"), ("filter", "color=blue"), ("source", "demo")])
        #expect(kept.location == "/?source=demo&view=" + view.id.text)
        #expect(try await server.views(of: "root").map(\.content.text) == ["color=blue"])

        let taken = try await root.post(
            "/views", [("name", "red <ONES>"), ("filter", "color=green"), ("source", "demo")])
        #expect(taken.status == 409)
        #expect(taken.text.contains("The name is taken.") && taken.text.contains("Replace red"))
        #expect(taken.values("value").contains("color=green"))
        let replaced = try await root.post(
            "/views", [("name", "red <ONES>"), ("filter", "color=green"), ("replace", "1")])
        #expect(replaced.status == 303)
        #expect(try await server.views(of: "root").map(\.content.text) == ["color=green"])

        let renamed = try await root.post(
            "/views/" + view.id.text, [("do", "rename"), ("name", "Green")])
        #expect(renamed.location == "/views")
        #expect(try await root.get("/views").text.contains("<strong class=\"break\">Green<"))
        #expect(try await root.post("/views/" + view.id.text, [("do", "x")]).status == 422)
        #expect(
            try await root.post("/views/" + view.id.text, [("do", "remove")]).location == "/views")
        #expect(try await root.get("/views").text.contains("No views yet"))
    }

    @Test("Where the person is stays out of the views for everybody")
    func nearMe() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        for address in ["/?near=48.8,2.3&within=1km&near-me=1", "/?favorites=1"] {
            let page = try await root.get(address).text
            #expect(page.contains("Save as view") && page.contains("For you alone"))
            #expect(!page.contains("name=\"for_all\""))
        }
        let filter = "near=48.8%2C2.3&within=1km&near_me=1"
        #expect(
            try await root.get("/?near=48.8,2.3&within=1km&near-me=1").values("value")
                .contains(filter.replacing("&", with: "&amp;")))
        let form = [("name", "Here"), ("filter", filter), ("for_all", "1")]
        let refused = try await root.post("/views", form)
        #expect(refused.status == 422 && refused.text.contains("begins where the person is"))
        let json = #"{"name": "Here", "filter": "\#(filter)", "for_all": true}"#
        #expect(try await root.send(.post, Self.path, json: json).status == 422)
        #expect(try await root.post("/views", Array(form.prefix(2))).status == 303)
        // Another location beside it is no longer the person's own.
        let beside = try await root.get("/?view=Here&near=59.9,10.7").text
        #expect(beside.contains("name=\"for_all\""))
        #expect(try await server.views(of: "root").map(\.isForAll) == [false])
    }

    @Test("A view that alerts use cannot be removed, and a change names the alerts")
    func alerts() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        let id = try await add("Red", "color=red", forAll: true, root)
        let json =
            #"{"name": "Low & <red>", "kinds": ["moved"], "view": "Red", "webhook": "https://9.9.9.9"}"#
        #expect(try await root.send(.post, "/api/v1/alerts", json: json).status == 201)
        let refused = try await root.send(.delete, "\(Self.path)/\(id)", json: "")
        #expect(refused.status == 409)
        #expect(
            try refused.json()["detail"] as? String
                == "The view is used by the alerts Low & <red>.")
        let page = try await root.post("/views/" + id, [("do", "remove")])
        #expect(page.status == 409 && page.text.contains("the alerts Low &amp; &lt;red&gt;."))
        let changed = try await root.send(
            .patch, "\(Self.path)/\(id)", json: #"{"filter": "color=blue"}"#)
        #expect(try changed.json()["alerts"] as? [String] == ["Low & <red>"])
        let saved = try await root.post(
            "/views/" + id, [("do", "save"), ("filter", "color=green")])
        #expect(saved.text.contains("changed, also for the alert Low &amp; &lt;red&gt;."))
        #expect(try await server.team.alerts()[0].content.filter.color == ColorFilter(["green"]))
    }

    @Test(
        "A hostile name or filter is refused, on the page with what was typed",
        arguments: [
            ("", "", 422), ("a\u{0}", "", 422), ("a\u{1B}[2J", "", 422),
            (String(repeating: "x", count: 65), "", 422), ("a", "colour=red", 422),
            ("a", "min_battery=" + hostile, 422), ("a", "search=%FF%00", 303),
            ("a", "search=" + String(repeating: "a", count: 4000), 422), (hostile, "", 303),
            ("01890a5d-ac96-774b-bcce-b302099a8057", "", 422),
        ])
    func refused(name: String, filter: String, status: Int) async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let answer = try await ana.post("/views", [("name", name), ("filter", filter)])
        #expect(answer.status == status)
        #expect(!answer.text.contains("<script>alert"))
        guard status == 422 else {
            for path in ["/views", "/", "/?view=" + PercentEncoding.encoded(name)] {
                let page = try await ana.get(path)
                #expect(page.status == 200 && !page.text.contains("<script>alert"), "\(path)")
            }
            return
        }
        #expect(answer.text.contains("role=\"alert\""))
        #expect(try await server.views(of: "ana") == [])
        var document = ["name": name, "filter": filter]
        let json = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
        #expect(try await ana.send(.post, Self.path, json: json).status == 422)
        document = ["name": "ok", "filter": ""]
        let good = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
        let made = try await ana.send(.post, Self.path, json: good)
        let id = try #require(try made.json()["id"] as? String)
        #expect(try await ana.send(.patch, "\(Self.path)/\(id)", json: json).status == 422)
    }

    @Test("A page of another site saves no view, and neither does who is not signed in")
    func foreign() async throws {
        let server = try await served()
        let ana = try await server.visitor("ana")
        let body = Array("name=x&filter=".utf8)
        let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        var fields = type
        fields[.origin] = "https://evil.example"
        #expect(try await ana.send(.post, "/views", body: body, fields: fields).status == 403)
        #expect(try await server.stranger.get("/views").status == 303)
        #expect(try await server.stranger.get(Self.path).status == 401)
        #expect(try await server.views(of: "ana") == [])
    }
}

extension ServedTeam {
    /// Returns the views that a user sees.
    fileprivate func views(of name: String) async throws -> [TeamView] {
        let signedIn = try await team.signIn(
            name: name, password: Password(Self.password), from: Client(address: nil))
        return try await signedIn.access.views.all()
    }
}
