import FleetTestSupport
import Foundation
import Testing

@Suite("A name that only one vehicle has is the code on it", .slots)
struct NamedVehicleTests {
    private func home(_ names: [String?]) throws -> (FleetHome, source: String) {
        let home = try FleetHome()
        let rows = names.enumerated().map { index, name in
            let member = name.map { #","name":"\#($0)""# } ?? ""
            return #"{"bike_id":"id_\#(index)","lat":45.4,"lon":-75.7\#(member)}"#
        }
        let path = try home.write(
            #"{"version":"1.0","data":{"bikes":[\#(rows.joined(separator: ","))]}}"#,
            to: "free_bike_status.json")
        return (home, path)
    }

    @Test("in lists, exports and searches, and on labels of the field `name`")
    func code() async throws {
        let (home, path) = try home(["1177", "0088", nil])
        let list = try await home.run("list", "--source", path).succeeded().lines
        #expect(list[0].contains("CODE") && list[1].contains("1177") && list[2].contains("0088"))
        let json = try await home.run("list", "--json", "--source", path).succeeded()
        #expect(try await Tool.jq("[.vehicles[].code]", json.data) == [#"["1177","0088",null]"#])
        let search = try await home.run("list", "--json", "--search", "0088", "--source", path)
        #expect(search.succeeded().ids == ["id_1"])
        _ = try await home.run("source", "add", "ottawa", path, "--label-field", "name").succeeded()
        let labels = try await home.run(
            "labels", "0088", "--source", "ottawa", "--out", home.path + "/labels/")
        let index = try String(
            contentsOfFile: home.path + "/labels/index.csv", encoding: .utf8)
        #expect(labels.status == 0 && index.contains("0088") && !index.contains("1177"))
    }

    @Test("but not the name of a model, which many have")
    func model() async throws {
        let (home, path) = try home(["Bike 3000", "Bike 3000", "Other"])
        let json = try await home.run("list", "--json", "--source", path).succeeded()
        #expect(!json.text.contains("code") && !json.text.contains("3000"))
    }
}
