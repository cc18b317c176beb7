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
        arguments: ["-", "a", "sim://a", "http://a"])
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

    @Test("The key of an address is a digest that no name can equal")
    func keys() {
        let key = SourceKey(address: "https://e.com?key=SECRET")
        #expect(key.text.utf8.count == 20)
        #expect(key.text.hasPrefix("url:"))
        #expect(!Source.isName(key.text))
        #expect(key == SourceKey(address: "https://e.com?key=SECRET"))
        #expect(key != SourceKey(address: "https://e.com?key=OTHER"))
        #expect(SourceKey(name: "demo").description == "demo")
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
