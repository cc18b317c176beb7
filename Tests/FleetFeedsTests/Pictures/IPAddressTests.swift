import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Public and private IP addresses")
struct IPAddressTests {
    @Test(
        "Loopback, private and special-purpose addresses are not public",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
            "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
            "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1",
            "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255",
            "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
            "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2001::1", "2001:0:1::1",
            "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "100::1", "5f00::1",
        ])
    func special(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(
        "Addresses next to the special ranges are public",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1",
            "126.255.255.255", "128.0.0.1", "169.253.0.1", "172.15.255.255", "172.32.0.1",
            "192.0.1.1", "192.167.255.255", "192.169.0.1", "198.17.255.255", "198.20.0.1",
            "223.255.255.255", "2001:200::1", "2606:4700::1111", "2a00:1450:4001::1",
            "64:ff9b::101:101", "2002:101:101::1", "::ffff:1.1.1.1",
        ])
    func usual(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(
        "Loopback and unspecified addresses lead to this machine, in every form",
        arguments: [
            "127.0.0.1", "127.255.0.1", "0.0.0.0", "0.1.2.3", "::", "::1", "::ffff:127.0.0.1",
            "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1",
            "2002:7f00:1::",
        ])
    func thisMachine(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.leadsToThisMachine && !address.leadsToOwnLink)
    }

    @Test(
        "Link-local addresses, in every form, and the metadata of a cloud lead to the own link",
        arguments: [
            "169.254.169.254", "169.254.0.0", "fe80::1", "febf:ffff::1", "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1", "fd00:ec2::254",
        ])
    func ownLink(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.leadsToOwnLink && !address.leadsToThisMachine)
    }

    @Test(
        "Private and public addresses lead to neither",
        arguments: [
            "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.253.0.1", "128.0.0.1", "1.1.1.1",
            "fc00::1", "fec0::1", "2606:4700::1111", "::ffff:10.0.0.1", "64:ff9b::a00:1",
        ])
    func elsewhere(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.leadsToOwnLink && !address.leadsToThisMachine)
    }

    @Test("Python's ipaddress agrees on thousands of random addresses")
    func oracle() throws {
        let expected: [String: Bool] = try Fixture.python(
            """
            import ipaddress, json, random
            random.seed(7)
            def is_public(a): return a.is_global and not a.is_multicast
            fours = [ipaddress.IPv4Address(random.getrandbits(32)) for _ in range(4000)]
            sixes = [ipaddress.IPv6Address(random.getrandbits(128)) for _ in range(2000)]
            # Versions of Python disagree on these.
            excluded = [ipaddress.ip_network(n) for n in
                   ("192.0.0.0/24", "192.88.99.0/24", "240.0.0.0/4", "2002::/16", "3fff::/20")]
            excluded += [ipaddress.ip_network("2001::/23")]
            print(json.dumps({str(a): is_public(a) and (a.version == 4 or a in
                              ipaddress.ip_network("2000::/3"))
                              for a in fours + sixes if not any(a in n for n in excluded)}))
            """)
        #expect(expected.count > 5000)
        for (text, isPublic) in expected {
            #expect(try #require(IPAddress(text)).isPublic == isPublic, "\(text)")
        }
    }

    @Test("An address is written in its canonical form", arguments: ["1.2.3.4", "2606:4700::1"])
    func text(text: String) {
        #expect(IPAddress(text)?.text == text)
    }

    @Test("An IPv4-mapped IPv6 address equals its IPv4 address")
    func mapped() {
        #expect(IPAddress("::ffff:10.1.2.3") == IPAddress("10.1.2.3"))
    }

    @Test(
        "Every spelling of a host that the system accepts is resolved",
        arguments: [
            "127.0.0.1", "2130706433", "0x7f000001", "017700000001", "127.1", "0x7f.1", "[::1]",
            "[::ffff:127.0.0.1]", "localhost",
        ])
    func spellings(host: String) async throws {
        let found = try await HostResolver.addresses(of: host, timeout: .seconds(60))
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { ["127.0.0.1", "::1"].contains($0.text) })
    }

    @Test("An unknown host has no addresses")
    func unknown() async throws {
        #expect(
            try await HostResolver.addresses(of: "nowhere.invalid", timeout: .seconds(60)) == [])
    }
}
