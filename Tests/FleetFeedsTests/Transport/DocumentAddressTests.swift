import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Links are resolved within the limits of their document")
struct DocumentAddressTests {
    private static func resolve(
        _ link: String, relativeTo base: String
    ) throws(FeedFailure) -> String {
        try LinkPolicy(credentials: ResolvedCredentials(), location: base)
            .resolve(link, relativeTo: base)
    }

    @Test(
        "Links on the web are resolved as in RFC 3986, section 5.4",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
            ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./g/.", "http://a/b/c/g/"), ("g/../h", "http://a/b/c/h"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("  g\n", "http://a/b/c/g"),
            ("HTTPS://EXAMPLE.com:443/\u{e9}", "https://example.com/%C3%A9"),
            ("http://[::1]:8080/x", "http://[::1]:8080/x"), ("http://a:80", "http://a/"),
            ("http://b/100%", "http://b/100%25"), ("http://u:p@b/x", "http://b/x"),
        ])
    func web(link: String, target: String) throws {
        let base = "http://a/b/c/d;p?q"
        #expect(try Self.resolve(link, relativeTo: base) == target)
    }

    @Test(
        "A document from the web may link only to the web",
        arguments: [
            "file:///etc/passwd", "FILE:/etc/passwd", "sim://demo", "javascript:1",
            "ftp://a/b", "a b", "a\u{0}b", "http://", "https:///x", "c:x",
        ])
    func elsewhere(link: String) throws {
        let failure = #expect(throws: FeedFailure.self) {
            try Self.resolve(link, relativeTo: "https://a/b")
        }
        #expect(failure?.kind == .content)
    }

    @Test(
        "A file may link to other files and to the web",
        arguments: [
            ("types.json", "/data/types.json"), ("./sub/x.json", "/data/./sub/x.json"),
            ("../x.json", "/data/../x.json"), ("/abs.json", "/abs.json"),
            ("file:///abs%20s.json", "/abs s.json"), ("file:types.json", "/data/types.json"),
            ("file://localhost/x", "/x"), ("types.json?lang=en#top", "/data/types.json"),
            ("http://a/x", "http://a/x"), ("https://a/x", "https://a/x"),
        ])
    func files(link: String, target: String) throws {
        #expect(
            try Self.resolve(link, relativeTo: "/data/gbfs.json") == target)
    }

    @Test("A file in the current folder may link to files beside it")
    func currentFolder() throws {
        #expect(
            try Self.resolve("types.json", relativeTo: "gbfs.json")
                == "types.json")
    }

    @Test(
        "A file cannot link to files of another host or to another scheme",
        arguments: ["file://other/x", "sim://demo", "ftp://a/x", "", "#top"])
    func notFromFiles(link: String) {
        #expect(throws: FeedFailure.self) {
            try Self.resolve(link, relativeTo: "/data/gbfs.json")
        }
    }

    @Test("The standard input may link only to the web")
    func standardInput() throws {
        #expect(
            try Self.resolve("https://a/x", relativeTo: "-") == "https://a/x")
        for link in ["types.json", "/etc/passwd", "file:///etc/passwd"] {
            #expect(throws: FeedFailure.self) {
                try Self.resolve(link, relativeTo: "-")
            }
        }
    }
}
