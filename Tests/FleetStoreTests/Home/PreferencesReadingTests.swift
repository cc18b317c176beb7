import FleetCore
import FleetStore
import Foundation
import Testing

@Suite("Reading of the preferences")
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
        #expect(preferences.sources == ["demo": Source(location: .simulation("sim://demo"))])
        #expect(preferences.colorFilter == .all)
        #expect(!FileManager.default.fileExists(atPath: scratch.folder))
    }

    @Test("Everything that is known is read")
    func whole() throws {
        let preferences = try load(
            """
            {"version":1,"defaultSource":"paris","filter":{"colors":["blue-red","unknown"]},
             "sources":{"paris":{"location":"https://example.com/gbfs.json",
                                 "colorOf":{"t1":"Red","t2":null},"ids":"rotating"},
                        "files":{"location":"a.json","ids":"stable"}}}
            """)
        #expect(preferences.defaultSource == "paris")
        #expect(preferences.colorFilter.words == ["blue-red", "unknown"])
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
        "A document without sources has none, however little it says",
        arguments: [
            "{}", #"{"version":1}"#, #"{"version":1.0,"sources":null,"filter":{}}"#,
            "\u{FEFF}{}", #"{"filter":{"colors":[]}}"#, #"{"filter":{"colors":["all"]}}"#,
        ])
    func sparse(text: String) throws {
        let preferences = try load(text)
        #expect(preferences.sources.isEmpty)
        #expect(preferences.defaultSource == nil)
        #expect(preferences.colorFilter == .all)
    }

    @Test(
        "A field that is not as it should be is named",
        arguments: [
            ("[]", "it is no JSON object"),
            (#"{"version":"1"}"#, "`version` is not a whole number"),
            (#"{"version":1.5}"#, "`version` is not a whole number"),
            (#"{"version":0}"#, "`version` is not 1"),
            (#"{"defaultSource":7}"#, "`defaultSource` is not a text"),
            (#"{"filter":[]}"#, "`filter` is not an object"),
            (#"{"filter":{"colors":5}}"#, "`filter.colors` is not a list of texts"),
            (#"{"filter":{"colors":["red",5]}}"#, "`filter.colors` is not a list of texts"),
            (#"{"filter":{"colors":["-"]}}"#, "`filter.colors` holds a text that is no color"),
            (#"{"sources":[]}"#, "`sources` is not an object"),
            (#"{"sources":{"A":{}}}"#, "`sources.A` is no name of a source"),
            (#"{"sources":{"a":"sim://x"}}"#, "`sources.a` is not an object"),
            (#"{"sources":{"a":{}}}"#, "`sources.a.location` is missing"),
            (#"{"sources":{"a":{"location":""}}}"#, "`sources.a.location` is no location"),
            (#"{"sources":{"a":{"location":"ftp://h"}}}"#, "`sources.a.location` is no location"),
            (
                #"{"sources":{"a":{"location":"-","colorOf":{"t":"?"}}}}"#,
                "`sources.a.colorOf.t` is no color"
            ),
            (
                #"{"sources":{"a":{"location":"-","ids":"x"}}}"#,
                "`sources.a.ids` is neither stable nor rotating"
            ),
        ])
    func wrongField(text: String, why: String) throws {
        #expect(throws: PreferencesFailure.broken(path: path, why: why)) { try load(text) }
    }

    @Test(
        "What is no JSON is broken, however deep or odd it is",
        arguments: [
            "", " ", "{", #"{"version":1,"#, "nope", #"{"a":1} x"#, "\u{0}", "{\"a\":\"\u{1}\"}",
            #"{"a":"\ud800"}"#, #"{"a":1e999}"#, String(repeating: "[", count: 1_000_000),
            String(repeating: #"{"a":"#, count: 100_000),
        ])
    func noJSON(text: String) throws {
        let failure = #expect(throws: PreferencesFailure.self) { try load(text) }
        guard case .broken(path, let why) = failure else { throw try #require(failure) }
        #expect(why.hasPrefix("it is no JSON: "))
    }

    @Test("A document of a newer version is told apart", arguments: [2, 99])
    func newer(version: Int) throws {
        #expect(throws: PreferencesFailure.newerVersion(path: path, version: version)) {
            try load(#"{"version":\#(version),"sources":"of another kind"}"#)
        }
    }

    @Test("Invalid UTF-8 is broken")
    func invalidUTF8() throws {
        try scratch.put("", at: path)
        try Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D]).write(to: URL(filePath: path))
        #expect(throws: PreferencesFailure.self) { try scratch.preferences.load() }
    }

    @Test("A gigabyte is refused without being read")
    func huge() throws {
        try scratch.put("{", at: path)
        #expect(truncate(path, 1 << 30) == 0)
        let failure = PreferencesFailure.broken(path: path, why: "it is larger than 8 MiB")
        #expect(throws: failure) { try scratch.preferences.load() }
    }

    @Test("A folder, and a path through a file, cannot be read")
    func unreadable() throws {
        try scratch.home.createFolders()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: PreferencesFailure.unreadable(path: path, why: "Is a directory")) {
            try scratch.preferences.load()
        }
        let home = try Home(
            environment: ["FLEET_HOME": "/dev/null"].lookup, userHome: nil, userID: 0,
            currentFolder: "/")
        let failure = PreferencesFailure.unreadable(
            path: "/dev/null/preferences.json", why: "Not a directory")
        #expect(throws: failure) { try PreferencesFile(home: home).load() }
    }

    @Test("A pipe without a writer does not hold the reading up")
    func pipe() throws {
        try scratch.home.createFolders()
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: PreferencesFailure.self) { try scratch.preferences.load() }
    }
}
