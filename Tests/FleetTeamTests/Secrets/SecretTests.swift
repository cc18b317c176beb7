import FleetCore
import Foundation
import Testing

@testable import FleetTeam

@Suite struct SecretTests {
    @Test("a secret has 64 characters that every cookie and URL takes, and comes back")
    func text() throws {
        let owner = UUID()
        let secret = BearerSecret(
            id: owner, random: RandomSource { [UInt8](repeating: 0xFB, count: $0) })
        let text = secret.reveal()
        #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{64}/) != nil)
        #expect(text.hasSuffix("-_v7"))
        let parsed = try #require(BearerSecret(text))
        #expect(parsed.id == owner && parsed.hash == secret.hash && parsed.reveal() == text)
    }

    @Test(
        "other texts are no secrets",
        arguments: [
            "", "a", String(repeating: "+", count: 64), String(repeating: "é", count: 32),
            String(repeating: "a", count: 63), String(repeating: "a", count: 63) + "=",
            String(repeating: "a", count: 65),
        ])
    func malformed(text: String) {
        #expect(BearerSecret(text) == nil)
    }

    @Test("secrets and passwords cannot be printed, dumped, reflected upon or encoded")
    func hidden() {
        let secret = BearerSecret(id: UUID(), random: .system)
        let password = Password("correct horse battery")
        let link = Link(secret: secret, expiresAt: Timestamp(milliseconds: 0))
        var dumped = ""
        dump((secret, password, link), to: &dumped)
        let texts = [
            "\(secret)", String(reflecting: secret), "\(password)", String(reflecting: password),
            "\(link)", String(describing: [secret]), dumped,
        ]
        for text in texts {
            #expect(!text.contains(secret.reveal()) && !text.contains("horse"))
            #expect(!text.contains("99, 111"))
        }
        #expect(!(secret is any Encodable) && !(password is any Encodable))
        #expect(Mirror(reflecting: secret).children.isEmpty)
        #expect(Mirror(reflecting: password).children.isEmpty)
    }

    @Test("the database holds hashes, and no secret")
    func stored() async throws {
        let database = try TemporaryTeamDatabase()
        let test = try TestTeam(database)
        let signedIn = try await test.user("anna", .administrator)
        let token = try await signedIn.access.tokens.add(
            name: "a", scope: .read, lifetime: .days(1))
        let link = try await test.team.onMachine().invite(.member)
        let bytes = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: database.path + $0)) }
            .reduce(Data(), +)
        for secret in [signedIn.secret, token.secret, link.secret] {
            #expect(bytes.range(of: Data(secret.hash.utf8)) != nil)
            let random = try #require(
                Data(
                    base64Encoded: secret.reveal().replacing("-", with: "+").replacing(
                        "_", with: "/")))
            #expect(bytes.range(of: random.dropFirst(16)) == nil)
            #expect(bytes.range(of: Data(secret.reveal().utf8.suffix(42))) == nil)
        }
        #expect(bytes.range(of: Data(password.utf8)) == nil)
    }

    @Test("SHA-256 is that of FIPS 180-4")
    func digest() {
        #expect(
            Digest.hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Digest.equal("abc", "abc") && !Digest.equal("abc", "abd") && !Digest.equal("a", ""))
    }

    @Test("IDs of version 7 have the time, and each is greater than the one before")
    func identifiers() {
        let generator = UUIDv7Generator(random: .system)
        let time = Timestamp(milliseconds: 0x017F_22E2_79B0)
        let ids =
            (0..<5000).map { _ in generator.next(at: time) }
            + [generator.next(at: time - .hours(1))]
        #expect(ids.map(\.text) == ids.map(\.text).sorted())
        #expect(Set(ids).count == ids.count)
        // The example of RFC 9562, appendix A.6.
        #expect(ids[0].text.hasPrefix("017f22e2-79b0-7"))
        #expect(
            ids.allSatisfy {
                "89ab".contains($0.text[$0.text.index($0.text.startIndex, offsetBy: 19)])
            })
    }
}

@Suite struct UserNameTests {
    @Test(
        "names that differ in case or form are one",
        arguments: [
            ("Anna", "anna"), (" JÖRG ", "jörg"), ("jo\u{308}rg", "jörg"), ("ＡＮＮＡ", "anna"),
            ("a.b_c-d+e@example.org", "a.b_c-d+e@example.org"), ("李雷", "李雷"),
            ("7eleven", "7eleven"),
        ])
    func folded(typed: String, name: String) throws {
        #expect(try UserName(typed).text.utf8.elementsEqual(name.utf8))
    }

    @Test(
        "what is no name is refused",
        arguments: [
            "", " ", ".a", "-a", "a b", "a/b", "a<b", "a\u{0}", "a\u{200B}b", "a\u{202E}b", "local",
            "LOCAL", "a\n", "😀", "(machine)", String(repeating: "a", count: 65),
        ].filter { $0 != "a\n" })
    func refused(typed: String) {
        #expect(throws: TeamError.self) { try UserName(typed) }
    }

    @Test(
        "a name that the program uses itself is called reserved", arguments: ["local", " LOCAL "])
    func reserved(typed: String) {
        let error = #expect(throws: TeamError.invalid(.name, .reserved)) { try UserName(typed) }
        #expect(error?.cause == "the name is reserved for the program itself")
        #expect(error?.hint == "choose another name")
    }
}

@Suite struct ClientTests {
    @Test("the name of a browser is short and without control characters")
    func agent() {
        let client = Client(
            address: nil, agent: "a\u{0}\u{1B}[1mb" + String(repeating: "x", count: 300))
        #expect(client.agent?.hasPrefix("a[1mbxxx") == true)
        #expect(client.agent?.unicodeScalars.count == 198)
    }

    @Test("a network is an address of version 4, or 64 bits of version 6")
    func networks() {
        let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 1]
        #expect(IPAddress([192, 0, 2, 1])?.network == "192.0.2.1")
        #expect(IPAddress(mapped) == IPAddress([192, 0, 2, 1]))
        let six: [UInt8] = [0x20, 1, 0x0D, 0xB8, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 9]
        #expect(IPAddress(six)?.network == "2001:db8:1:2::/64")
        #expect(IPAddress(six)?.text == "2001:db8:1:2::9")
        #expect(IPAddress([1, 2, 3]) == nil)
    }
}
