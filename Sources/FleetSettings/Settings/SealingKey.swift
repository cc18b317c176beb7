import CSodium
import Foundation
import POSIX
import SystemPackage

/// The key with which the credentials in a database are sealed: XChaCha20-Poly1305 of libsodium.
///
/// Servers seal with another one what a browser carries from one page to the next. The file of that
/// for credentials has at least 32 random bytes, and only its owner may read it, or the group of the
/// administrator, as credentials of systemd. The key is never printed.
public struct SealingKey: Sendable {
    private let bytes: [UInt8]

    /// Reads the key of a file, the value of `FLEET_SECRET_FILE`.
    /// - Throws: ``SealingError`` if it cannot be read, is readable by others, or too short.
    public init(file path: String) throws(SealingError) {
        let (content, isExposed): ([UInt8]?, Bool)
        do throws(Errno) {
            let file = try OpenFile(reading: FilePath(path))
            isExposed = try Self.isExposed(file.status())
            content = try file.bytes(limit: 4096)
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
        guard !isExposed else { throw .exposed(path: path) }
        guard let content, content.count >= 32 else { throw .tooShort(path: path) }
        self.init(secret: content)
    }

    /// Returns whether other users can access a file.
    ///
    /// systemd lets the user of a unit read a credential by an access control list, whose mask is
    /// shown as the permissions of the group, root.
    private static func isExposed(_ status: Stat) -> Bool {
        if status.isOfAdministrator, status.permissions == [.ownerRead, .groupRead] {
            return false
        }
        return status.isAccessibleByOthers
    }

    /// Creates the key of a secret of any length.
    /// - Parameter context: What the key seals; other contexts have other keys.
    public init(secret: [UInt8], context: String = "fleet credentials") {
        var key = [UInt8](repeating: 0, count: Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES))
        let context = Array(context.utf8)
        crypto_generichash(
            &key, key.count, secret, UInt64(secret.count), context, context.count)
        bytes = key
    }

    /// Seals a text, in base64.
    /// - Parameter purpose: What it belongs to; it is opened only with the same.
    public func seal(_ text: [UInt8], for purpose: String) -> String {
        var nonce = [UInt8](repeating: 0, count: Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES))
        randombytes_buf(&nonce, nonce.count)
        let purpose = Array(purpose.utf8)
        var sealed = [UInt8](
            repeating: 0, count: text.count + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES))
        var count: UInt64 = 0
        crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, &count, text, UInt64(text.count), purpose, UInt64(purpose.count), nil, nonce,
            bytes)
        return Data(nonce + sealed[..<Int(count)]).base64EncodedString()
    }

    /// Opens a sealed text; `nil` if it was sealed with another key or for another purpose.
    public func open(_ sealed: String, for purpose: String) -> [UInt8]? {
        guard let data = Data(base64Encoded: sealed) else { return nil }
        let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
        let nonce = Array(data.prefix(nonceCount))
        let sealed = Array(data.dropFirst(nonceCount))
        guard sealed.count >= Int(crypto_aead_xchacha20poly1305_ietf_ABYTES) else { return nil }
        let purpose = Array(purpose.utf8)
        var text = [UInt8](repeating: 0, count: sealed.count)
        var count: UInt64 = 0
        let status = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &text, &count, nil, sealed, UInt64(sealed.count), purpose, UInt64(purpose.count),
            nonce, bytes)
        return status == 0 ? Array(text[..<Int(count)]) : nil
    }
}

/// Error of the file with the key of sealed credentials.
public enum SealingError: Error, Equatable, Sendable {
    /// There is none, but credentials are to be stored.
    case missing
    /// There is none, but the credentials of a source are sealed.
    case sealed(source: String)
    /// The credentials of a source were sealed with another key, or for another address.
    case otherKey(source: String, path: String)
    /// The servers of the database use another key than that of the file.
    case otherServers(database: String, path: String)
    /// The servers of the database use a key, and there is none.
    case missingKey(database: String)
    /// The file cannot be read; `reason` is the system's message.
    case unreadable(path: String, reason: String)
    /// Other users can read the file.
    case exposed(path: String)
    /// The file has fewer than 32 bytes.
    case tooShort(path: String)

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .missing: "credentials in a database are sealed, and FLEET_SECRET_FILE is not set"
        case .sealed(let source):
            "the credentials of \(source) are sealed, and FLEET_SECRET_FILE is not set"
        case .otherKey(let source, let path):
            "the credentials of \(source) cannot be opened with the key in \(path)"
        case .otherServers(let database, let path):
            "the key in \(path) is not that of the servers of \(database)"
        case .missingKey(let database):
            "the servers of \(database) use a key, and FLEET_SECRET_FILE is not set"
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .exposed(let path): "\(path) contains a secret, but other users can access it"
        case .tooShort(let path): "\(path) has fewer than 32 bytes"
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .missing, .tooShort:
            "make a file with `(umask 077; head -c 32 /dev/urandom > FILE)`, and set "
                + "FLEET_SECRET_FILE to it wherever fleet uses this database"
        case .sealed: Self.keyOfServers
        case .otherServers, .missingKey:
            Self.keyOfServers + "; if it is lost, run `fleet serve rotate-key --to FILE --discard`"
        case .otherKey(let source, _):
            Self.keyOfServers + ", or replace the credentials with `fleet source edit \(source)`"
        case .unreadable: "set FLEET_SECRET_FILE to a file that you can read"
        case .exposed(let path): "restrict access: `chmod 600 \(path)`"
        }
    }

    private static let keyOfServers =
        "set FLEET_SECRET_FILE to a copy of the key file that the servers of this database use"
}
