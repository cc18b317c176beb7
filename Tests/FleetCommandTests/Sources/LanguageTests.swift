import FleetTestSupport
import Foundation
import Testing

@Suite("Texts of a feed are in the language of --language, the user or the source", .slots)
struct LanguageTests {
    private let home: FleetHome
    private let server: TestServer
    private let link: String

    init() throws {
        home = try FleetHome()
        server = try TestServer { _, request in
            let name = String(request.target.dropFirst().split(separator: ".").first ?? "")
            let origin = "http://\(request.headers["host"] ?? "")"
            let names = ["station_information", "station_status"]
            let feeds = names.map { #"{"name":"\#($0)","url":"\#(origin)/\#($0).json"}"# }
            let data =
                switch name {
                case "station_information":
                    #"{"stations":[{"station_id":"s","lat":59.9,"lon":10.7,"name":[{"text":"Station","language":"en"},{"text":"Bahnhof","language":"de"}]}]}"#
                case "station_status":
                    #"{"stations":[{"station_id":"s","num_vehicles_available":1,"is_installed":true,"is_renting":true,"is_returning":true,"last_reported":"2026-01-31T11:59:00Z"}]}"#
                default: #"{"feeds":[\#(feeds.joined(separator: ","))]}"#
                }
            return .text(
                #"{"last_updated":"2026-01-31T11:59:00Z","ttl":3600,"version":"3.0","data":\#(data)}"#
            )
        }
        link = server.address("/gbfs.json")
    }

    private func name(_ arguments: String..., language: String? = nil) async throws -> String? {
        let outcome = try await home.run(
            ["site", "list", "--format", "csv", "--fields", "name"] + arguments,
            environment: language.map { ["LANG": $0] } ?? [:]
        ).succeeded()
        return outcome.lines.last
    }

    @Test("An address that is not saved is read in the language of the option, else of the user")
    func link() async throws {
        #expect(try await name(link) == "Station")
        #expect(try await name(link, language: "de_AT.UTF-8") == "Bahnhof")
        #expect(try await name(link, "--language", "de") == "Bahnhof")
        #expect(try await name(link, "--language", "en", language: "de_DE") == "Station")
        #expect(try await name(link, "--language", "sv-SE") == "Station")
        #expect(try await name(link, "--language", "sv-SE", "--offline") == "Station")
        try await home.run("site", "list", link, "--language", "d").failed(
            64,
            "The value 'd' is invalid for '--language <tag>': 'd' is not a language tag, such as de "
                + "or pt-BR", "run `fleet site list --help`")
    }

    @Test("A saved source keeps the language in which it was added, until it is edited")
    func saved() async throws {
        try await home.run(["source", "add", "town", link], environment: ["LANG": "de_DE.UTF-8"])
            .succeeded()
        #expect(try await name("--source", "town") == "Bahnhof")
        #expect(try await home.run("source", "show", "town").text.contains("language"))
        try await home.run("site", "list", "--source", "town", "--language", "en").failed(
            64, "town is read in a language of its own",
            "run `fleet source edit town --language en`")
        #expect(try await name("--source", "town", "--language", "de-DE") == "Bahnhof")
        try await home.run("source", "edit", "town", "--language", "none").succeeded()
        #expect(try await name("--source", "town", language: "de") == "Station")
        try await home.run("source", "edit", "town", "--language", "de").succeeded()
        #expect(try await name("--source", "town") == "Bahnhof")
        #expect(home.text(of: "preferences.json").contains(#""language" : "de""#))
    }
}
