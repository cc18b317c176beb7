import Testing

@testable import FleetCore

@Suite("Redaction")
struct RedactionTests {
    @Test(
        "Secrets in an address are redacted, the rest is unchanged",
        arguments: [
            ("https://e.com/gbfs.json", "https://e.com/gbfs.json"),
            ("https://user:pass@e.com/x", "https://e.com/x"),
            ("https://a@b:c@e.com", "https://e.com"),
            ("https://e.com/a@b", "https://e.com/a@b"),
            ("https://e.com?api_key=S&lang=en", "https://e.com?api_key=…&lang=en"),
            ("https://e.com/?Access-Token=S", "https://e.com/?Access-Token=…"),
            ("https://e.com/?key", "https://e.com/?key"),
            ("https://e.com/?sig=a=b", "https://e.com/?sig=…"),
            ("https://user:S@e.com?password=S&&x", "https://e.com?password=…&&x"),
            ("/home/me/feed@home.json?key=1", "/home/me/feed@home.json?key=1"),
            ("sim://demo?seed=3", "sim://demo?seed=3"), ("", ""), ("://", "://"),
        ])
    func redacted(address: String, expected: String) {
        #expect(Location.redacted(address) == expected)
    }

    @Test(
        "A combining mark on a separator or a fragment does not hide a secret",
        arguments: [
            "https://user:SECRET@\u{301}e.com/", "https://e.com?key=\u{301}SECRET",
            "https://e.com?\u{301}key=SECRET", "https://e.com?a=1&\u{301}key=SECRET",
            "https://e.com/#access_token=SECRET", "https://e.com/#SECRET",
            "https://e.com/x?a=1#token=SECRET",
            "https://user:SECRET@e.com\r\n/", "https://e.com/\r\n?key=SECRET",
        ])
    func hidden(address: String) {
        #expect(!Location.redacted(address).contains("SECRET"))
    }

    @Test("A location has secrets in its text but not in its description")
    func description() throws {
        let location = try #require(Location("https://u:p@e.com?token=t", relativeTo: "/"))
        #expect(location.description == "https://e.com?token=…")
        #expect(location.text == "https://u:p@e.com?token=t")
    }

    @Test("Secrets are separated from the rest of the address")
    func separated() {
        let secrets = AddressSecrets(in: "https://u:p@e.com/x?key=K&lang=en&sig=\u{301}S#token=T")
        #expect(secrets.address == "https://e.com/x?lang=en")
        #expect(secrets.userInformation == "u:p")
        #expect(secrets.queryItems.map(\.name) == ["key", "sig"])
        #expect(secrets.queryItems.map(\.value) == ["K", "\u{301}S"])
        #expect(secrets.redacted == "https://e.com/x?key=…&lang=en&sig=…#…")
    }
}
