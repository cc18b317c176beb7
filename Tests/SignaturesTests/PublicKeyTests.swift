import Foundation
import Signatures
import Testing

@Suite("Public keys verify signatures")
struct PublicKeyTests {
    private static let names = [
        "RSA with 2048 bits", "RSA with 3072 bits", "RSA with exponent 3", "P-256", "Ed25519",
    ]
    /// The order of P-256 and of the group of Ed25519, and the prime of P-256.
    private static let p256Order = Array(
        Data(hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
    private static let ed25519Order = Array(
        Data(hex: "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed"))
    private static let p256Prime = Array(
        Data(hex: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"))

    @Test("A signature by cryptography is valid, and none of its mutations", arguments: names)
    func mutated(name: String) async throws {
        let signed = try await Oracle.signed(name)
        let (key, signature) = (try signed.key, signed.signatureBytes)
        let message = Oracle.message
        #expect(try key.isValid(signature, over: message))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(try !key.isValid(changed, over: message), "byte \(index)")
        }
        for index in message.indices {
            var changed = message
            changed[index] ^= 1
            #expect(try !key.isValid(signature, over: changed), "byte \(index) of the message")
        }
        #expect(try !key.isValid(signature, over: []))
        let count = signature.count
        for changed in [
            [], [0], [UInt8](signature.dropLast()), [UInt8](signature.dropFirst()),
            signature + [0], [0] + signature, signature + signature,
            [UInt8](repeating: 0, count: count), [UInt8](repeating: 255, count: count),
            [UInt8](repeating: 1, count: 20_000),
        ] {
            #expect(try !key.isValid(changed, over: message), "\(changed.count) bytes")
        }
    }

    @Test("A signature is not valid for another key", arguments: names)
    func otherKey(name: String) async throws {
        let signature = try await Oracle.signed(name).signatureBytes
        for other in Self.names where other != name {
            let key = try await Oracle.signed(other).key
            #expect(try !key.isValid(signature, over: Oracle.message), "\(other)")
        }
    }

    @Test("A key has the one algorithm for its kind")
    func algorithms() async throws {
        var algorithms: [SignatureAlgorithm] = []
        for name in Self.names { algorithms.append(try await Oracle.signed(name).key.algorithm) }
        #expect(algorithms == [.rs256, .rs256, .rs256, .es256, .eddsa])
    }

    @Test("An empty message can be signed")
    func emptyMessage() throws {
        let key = try P256PrivateKey(der: [0x30, 37, 2, 1, 1, 4, 32] + [UInt8](1...32))
        let signature = try key.signature(over: [])
        #expect(try key.publicKey.isValid(signature, over: []))
        #expect(try !key.publicKey.isValid(signature, over: [0]))
    }

    @Test("An RSA key under 2048 bits is unsafe, and so is an exponent of 1")
    func unsafe() async throws {
        let short = try await Oracle.signed("RSA with 1024 bits")
        #expect(throws: SignatureError.unsafeKey) { try short.key }
        // One bit less than 2048.
        let modulus: [UInt8] = [0x7f] + [UInt8](repeating: 0xff, count: 255)
        #expect(throws: SignatureError.unsafeKey) {
            try PublicKey(.rsa(modulus: modulus, exponent: [1, 0, 1]))
        }
        guard case .rsa(let safe, _) = try await Oracle.signed(Self.names[0]).keyParameters else {
            Issue.record("not an RSA key")
            return
        }
        for exponent: [UInt8] in [[1], [0, 0, 1]] {
            #expect(throws: SignatureError.unsafeKey) {
                try PublicKey(.rsa(modulus: safe, exponent: exponent))
            }
        }
    }

    @Test("Leading zeros of RSA are ignored, since some services send them")
    func leadingZeros() async throws {
        let signed = try await Oracle.signed(Self.names[0])
        guard case .rsa(let modulus, let exponent) = signed.keyParameters else {
            Issue.record("not an RSA key")
            return
        }
        let key = try PublicKey(.rsa(modulus: [0, 0] + modulus, exponent: [0] + exponent))
        #expect(key == (try signed.key))
        #expect(try key.isValid(signed.signatureBytes, over: Oracle.message))
    }

    @Test("RSA keys with impossible or huge numbers are invalid")
    func invalidRSA() async throws {
        guard
            case .rsa(let modulus, let exponent) = try await Oracle.signed(Self.names[0])
                .keyParameters
        else {
            Issue.record("not an RSA key")
            return
        }
        var even = modulus
        even[255] &= 0xfe
        let huge = [UInt8](repeating: 255, count: 1_000_000)
        for (n, e) in [
            ([], exponent), (modulus, []), ([], []), ([0], [0]), (even, exponent),
            (modulus, [2]), (modulus, [1, 0, 0]), (modulus, [UInt8](repeating: 255, count: 9)),
            ([1] + [UInt8](repeating: 255, count: 1024), exponent), (huge, exponent),
            (modulus, huge), (huge, huge),
        ] as [([UInt8], [UInt8])] {
            #expect(throws: SignatureError.invalidKey, "\(n.count) \(e.count)") {
                try PublicKey(.rsa(modulus: n, exponent: e))
            }
        }
        #expect(throws: Never.self) {
            try PublicKey(
                .rsa(modulus: [UInt8](repeating: 255, count: 1024), exponent: exponent))
        }
    }

    @Test("Points that are not on P-256 are invalid")
    func invalidP256() async throws {
        guard case .p256(let x, let y) = try await Oracle.signed("P-256").keyParameters else {
            Issue.record("not a key for P-256")
            return
        }
        let zero = [UInt8](repeating: 0, count: 32)
        var other = y
        other[31] ^= 1
        for (x, y) in [
            ([], []), (x, []), ([], y), (x, other), (y, x), (zero, zero), (x, zero), (zero, y),
            (Self.p256Prime, y), (x, Self.p256Prime), (Array(x.dropFirst()), y), ([0] + x, y),
            (x, y + [0]), ([UInt8](repeating: 255, count: 32), y), (x + y, []),
            (x, [UInt8](repeating: 1, count: 100_000)),
        ] {
            #expect(throws: SignatureError.invalidKey, "\(x) \(y)") {
                try PublicKey(.p256(x: x, y: y))
            }
        }
    }

    @Test("A key for Ed25519 has 32 bytes, and no signature is valid if it is not a point")
    func invalidEd25519() async throws {
        for count in [0, 1, 31, 33, 57, 100_000] {
            #expect(throws: SignatureError.invalidKey, "\(count)") {
                try PublicKey(.ed25519(x: [UInt8](repeating: 9, count: count)))
            }
        }
        let signature = try await Oracle.signed("Ed25519").signatureBytes
        // 2 is not the y of a point, and the others are not less than the prime.
        for first: UInt8 in [2, 0xed, 0xff] {
            let last: [UInt8] = first == 2 ? [0] : [0x7f]
            let middle = [UInt8](repeating: first == 2 ? 0 : 0xff, count: 30)
            let key = try PublicKey(.ed25519(x: [first] + middle + last))
            #expect(try !key.isValid(signature, over: Oracle.message))
        }
    }

    @Test("r and s of ES256 are greater than 0 and less than the order of the curve")
    func rangeOfES256() async throws {
        let signed = try await Oracle.signed("P-256")
        let (key, signature) = (try signed.key, signed.signatureBytes)
        let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
        let zero = [UInt8](repeating: 0, count: 32)
        let maximum = [UInt8](repeating: 255, count: 32)
        for changed in [
            zero + s, r + zero, zero + zero, Self.p256Order + s, r + Self.p256Order, maximum + s,
            r + maximum, s + r,
        ] {
            #expect(try !key.isValid(changed, over: Oracle.message))
        }
        // The same signature in DER.
        func integer(_ number: [UInt8]) -> [UInt8] {
            let content = (number[0] < 128 ? [] : [0]) + number
            return [2, UInt8(content.count)] + content
        }
        let content = integer(r) + integer(s)
        #expect(try !key.isValid([0x30, UInt8(content.count)] + content, over: Oracle.message))
    }

    @Test("S of Ed25519 is less than the order of its group")
    func rangeOfEdDSA() async throws {
        let signed = try await Oracle.signed("Ed25519")
        var signature = signed.signatureBytes
        // S is in little-endian order.
        var carry = 0
        for (index, byte) in Self.ed25519Order.reversed().enumerated() {
            let sum = Int(signature[32 + index]) + Int(byte) + carry
            signature[32 + index] = UInt8(sum & 255)
            carry = sum >> 8
        }
        #expect(try !signed.key.isValid(signature, over: Oracle.message))
    }
}
