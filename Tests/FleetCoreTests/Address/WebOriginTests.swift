import FleetCore
import Testing

@Suite("Origins and hosts of addresses")
struct WebOriginTests {
    @Test(
        "an origin is the same however it is written",
        arguments: [
            "https://fleet.example", "https://fleet.example/", "HTTPS://Fleet.Example",
            "https://fleet.example:443",
        ])
    func canonical(text: String) {
        #expect(WebOrigin(text)?.text == "https://fleet.example")
        #expect(WebOrigin(ofAddress: text) == WebOrigin(text))
    }

    @Test(
        "a text with anything besides scheme, host and port is no origin",
        arguments: [
            "", "fleet.example", "ftp://fleet.example", "https://", "https:///", "https:fleet",
            "https://a@fleet.example", "https://fleet.example/x", "https://fleet.example?",
            "https://fleet.example#", "https://fleet.example//", "https://fleet.example:",
            "https://fleet.example:0443", "https://fleet.example:70000", "https://a b",
            "https://fleet\\@evil.example", "https://ø.example", "https://[::1", "https://[]",
            "https://fleet.example:80:80", " https://fleet.example", "https://{host}",
        ])
    func refused(text: String) { #expect(WebOrigin(text) == nil) }

    @Test("the origin of an address ends where its path, query or fragment begins")
    func addresses() {
        for address in ["/{z}/{x}.png", "?a@b", "#@b", "/a@b:80"] {
            let origin = WebOrigin(ofAddress: "http://Tiles.example:8080" + address)
            #expect(origin?.text == "http://tiles.example:8080")
        }
        // A reader could take the user for the host.
        #expect(WebOrigin(ofAddress: "http://tiles.example@evil.example/") == nil)
        #expect(WebOrigin(ofAddress: "http:///signin") == nil)
    }

    @Test("a host without a port has that of the scheme, and an IPv6 address keeps its brackets")
    func ports() {
        #expect(WebOrigin("http://[2001:DB8::1]")?.authority == "[2001:db8::1]")
        #expect(WebOrigin("http://[2001:DB8::1]:8080")?.authority == "[2001:db8::1]:8080")
        #expect(WebOrigin("http://a")?.port == 80)
        #expect(WebOrigin("https://a")?.port == 443)
        #expect(HostAndPort.unbracketed("[2001:db8::1]") == "2001:db8::1")
        #expect(HostAndPort.unbracketed("a") == "a")
    }

    @Test("this machine is recognized by its name and by each address of its loopback")
    func loopback() {
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]"] {
            #expect(WebOrigin("http://" + host)?.isLoopback == true, "\(host)")
        }
        for host in ["localhost.example", "127.example", "128.0.0.1", "[::2]", "127.0.0.1.a"] {
            #expect(WebOrigin("http://" + host)?.isLoopback == false, "\(host)")
        }
    }

    @Test("an address may have an empty port, which browsers never send in the field Host")
    func emptyPort() throws {
        #expect(try HostAndPort("a:".utf8) == HostAndPort("A".utf8))
        #expect(HostAndPort(field: "a:") == nil)
        #expect(HostAndPort(field: "a:08") == nil)
        #expect(HostAndPort(field: "a:8") == (try HostAndPort("a:08".utf8)))
    }

    @Test(
        "a range contains the addresses of its version with the same first bits",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"), ("10.1.2.3", "10.1.2.3", "10.1.2.4"),
            ("10.128.0.0/9", "10.200.0.1", "10.127.0.1"), ("0.0.0.0/0", "9.9.9.9", "::1"),
            ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"),
            ("::ffff:10.0.0.0/8", "10.1.1.1", "::1"),
        ])
    func ranges(range: String, inside: String, outside: String) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(IPAddress(inside))))
        #expect(!range.contains(try #require(IPAddress(outside))))
    }

    @Test(
        "a range has a length within that of its address",
        arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "a/8", "::/129"])
    func refusedRanges(text: String) { #expect(AddressRange(text) == nil) }
}
