import FleetCore
import FleetRuntimeTestSupport
import FleetTeam
import Foundation
import Testing

@testable import FleetRuntime

@Suite("Completion offers names that are stored")
struct StoredNamesTests {
    /// Creates a home whose source `town` has vehicles with hostile IDs in its stored snapshot.
    private func home() async throws -> TestHome {
        let home = try TestHome()
        let ids = ["it's", "$(touch x)", "-x", "A-1", "a:b", #"\u001b[2J"#, #"\u202e"#]
        var source = Source(location: .file(try home.write(ids)))
        source.rotation = .no
        try await home.add("town", source)
        _ = try await home.open("town").loadedIDs()
        return home
    }

    private func names(
        _ kind: StoredNames.Kind, _ prefix: String = "", of source: String? = "town",
        in home: TestHome
    ) throws -> [String] {
        StoredNames(of: source, in: try home.context()).names(kind, beginning: prefix)
    }

    @Test("vehicle IDs are those of the snapshot, but no options and no control characters")
    func vehicles() async throws {
        let home = try await home()
        #expect(try names(.vehicles, in: home) == ["$(touch x)", "A-1", "a:b", "it's"])
        #expect(try names(.vehicles, "A", in: home) == ["A-1", "a:b"])
        #expect(try names(.vehicles, of: "demo", in: home).isEmpty)
        #expect(try names(.vehicles, of: "nope", in: home).isEmpty)
    }

    @Test("regions are offered by name, also of a source whose sites alone are stored")
    func regions() async throws {
        let home = try TestHome()
        let feeds = ["station_information", "system_regions"]
            .map { #"{"name":"\#($0)","url":"\#($0).json"}"# }.joined(separator: ",")
        let path = try home.write(#"{"data":{"feeds":[\#(feeds)]}}"#, to: "gbfs.json")
        try home.write(
            #"{"data":{"stations":[{"station_id":"s1","region_id":"r1"}]}}"#,
            to: "station_information.json")
        try home.write(
            #"{"data":{"regions":[{"region_id":"r2","name":"South"},{"region_id":"r1","name":"-x"},"#
                + #"{"region_id":"r3","name":"Old Town"}]}}"#, to: "system_regions.json")
        try await home.add("town", Source(location: .file(path)))
        let source = try home.open("town")
        _ = try await source.context.open(source.selected, reading: .sites)
            .fetchIfDue(FetchMode(offline: false))
        #expect(try names(.regions, in: home) == ["Old Town", "South"])
    }

    @Test("colors continue a list after its last comma")
    func colors() async throws {
        let home = try await home()
        #expect(try names(.colors, in: home) == ["red", "unknown", "all"])
        #expect(try names(.colors, "blue,re", in: home).first == "blue,red")
    }

    @Test("colors are offered as single tones and as combinations")
    func tones() async throws {
        let home = try TestHome()
        _ = try await home.open("demo").loadedIDs()
        let offered = try names(.colors, of: "demo", in: home)
        #expect(offered.contains("red") && offered.contains("green"))
        #expect(offered.contains("red-green"))
        #expect(Set(offered).count == offered.count)
    }

    @Test("values have the number of their vehicles, if those are stored")
    func counts() async throws {
        let home = try TestHome()
        func described(_ kind: StoredNames.Kind, _ prefix: String = "") throws -> [StoredNames.Name]
        {
            StoredNames(of: "demo", in: try home.context()).described(kind, beginning: prefix)
        }
        #expect(try described(.states).map(\.text) == VehicleState.allCases.map(\.rawValue))
        #expect(try described(.states).allSatisfy { $0.description == nil })
        _ = try await home.open("demo").loadedIDs()
        for (kind, name) in [
            (StoredNames.Kind.colors, "red"), (.types, "e-moped"), (.states, "available"),
            (.zones, "Center"), (.sources, "demo"),
        ] {
            let found = try described(kind).first { $0.text == name }
            let text = try #require(found?.description, "\(name)")
            #expect(text.wholeMatch(of: /(.*, )?[1-9][0-9,]* vehicles?/) != nil, "\(text)")
        }
    }

    @Test("zones are offered beside GeoJSON files and folders, of the folder that is typed")
    func files() async throws {
        let home = try TestHome()
        try home.write("{}", to: "area.geojson")
        try home.write("{}", to: "notes.txt")
        let offered = try names(.zones, home.path + "/", of: "demo", in: home)
        #expect(offered.contains(home.path + "/area.geojson"))
        #expect(!offered.contains { $0.hasSuffix("notes.txt") })
        #expect(try names(.zones, home.path + "/none/", of: "demo", in: home).isEmpty)
    }

    @Test(
        "a name continues the typed beginning in its case",
        arguments: [
            ("ABP-PHY", "abp", "abp-phy"), ("ABP-PHY", "AB", "ABP-PHY"), ("ABP-PHY", "", "ABP-PHY"),
            ("red", "RE", "REd"), ("ABP-PHY", "x", "ABP-PHY"),
        ])
    func anyCase(name: String, typed: String, expected: String) {
        #expect(StoredNames.name(name, continuing: typed) == expected)
    }

    @Test("favorites and notes are offered by ID and number")
    func annotations() async throws {
        let home = try await home()
        let annotated = try await AnnotatedSource(.named("town"), in: home.context())
        _ = try await annotated.annotations.addFavorites(["A-1"], at: Timestamp(seconds: 0))
        #expect(try names(.favorites, in: home) == ["A-1"])
        #expect(try names(.notes, in: home).isEmpty)
    }

    @Test("views are offered by name, those of the command line")
    func views() async throws {
        let home = try await home()
        let views = try HomeViews(of: .local, in: home.context())
        for name in ["Low ones", "-x", "red"] {
            _ = try await views.save(ViewName(name), .all)
        }
        #expect(try names(.views, in: home) == ["Low ones", "red"])
    }

    @Test("sources are offered by name; a new home has the simulation and stays empty")
    func sources() async throws {
        let home = try TestHome()
        #expect(try names(.sources, in: home) == ["demo", "sim://demo"])
        for kind in [StoredNames.Kind.vehicles, .sites, .types, .favorites, .notes, .views] {
            #expect(try names(kind, of: nil, in: home).isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
        #expect(home.messages.isEmpty)
    }
}
