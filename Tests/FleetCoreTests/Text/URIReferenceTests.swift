import Testing

@testable import FleetCore

@Suite("URIs and links are split as in RFC 3986")
struct URIReferenceTests {
    @Test(
        "a text is split as by the regular expression of appendix B",
        arguments: [
            "http://www.ics.uci.edu/pub/ietf/uri/#Related", "http:", "//a", "///a", "a//b?c//d",
            "?a#b?c", "#a#b", "a:b:c", "1a:b", "a/b:c", "mailto:x@y?z", "h://u:p@h:8/p?q#f", "",
            "://", "h://?q", "h://#f", "h://a?b/c@d", "/a@b", "h:a//b",
        ])
    func components(text: String) throws {
        let reference = URIReference(text.utf8[...])
        let match = try #require(
            text.wholeMatch(
                of:
                    /(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^\/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/
            ))
        #expect(reference.scheme.map(Substring.init) == match.1)
        #expect(reference.authority.map(Substring.init) == match.2)
        #expect(Substring(reference.path) == match.3)
        #expect(reference.query.map(Substring.init) == match.4)
        #expect(reference.fragment.map(Substring.init) == match.5)
    }

    @Test("the last @ of an authority ends the user information")
    func userInformation() {
        let reference = URIReference("HTTP://a@b:c@d:80/e@f".utf8[...])
        #expect(reference.schemeName == "http")
        #expect(reference.userInformation.map(Substring.init) == "a@b:c")
        #expect(reference.hostAndPort.map(Substring.init) == "d:80")
        #expect(URIReference("h://d".utf8[...]).userInformation == nil)
    }

    @Test(
        "a link must be a URI",
        arguments: [
            ("https://example.com/a?b=c#d", true), ("com.example.app://", true),
            ("mailto:a@b.c", true),
            ("https://u@h:80/%7E", true), ("a:", false), (":a", false), ("1a:b", false),
            ("a", false),
            ("", false), ("a:b c", false), ("a:é", false), ("a:%zz", false), ("a:%4", false),
            ("a:#b#c", false), ("https://h:x/", false), ("https://a@b@c/", false), ("a:<b>", false),
            ("a:\u{0}", false), ("a:[b]", false), ("a:\"", false), ("a:\\", false),
        ])
    func uris(text: String, isURI: Bool) {
        #expect(URIReference(text.utf8[...]).isURI == isURI)
    }

    @Test("a web link has the scheme http or https and a host")
    func webAddresses() {
        for text in ["http://a", "HTTPS://example.com/x"] {
            #expect(URIReference(text.utf8[...]).isWebAddress)
        }
        for text in ["http:", "http://", "https:///x", "ftp://a", "https://?x", "https://:80/"] {
            #expect(!URIReference(text.utf8[...]).isWebAddress)
        }
    }
}
