import FleetTestSupport
import Foundation
import Signatures
import Testing

/// Keys and signatures of Python's package `cryptography`.
enum Oracle {
    /// A public key, and a signature of `message`.
    struct Signed: Sendable, Decodable {
        private let algorithm: String
        private let parameters: [String]
        private let signature: String

        var key: PublicKey { get throws { try PublicKey(keyParameters) } }

        var keyParameters: PublicKey.Parameters {
            let parts = parameters.map(Data.init(hex:)).map(Array.init)
            return switch algorithm {
            case "RS256": .rsa(modulus: parts[0], exponent: parts[1])
            case "ES256": .p256(x: parts[0], y: parts[1])
            default: .ed25519(x: parts[0])
            }
        }

        var signatureBytes: [UInt8] { Array(Data(hex: signature)) }
    }

    static let message = Array("eyJhbGciOiJub25lIn0.e30".utf8)

    /// Returns the key with a name.
    static func signed(_ name: String) async throws -> Signed {
        try #require(try await signed.value[name])
    }

    private static let signed = Task {
        let output = try await run("signed.py", input: message)
        return try JSONDecoder().decode([String: Signed].self, from: Data(output))
    }

    /// Runs a script of the folder `Oracle`.
    static func run(_ script: String, input: [UInt8]) async throws -> [UInt8] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Oracle/\(script)").path
        return try await Tool.run(Tool.python, path, input: input)
    }

    /// Returns the output of a command of a shell with openssl.
    static func openssl(_ command: String, input: [UInt8] = []) async throws -> [UInt8] {
        try await Tool.run("sh", "-c", "\(command) 2>/dev/null", input: input)
    }
}

extension Data {
    /// Creates data of hexadecimal digits.
    init(hex: String) {
        self.init()
        for index in stride(from: 0, to: hex.count, by: 2) {
            append(UInt8(hex.dropFirst(index).prefix(2), radix: 16)!)
        }
    }

    /// Creates data of base64 for addresses without padding (RFC 4648, section 5).
    init(base64URL text: String) {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        self = Data(base64Encoded: base64 + padding)!
    }
}

extension [UInt8] {
    var hex: String { map { String(format: "%02x", $0) }.joined() }
}
