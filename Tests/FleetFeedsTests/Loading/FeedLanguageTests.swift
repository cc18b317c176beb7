import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Texts are read in the language of the source")
struct FeedLanguageTests {
    private static func texts(_ words: String...) -> String {
        let languages = ["fr", "en", "de-DE"]
        let texts = zip(words, languages).map { #"{"text":"\#($0)","language":"\#($1)"}"# }
        return "[" + texts.joined(separator: ",") + "]"
    }

    private static func document(_ data: String, version: String = "3.0") -> StubWeb.Response {
        .text(
            #"{"last_updated":"2026-01-31T11:59:00Z","ttl":0,"version":"\#(version)","data":\#(data)}"#,
            entityTag: "\(data.count)")
    }

    private static func localizedSystem() -> StubWeb {
        let names = ["station_information", "station_status", "vehicle_types", "vehicle_status"]
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        return StubWeb([
            "gbfs.json": document(#"{"feeds":[\#(feeds.joined(separator: ","))]}"#),
            "station_information.json": document(
                #"{"stations":[{"station_id":"s","name":\#(texts("Gare", "Station", "Bahnhof")),"lat":59.9,"lon":10.7}]}"#
            ),
            "station_status.json": document(
                #"{"stations":[{"station_id":"s","num_vehicles_available":1,"is_installed":true,"is_renting":true,"is_returning":true,"last_reported":"2026-01-31T11:59:00Z"}]}"#
            ),
            "vehicle_types.json": document(
                #"{"vehicle_types":[{"vehicle_type_id":"b","form_factor":"bicycle","propulsion_type":"human","name":\#(texts("Vélo", "Bike", "Rad"))}]}"#
            ),
            "vehicle_status.json": document(
                #"{"vehicles":[{"vehicle_id":"v","lat":59.9,"lon":10.7,"is_reserved":false,"is_disabled":false,"vehicle_type_id":"b"}]}"#
            ),
        ])
    }

    @Test(
        "Names of types and stations are in the nearest language, also after a change",
        arguments: [(nil, 1), ("de", 2), ("fr-CA", 0), ("en", 1), ("sv", 1)] as [(String?, Int)])
    func localized(language: String?, index: Int) async throws {
        let web = Self.localizedSystem()
        let tag = language.flatMap(LanguageTag.init)
        let first = try await web.loader("gbfs.json", language: LanguageTag("it")).load(nil)
        for state in [nil, first.cacheState] {
            let vehicles = try await web.loader("gbfs.json", language: tag).load(state)
            #expect(vehicles.snapshot?.feed.typeNames == ["b": ["Vélo", "Bike", "Rad"][index]])
        }
        let sites = try await web.loader("gbfs.json", feed: .sites, language: tag).load(nil)
        #expect(sites.snapshot?.sites.first?.name == ["Gare", "Station", "Bahnhof"][index])
    }

    @Test("What is stored in the same language is still used")
    func unchanged() async throws {
        let web = Self.localizedSystem()
        let loader = web.loader("gbfs.json", language: LanguageTag("de"))
        let state = try await loader.load(nil).cacheState
        guard case .notModified = try await loader.load(state) else {
            Issue.record("the documents were read again")
            return
        }
    }

    @Test(
        "Before GBFS 3.0, the list of the nearest language is read",
        arguments: [(nil, "en"), ("de", "de"), ("fr", "fr"), ("it", "en")] as [(String?, String)])
    func lists(language: String?, found: String) async throws {
        let lists = ["fr", "en", "de"].map {
            #""\#($0)":{"feeds":[{"name":"free_bike_status","url":"\#($0).json"}]}"#
        }
        var responses = [
            "gbfs.json": Self.document("{\(lists.joined(separator: ","))}", version: "2.3")
        ]
        for name in ["fr", "en", "de"] {
            responses[name + ".json"] = Self.document(
                #"{"bikes":[{"bike_id":"\#(name)","lat":59.9,"lon":10.7,"is_reserved":false,"is_disabled":false}]}"#,
                version: "2.3")
        }
        let loader = StubWeb(responses)
            .loader("gbfs.json", language: language.flatMap(LanguageTag.init))
        #expect(try await loader.load(nil).vehicles?.map(\.id) == [found])
    }
}
