import FleetCore
import Testing

@Suite("Links of a feed are an allow-list")
struct LinkRuleTests {
    private static func rule(android: String? = nil, ios: String? = nil) -> LinkRule {
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.rentalApps = RentalApps(
            android: RentalApps.App(storeURI: nil, discoveryURI: android),
            ios: RentalApps.App(storeURI: nil, discoveryURI: ios))
        return LinkRule(feed)
    }

    private static let quay = rule(android: "org.example.quay://", ios: "Quay-2+x:open")

    @Test(
        "Links of the web are allowed in every feed",
        arguments: [
            "https://example.org", "http://example.org/", "HTTPS://Example.ORG:8443/a?b=c#d",
            "https://192.0.2.1/ü?a=b&c=7", "https://example.org/@user", "https://example.org?a@b",
            "https://example.org/a%40b", "https://a.example.org/?q[]=1",
        ])
    func web(link: String) {
        for rule in [LinkRule(nil), Self.rule(), Self.quay] { #expect(rule.allows(link)) }
    }

    @Test(
        "Links of an app are allowed if the feed names their scheme, in any case",
        arguments: [
            "org.example.quay://vehicle/1", "ORG.example.quay:v?1", "quay-2+x://x", "QUAY-2+X:1",
        ])
    func apps(link: String) {
        #expect(Self.quay.allows(link))
        for rule in [LinkRule(nil), Self.rule(), Self.rule(android: "org.example.other://")] {
            #expect(!rule.allows(link))
        }
    }

    @Test(
        "Schemes that a browser or a system acts on are refused, even if the feed names them",
        arguments: [
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x",
            "file:///etc/passwd", "blob:https://x/1", "about:blank", "view-source:https://x/",
            "filesystem:https://x/1", "intent://x#Intent;S.browser_fallback_url=javascript:1;end",
            "intent:#Intent;component=a/.B;end", "android-app://org.example", "ms-msdt:/id",
            "MS-Word:ofe|u|https://x", "ms-settings:", "search-ms:query=x", "chrome://settings",
            "chrome-extension://a/b", "moz-extension://a", "resource://a", "jar:https://x!/",
            "mailto:a", "tel:1", "sms:1", "ws://x", "ftp://x", "shell:startup",
            "itms-services://?action=download-manifest&url=x",
        ])
    func refused(link: String) {
        for rule in [LinkRule(nil), Self.quay, Self.rule(android: link, ios: link)] {
            #expect(!rule.allows(link))
        }
    }

    @Test(
        "User information is refused in every scheme",
        arguments: [
            "https://a@b/", "https://a:b@c/", "https://@b/", "https://bank.example%40x@b/",
            "http://a@b", "org.example.quay://a@b/", "org.example.quay://a@b",
            // Browsers find user information in these, too (URL Standard, section 4.4).
            "https:a@b/", "https:/a@b/", "https:///a@b/", "https:\\\\a@b/", "https:/\\a@b/",
        ])
    func userInformation(link: String) {
        #expect(!Self.quay.allows(link))
    }

    @Test(
        "Text that is no link, or looks like another one, is refused",
        arguments: [
            "", ":", "//example.org/", "/v/1", "example.org", "https:", "https://", "https://:80/",
            "https://a b/", "https://a/ b", " https://a/", "https://a/\n", "java\tscript:alert(1)",
            "https://a\\b/", "https://a/\\b", "https://a/\"x", "https://a/<x>",
            "https://a/\u{202E}b",
            "https://a\u{FF20}b/", "https://a%40b/", "https://[::1]/", "https://a:x/",
            "org.example.quay:",
            "1a:b", "é:b", "quay 2:x", "https://a/" + String(repeating: "b", count: 2048),
        ])
    func text(link: String) {
        #expect(!Self.quay.allows(link))
    }

    @Test(
        "A discovery link that is no link names no scheme", arguments: ["quay", "", "1q:x", "q q:"])
    func noScheme(link: String) {
        #expect(!Self.rule(android: link).allows("quay://x"))
        #expect(!Self.rule(android: link).allows("q://x"))
    }

    @Test("Of a vehicle's links the allowed ones are left, byte for byte")
    func links() {
        let links = RentalURIs(
            web: "javascript:1", android: "org.example.quay://1?a=ü", ios: "quay-3://1")
        #expect(
            Self.quay.allowed(links)
                == RentalURIs(web: nil, android: "org.example.quay://1?a=ü", ios: nil))
        #expect(Self.rule().allowed(links) == nil)
        #expect(Self.quay.allowed(nil) == nil)
    }

    @Test("Apps are published with two allowed links, or not at all")
    func published() {
        let store = "https://play.example/quay"
        func app(_ store: String?, _ discovery: String?) -> RentalApps.App? {
            RentalApps.App(storeURI: store, discoveryURI: discovery)
        }
        let whole = RentalApps(
            android: app(store, "org.example.quay://"), ios: app(store, "Quay-2+x:open"))
        #expect(Self.quay.published(whole) == whole)
        for refused in [
            app("javascript:1", "quay-2+x:open"), app("market://details?id=q", "quay-2+x:open"),
            app(store, nil), app(nil, "quay-2+x:open"), app(store, "intent://x"),
            app("https://a@b/", "quay-2+x:open"), app("https://a/ü", "quay-2+x:open"),
        ] {
            let published = Self.quay.published(RentalApps(android: whole?.android, ios: refused))
            #expect(published == RentalApps(android: whole?.android, ios: nil))
        }
        #expect(Self.quay.published(nil) == nil)
    }
}
