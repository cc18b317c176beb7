import FleetCore
import Foundation
import Signatures

/// Private key that signs the bearer tokens of a source with ES256.
struct SigningKey: Sendable {
    /// Lifetime of a token, in seconds.
    static let tokenLifetime = 300

    private let key: P256PrivateKey
    private let signing: TokenSigning
    /// The text of the key and its content, which must not be shown.
    let secrets: [String]

    /// Reads the first private key of a PEM text (RFC 7468), in PKCS #8 or SEC 1.
    ///
    /// - Throws: `FeedFailure` (`.badSigningKey`, `.signingLibraryMissing`), without anything of the
    ///   text.
    init(_ signing: TokenSigning) throws(FeedFailure) {
        let der = try Self.privateKey(in: signing.privateKey)
        do throws(SignatureError) {
            key = try P256PrivateKey(der: Array(der))
        } catch {
            throw Self.failure(error)
        }
        self.signing = signing
        let forms = [der, Data(key.sec1), Data(key.pkcs8)].map { $0.base64EncodedString() }
        let lines = signing.privateKey.split(whereSeparator: \.isNewline).map(String.init)
        secrets = [signing.privateKey] + forms + lines.filter { !$0.hasPrefix("-----") }
    }

    /// Returns a new token.
    ///
    /// - Throws: `FeedFailure` if the random numbers of the signature cannot be made.
    func token(at now: Timestamp) throws(FeedFailure) -> String {
        let issued = Int((now.seconds).rounded(.down))
        var header = JSONObjectWriter()
        header.add("alg", SignatureAlgorithm.es256.rawValue)
        header.add("kid", signing.keyID)
        header.add("typ", "JWT")
        var claims = JSONObjectWriter()
        claims.add("iss", signing.issuer)
        claims.add("aud", signing.audience)
        claims.add("iat", issued)
        claims.add("exp", issued + Self.tokenLifetime)
        let parts = [header, claims].map { Self.base64URL(Data($0.text.string.utf8)) }
        let signed = parts.joined(separator: ".")
        do throws(SignatureError) {
            return signed + "." + Self.base64URL(Data(try key.signature(over: Array(signed.utf8))))
        } catch {
            throw Self.failure(error)
        }
    }

    /// Labels of PEM blocks that have an unencrypted private key, perhaps for this curve.
    private static let labels: Set = ["PRIVATE KEY", "EC PRIVATE KEY"]

    private static func privateKey(in text: String) throws(FeedFailure) -> Data {
        let lines = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let found = lines.compactMap(label)
        guard let label = found.first(where: labels.contains) else {
            if found.contains(where: { $0.contains("ENCRYPTED") }) {
                throw failure("is encrypted")
            }
            throw failure(found.isEmpty ? "is not in PEM format" : "is not a private key for ES256")
        }
        let block = lines.drop { $0 != "-----BEGIN \(label)-----" }.dropFirst()
            .prefix { $0 != "-----END \(label)-----" }
        // Encrypted keys of SEC 1 have headers (RFC 1421).
        if block.contains(where: { $0.contains(":") }) { throw failure("is encrypted") }
        guard let data = Data(base64Encoded: block.joined()), !data.isEmpty else {
            throw failure("is damaged")
        }
        return data
    }

    private static func label(_ line: String) -> String? {
        guard line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") else { return nil }
        return String(line.dropFirst(11).dropLast(5))
    }

    private static func failure(_ error: SignatureError) -> FeedFailure {
        switch error {
        case .invalidKey, .unsafeKey: failure("is not for the curve P-256")
        case .failed: failure("cannot sign")
        case .libraryMissing:
            // A library cannot be opened either if there are no descriptors.
            FeedFailure(
                MachineShortage.ofDescriptors().map { .machine(.shortage($0)) }
                    ?? .machine(.signingLibraryMissing),
                at: "credentials")
        }
    }

    private static func failure(_ detail: String) -> FeedFailure {
        FeedFailure(.access(.badSigningKey(detail)), at: "credentials")
    }

    /// Encodes bytes without padding (RFC 7515, section 2).
    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
