import Foundation
import NIOCore
import NIOSSL
import Synchronization

extension ServerOptions.TLSFiles {
    /// Throws if the files cannot be used.
    package func check() throws(TLSFileError) { _ = try ServedCertificate(self) }

    /// Whether other users of the machine can read the key.
    package var isKeyShared: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: key)
        let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        return mode & 0o044 != 0
    }
}

/// The certificate chain and the key of a server, which may be renewed while it runs.
final class ServedCertificate: Sendable {
    private struct Pair: Equatable {
        var chain: [NIOSSLCertificate]
        var key: NIOSSLPrivateKey
    }

    private let files: ServerOptions.TLSFiles
    private let current: Mutex<Pair>

    init(_ files: ServerOptions.TLSFiles) throws(TLSFileError) {
        self.files = files
        current = Mutex(try Self.read(files))
    }

    /// Reads the files again, and uses them for all connections from now on.
    ///
    /// If they cannot be used, the last ones stay.
    /// - Returns: Whether they have another certificate or key.
    func reload() throws(TLSFileError) -> Bool {
        let pair = try Self.read(files)
        return current.withLock { current in
            defer { current = pair }
            return current != pair
        }
    }

    /// The configuration of TLS 1.2 and later, which asks for the certificate at each handshake.
    var configuration: TLSConfiguration {
        var configuration = Self.configuration(of: current.withLock(\.self))
        configuration.sslContextCallback = { [self] _, promise in
            let pair = current.withLock(\.self)
            var change = NIOSSLContextConfigurationOverride()
            change.certificateChain = pair.chain.map { .certificate($0) }
            change.privateKey = .privateKey(pair.key)
            promise.succeed(change)
        }
        return configuration
    }

    private static func configuration(of pair: Pair) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.chain.map { .certificate($0) },
            privateKey: .privateKey(pair.key))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    private static func read(_ files: ServerOptions.TLSFiles) throws(TLSFileError) -> Pair {
        let pair = Pair(
            chain: try read(files.certificate, .noCertificate) {
                try NIOSSLCertificate.fromPEMBytes($0)
            },
            key: try read(files.key, .noKey) { try NIOSSLPrivateKey(bytes: $0, format: .pem) })
        guard (try? NIOSSLContext(configuration: configuration(of: pair))) != nil else {
            throw TLSFileError(.mismatch, files.certificate)
        }
        return pair
    }

    private static func read<Value>(
        _ path: String, _ reason: TLSFileError.Reason, _ parse: ([UInt8]) throws -> Value
    ) throws(TLSFileError) -> Value {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw TLSFileError(.unreadable, path)
        }
        do {
            return try parse(Array(bytes))
        } catch {
            throw TLSFileError(reason, path)
        }
    }
}

/// Why a file of TLS cannot be used.
package struct TLSFileError: Error, Equatable, Sendable {
    enum Reason: Sendable {
        case unreadable, noCertificate, noKey
        /// The key is that of another certificate.
        case mismatch
    }

    let reason: Reason
    let path: String

    init(_ reason: Reason, _ path: String) {
        (self.reason, self.path) = (reason, path)
    }

    /// Description of the problem, in one line without a full stop.
    package var cause: String {
        switch reason {
        case .unreadable: "cannot read \(path)"
        case .noCertificate: "\(path) has no certificate in PEM format"
        case .noKey: "\(path) has no private key in PEM format without a passphrase"
        case .mismatch: "the certificate in \(path) does not belong to the private key"
        }
    }

    /// Suggested remedy, in one line.
    package var hint: String {
        switch reason {
        case .unreadable: "check the path and its permissions"
        case .noCertificate, .noKey, .mismatch:
            "give --tls-cert the certificate with its chain, and --tls-key its key"
        }
    }
}
