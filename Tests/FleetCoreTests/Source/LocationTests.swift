import Foundation
import Testing

@testable import FleetCore

@Suite("Locations")
struct LocationTests {
    @Test(
        "Input is parsed as a simulation, a file, standard input or an address",
        arguments: [
            ("sim://demo", .simulation("sim://demo")),
            ("SIM://x?seed=1", .simulation("SIM://x?seed=1")),
            ("http://e.com", .web("http://e.com")), ("HTTPS://e.com/a", .web("HTTPS://e.com/a")),
            ("-", .standardInput), ("feed.json", .file("/home/me/feed.json")),
            ("/tmp/a", .file("/tmp/a")), ("file:///tmp/a%20b", .file("file:///tmp/a%20b")),
            ("file:/tmp/a", .file("file:/tmp/a")),
            ("a:b", .file("/home/me/a:b")), ("./-", .file("/home/me/./-")),
            ("inventory:", .inventory), ("inventory:a", .file("/home/me/inventory:a")),
        ] as [(String, Location)])
    func read(text: String, expected: Location) {
        #expect(Location(text, relativeTo: "/home/me") == expected)
        #expect(Location(text, relativeTo: "/home/me/") == expected)
    }

    @Test(
        "Other input is rejected", arguments: ["", "ftp://e.com", "a\u{0}b", "x://", "://"])
    func rejected(text: String) {
        #expect(Location(text, relativeTo: "/") == nil)
    }

    @Test(
        "A location's text means the same in any directory",
        arguments: ["-", "a", "sim://a", "http://a", "inventory:"])
    func absolute(text: String) throws {
        let location = try #require(Location(text, relativeTo: "/home"))
        #expect(Location(location.text, relativeTo: "/elsewhere") == location)
    }

    @Test(
        "A source name consists of lower-case letters, digits, underscores and hyphens",
        arguments: [
            ("demo", true), ("1", true), ("a-b_c", true), ("", false), ("-a", false), ("_a", false),
            ("A", false), ("é", false), ("a b", false), ("a:b", false), ("a\u{0}", false),
            (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ])
    func names(name: String, isName: Bool) {
        #expect(Source.isName(name) == isName)
    }

    @Test("The key of an address is the same for the same address, and does not contain it")
    func keys() {
        let key = SourceKey(address: "https://e.com?key=SECRET")
        #expect(key == SourceKey(address: "https://e.com?key=SECRET"))
        #expect(key != SourceKey(address: "https://e.com?key=OTHER"))
        #expect(key.text == key.uuidText + ":vehicles")
        #expect(key.forSites.text == key.uuidText + ":sites")
    }

    @Test("The UUID of a name is always the same, of version 8 and of the variant of RFC 9562")
    func nameUUIDs() {
        #expect(UUID(sourceName: "demo").uuidString == "B72F5358-EC88-85B3-9091-A01D3C008069")
        for name in ["demo", "a", "b", ""] {
            let digits = Array(UUID(sourceName: name).uuidString)
            #expect(digits[14] == "8" && "89AB".contains(digits[19]))
        }
        #expect(Set(["demo", "a", "b", ""].map(UUID.init(sourceName:))).count == 4)
    }

    @Test("Credentials without header, bearer or query send nothing")
    func credentials() {
        var credentials = Credentials()
        credentials.authOrigins = ["https://auth.e.com"]
        #expect(credentials.isEmpty)
        credentials.bearerVariable = "TOKEN"
        #expect(!credentials.isEmpty)
    }
}
