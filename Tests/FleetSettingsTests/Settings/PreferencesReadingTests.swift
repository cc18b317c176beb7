import FleetCore
import FleetSettings
import Foundation
import Testing

@Suite("Reading the preferences")
struct PreferencesReadingTests {
    let scratch: ScratchHome
    var path: String { scratch.home.preferencesPath }

    init() throws {
        scratch = try ScratchHome()
    }

    func load(_ text: String) throws -> Preferences {
        try scratch.put(text, at: path)
        return try scratch.preferences.load()
    }

    @Test("A home without preferences has the simulated fleet, and reading creates nothing")
    func missing() throws {
        let preferences = try scratch.preferences.load()
        #expect(preferences.defaultSource == "demo")
        let uuid = UUID(sourceName: "demo")
        #expect(
            preferences.sources
                == ["demo": Source(location: .simulation("sim://demo"), uuid: uuid)])
        #expect(preferences.colors(of: uuid) == .all)
        #expect(!FileManager.default.fileExists(atPath: scratch.folder))
    }

    @Test("All known fields are read")
    func whole() throws {
        let preferences = try load(
            """
            {"version":1,"defaultSource":"paris","filter":{"colors":["blue-red","unknown"]},
             "sources":{"paris":{"location":"https://example.com/gbfs.json",
                                 "colorOf":{"t1":"Red","t2":null},"ids":"rotating"},
                        "files":{"location":"a.json","ids":"stable"}}}
            """)
        #expect(preferences.defaultSource == "paris")
        let uuid = try #require(preferences.sources["paris"]?.uuid)
        #expect(preferences.colors(of: uuid).labels == ["blue-red", "unknown"])
        #expect(preferences.colors(of: UUID(sourceName: "files")) == .all)
        #expect(preferences.sourceNames == ["files", "paris"])
        let paris = try #require(preferences.sources["paris"])
        #expect(paris.location == .web("https://example.com/gbfs.json"))
        #expect(paris.colorMap.colors.mapValues(\.name) == ["t1": "Red"])
        #expect(paris.rotation == .yes)
        let files = try #require(preferences.sources["files"])
        #expect(files.location == .file(scratch.home.configFolder + "/a.json"))
        #expect(files.rotation == .no)
    }

    @Test(
        "A document without sources has none, however short it is",
        arguments: [
            "{}", #"{"version":1}"#, #"{"version":1.0,"sources":null,"filter":{}}"#,
            "\u{FEFF}{}", #"{"filter":{"colors":[]}}"#, #"{"filter":{"colors":["all"]}}"#,
        ])
    func sparse(text: String) throws {
        let preferences = try load(text)
        #expect(preferences.sources.isEmpty)
        #expect(preferences.defaultSource == nil)
        #expect(preferences.colors(of: UUID(sourceName: "demo")) == .all)
    }

    @Test(
        "An invalid field is named",
        arguments: [
            ("[]", "it must be a JSON object"),
            (#"{"version":"1"}"#, "`version` must be a whole number"),
            (#"{"version":1.5}"#, "`version` must be a whole number"),
            (#"{"version":0}"#, "`version` must be 1"),
            (#"{"defaultSource":7}"#, "`defaultSource` must be a string"),
            (#"{"filter":[]}"#, "`filter` must be an object"),
            (#"{"filters":[]}"#, "`filters` must be an object"),
            (
                #"{"filters":{"0D5A5677-39AB-50ED-AB4D-DCCB1FE31634":{"colors":["-"]}}}"#,
                "`filters.0D5A5677-39AB-50ED-AB4D-DCCB1FE31634.colors` contains an invalid color"
            ),
            (#"{"filter":{"colors":5}}"#, "`filter.colors` must be a list of strings"),
            (#"{"filter":{"colors":["red",5]}}"#, "`filter.colors` must be a list of strings"),
            (#"{"filter":{"colors":["-"]}}"#, "`filter.colors` contains an invalid color"),
            (#"{"sources":[]}"#, "`sources` must be an object"),
            (#"{"sources":{"A":{}}}"#, "`sources.A` is not a valid source name"),
            (#"{"sources":{"a":"sim://x"}}"#, "`sources.a` must be an object"),
            (#"{"sources":{"a":{}}}"#, "`sources.a.location` is missing"),
            (#"{"sources":{"a":{"location":""}}}"#, "`sources.a.location` is not a valid location"),
            (
                #"{"sources":{"a":{"location":"ftp://h"}}}"#,
                "`sources.a.location` is not a valid location"
            ),
            (
                #"{"sources":{"a":{"location":"-","colorOf":{"t":"?"}}}}"#,
                "`sources.a.colorOf.t` is not a valid color"
            ),
            (
                #"{"sources":{"a":{"location":"-","ids":"x"}}}"#,
                "`sources.a.ids` must be stable or rotating"
            ),
            (#"{"sources":{"a":{"location":"-","uuid":"1"}}}"#, "`sources.a.uuid` is not a UUID"),
            (
                """
                {"sources":{"a":{"location":"-","uuid":"0190f0b8-0000-7000-8000-00000000000b"},
                            "b":{"location":"-","uuid":"0190F0B8-0000-7000-8000-00000000000B"}}}
                """, "`sources.b.uuid` is also that of a; remove it from the copy"
            ),
        ])
    func invalidField(text: String, reason: String) throws {
        #expect(throws: PreferencesError.invalid(path: path, reason: reason)) { try load(text) }
    }

    @Test(
        "Malformed JSON is an error, however deep or strange it is",
        arguments: [
            "", " ", "{", #"{"version":1,"#, "nope", #"{"a":1} x"#, "\u{0}", "{\"a\":\"\u{1}\"}",
            #"{"a":"\ud800"}"#, #"{"a":1e999}"#, String(repeating: "[", count: 100_000),
            String(repeating: #"{"a":"#, count: 20_000),
        ])
    func malformedJSON(text: String) throws {
        let error = #expect(throws: PreferencesError.self) { try load(text) }
        guard case .invalid(path, let reason) = error else { throw try #require(error) }
        #expect(reason.hasPrefix("it is not valid JSON: "))
    }

    @Test("The columns of the browser are kept beside the colors of a source")
    func columns() throws {
        let uuid = UUID(sourceName: "town")
        var preferences = try load(
            """
            {"filters":{"\(uuid)":{"colors":["red"],"columns":["battery","property:Shelf"],"x":1}}}
            """)
        #expect(preferences.columns(of: uuid) == ["battery", "property:Shelf"])
        #expect(preferences.colors(of: uuid).labels == ["red"])
        preferences.setColumns([], of: uuid)
        #expect(preferences.columns(of: uuid) == nil)
    }

    @Test("A new block in the file does not get the UUID of a renamed source")
    func newBlock() throws {
        let uuid = UUID(sourceName: "town")
        let sources = try load(
            """
            {"sources":{"city":{"location":"-","uuid":"\(uuid)"},"town":{"location":"-"}}}
            """
        ).sources
        #expect(sources["city"]?.uuid == uuid)
        #expect(sources["town"]?.uuid == UUID(sourceName: "town:new"))
    }

    @Test("A document of a newer version is a separate error", arguments: [2, 99])
    func newer(version: Int) throws {
        #expect(throws: PreferencesError.newerVersion(path: path, version: version)) {
            try load(#"{"version":\#(version),"sources":"of another kind"}"#)
        }
    }

    @Test("Invalid UTF-8 is an error")
    func invalidUTF8() throws {
        try scratch.put("", at: path)
        try Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D]).write(to: URL(filePath: path))
        #expect(throws: PreferencesError.self) { try scratch.preferences.load() }
    }

    @Test("A file of one gigabyte is rejected without being read")
    func huge() throws {
        try scratch.put("{", at: path)
        #expect(truncate(path, 1 << 30) == 0)
        let error = PreferencesError.invalid(path: path, reason: "it is larger than 8 MiB")
        #expect(throws: error) { try scratch.preferences.load() }
    }

    @Test("A folder and a path below a file cannot be read")
    func unreadable() throws {
        try scratch.home.createFolders()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: PreferencesError.unreadable(path: path, reason: "Is a directory")) {
            try scratch.preferences.load()
        }
        let home = try Home(
            environment: ["FLEET_HOME": "/dev/null"].lookup, userHome: nil, userID: 0,
            currentFolder: "/")
        let error = PreferencesError.unreadable(
            path: "/dev/null/preferences.json", reason: "Not a directory")
        #expect(throws: error) { try PreferencesFile(home: home).load() }
    }

    @Test("A pipe without a writer does not block reading")
    func pipe() throws {
        try scratch.home.createFolders()
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: PreferencesError.self) { try scratch.preferences.load() }
    }
}
