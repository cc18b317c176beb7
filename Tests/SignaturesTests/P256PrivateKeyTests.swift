import Foundation
import Signatures
import Testing

@Suite("Private keys for P-256")
struct P256PrivateKeyTests {
    private static let newKey = "openssl ecparam -name prime256v1 -genkey -noout -outform DER"
    private static let newPKCS8 =
        "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -outform DER"
    private static let ec = " | openssl ec -inform DER -outform DER "
    /// An element of DER with the object identifier prime256v1.
    private static let curve: [UInt8] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]

    /// SEC 1 with this number as the private key, without a public key.
    private static func sec1(_ number: [UInt8]) -> [UInt8] {
        [0x30, UInt8(17 + number.count), 2, 1, 1, 4, UInt8(number.count)] + number
            + [0xa0, 10] + curve
    }

    @Test("cryptography verifies the signatures of keys that openssl made in any form")
    func verified() async throws {
        var entries: [[String: String]] = []
        for command in [
            Self.newKey, Self.newPKCS8, Self.newKey + Self.ec + "-no_public",
            Self.newKey + " | openssl pkcs8 -topk8 -nocrypt -inform DER -outform DER",
            Self.newKey + Self.ec + "-conv_form compressed",
        ] {
            let key = try P256PrivateKey(der: try await Oracle.openssl(command))
            guard case .p256(let x, let y) = key.publicKey.parameters else { continue }
            for count in [0, 1, 100, 10_000] {
                let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
                let signature = try key.signature(over: message)
                #expect(try key.publicKey.isValid(signature, over: message))
                entries.append([
                    "x": x.hex, "y": y.hex, "message": message.hex, "signature": signature.hex,
                ])
            }
        }
        #expect(entries.count == 20)
        let input = try JSONEncoder().encode(entries)
        _ = try await Oracle.run("verified.py", input: Array(input))
    }

    @Test("A key without its curve or public key in SEC 1 is the same key")
    func shortForms() async throws {
        let der = try await Oracle.openssl(Self.newKey)
        let key = try P256PrivateKey(der: der)
        let number = Array(der[7..<39])
        let point = Array(der[51...])
        for form in [
            Self.sec1(number), [0x30, 37, 2, 1, 1, 4, 32] + number,
            [0x30, 107, 2, 1, 1, 4, 32] + number + point,
        ] {
            #expect(try P256PrivateKey(der: form).pkcs8 == key.pkcs8, "\(form.count)")
        }
    }

    @Test("The forms of a key are those that openssl writes")
    func forms() async throws {
        let der = try await Oracle.openssl(Self.newKey)
        let key = try P256PrivateKey(der: der)
        #expect(key.sec1 == der)
        let pkcs8 = try await Oracle.openssl(
            "openssl pkcs8 -topk8 -nocrypt -inform DER -outform DER", input: der)
        #expect(key.pkcs8 == pkcs8)
        let other = try P256PrivateKey(der: pkcs8)
        #expect((other.sec1, other.pkcs8) == (der, pkcs8))
    }

    @Test("Two signatures of a message differ, and each half has 32 bytes")
    func size() async throws {
        let key = try P256PrivateKey(der: try await Oracle.openssl(Self.newKey))
        // Some numbers are shorter than 32 bytes.
        var signatures: Set<[UInt8]> = []
        for _ in 0..<600 {
            let signature = try key.signature(over: Oracle.message)
            #expect(signature.count == 64)
            signatures.insert(signature)
        }
        #expect(signatures.count == 600)
        #expect(signatures.contains { $0[0] == 0 || $0[32] == 0 })
        for signature in signatures {
            #expect(try key.publicKey.isValid(signature, over: Oracle.message))
        }
    }

    @Test(
        "Other curves, other kinds of keys and explicit curves are invalid",
        arguments: [
            "openssl ecparam -name secp384r1 -genkey -noout -outform DER",
            "openssl ecparam -name secp521r1 -genkey -noout -outform DER",
            "openssl ecparam -name secp256k1 -genkey -noout -outform DER",
            "openssl ecparam -name brainpoolP256r1 -genkey -noout -outform DER",
            "openssl ecparam -name SM2 -genkey -noout -outform DER",
            "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -outform DER",
            "openssl genpkey -algorithm ed25519 -outform DER",
            "openssl genpkey -algorithm x25519 -outform DER",
            "openssl genpkey -algorithm RSA -outform DER",
            "openssl genrsa -traditional 2048 | openssl rsa -traditional -outform DER",
            newKey + ec + "-pubout", newKey + ec + "-param_enc explicit",
            newKey + " | openssl pkcs8 -topk8 -inform DER -outform DER -passout pass:a",
            // In PEM.
            newKey + " | openssl ec -inform DER",
            "true", "echo secret",
        ])
    func otherKeys(command: String) async throws {
        let der = try await Oracle.openssl(command)
        #expect(!der.isEmpty || command == "true")
        #expect(throws: SignatureError.invalidKey) { try P256PrivateKey(der: der) }
    }

    @Test("Keys that are cut or have more bytes are invalid, and changed ones never crash")
    func mutated() async throws {
        for command in [Self.newKey, Self.newPKCS8] {
            let der = try await Oracle.openssl(command)
            #expect(throws: SignatureError.invalidKey) { try P256PrivateKey(der: der + [0]) }
            #expect(throws: SignatureError.invalidKey) { try P256PrivateKey(der: der + der) }
            for count in der.indices {
                #expect(throws: SignatureError.invalidKey, "\(count) bytes") {
                    try P256PrivateKey(der: Array(der.prefix(count)))
                }
            }
            for index in der.indices {
                for bit in 0..<8 {
                    var changed = der
                    changed[index] ^= 1 << UInt8(bit)
                    // A change outside of the numbers may leave the key as it is.
                    guard let key = try? P256PrivateKey(der: changed) else { continue }
                    #expect(key.pkcs8 == (try P256PrivateKey(der: der).pkcs8))
                }
            }
        }
        #expect(throws: SignatureError.invalidKey) {
            try P256PrivateKey(der: [UInt8](repeating: 0x30, count: 1_000_000))
        }
    }

    @Test("A key in SEC 1 whose length has the form of a longer one is invalid")
    func length() {
        for length in UInt8.min...UInt8.max {
            let start = [0x30, length, 2, 1, 1, 4, 32] + [UInt8](repeating: 7, count: 32) + [0xa1]
            let der = start + [UInt8](repeating: 0, count: max(0, Int(length) + 2 - start.count))
            #expect(throws: SignatureError.invalidKey, "\(length)") {
                try P256PrivateKey(der: der)
            }
        }
    }

    @Test("The private key is greater than 0 and less than the order of the curve")
    func range() throws {
        let order = Array(
            Data(hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
        let last = Array(order.dropLast()) + [0x50]
        #expect(throws: Never.self) { try P256PrivateKey(der: Self.sec1(last)) }
        for number in [
            [], [UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 255, count: 32),
            [1] + order,
        ] {
            #expect(throws: SignatureError.invalidKey, "\(number)") {
                try P256PrivateKey(der: Self.sec1(number))
            }
        }
    }

    @Test("The public key of a file must be that of its private key")
    func otherPublicKey() async throws {
        let (der, other) = (
            try await Oracle.openssl(Self.newKey), try await Oracle.openssl(Self.newKey)
        )
        #expect(throws: SignatureError.invalidKey) {
            try P256PrivateKey(der: Array(der[..<51] + other[51...]))
        }
    }

    @Test("No text of a key shows it")
    func secret() async throws {
        let key = try P256PrivateKey(der: try await Oracle.openssl(Self.newKey))
        var text = "\(key) \(String(reflecting: key))"
        dump(key, to: &text)
        #expect(!text.contains("\(key.sec1[8]), \(key.sec1[9])") && !text.contains(key.sec1.hex))
    }

    @Test("Many threads sign and verify at once")
    func concurrent() async throws {
        let key = try P256PrivateKey(der: try await Oracle.openssl(Self.newKey))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<64 as Range<UInt8> {
                group.addTask {
                    try key.publicKey.isValid(try key.signature(over: [number]), over: [number])
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }
}
