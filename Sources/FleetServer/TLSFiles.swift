import Foundation
import NIOSSL

extension ServerOptions.TLSFiles {
    /// Throws if the files cannot be used.
    package func check() throws(TLSFileError) { _ = try configuration() }

    /// Returns the configuration of TLS 1.2 and later.
    func configuration() throws(TLSFileError) -> TLSConfiguration {
        let chain = try read(certificate, .noCertificate) {
            try NIOSSLCertificate.fromPEMBytes($0)
        }
        let key = try read(key, .noKey) { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw TLSFileError(.mismatch, certificate)
        }
        return configuration
    }

    private func read<Value>(
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
