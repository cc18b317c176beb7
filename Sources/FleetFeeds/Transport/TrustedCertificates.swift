import FleetCore
import NIOSSL
import POSIX
import SystemPackage

/// Certificates that the user trusts instead of the system's: the file `SSL_CERT_FILE` and the
/// folders `SSL_CERT_DIR`, separated by colons, as in OpenSSL and curl.
struct TrustedCertificates {
    private let file: String?
    private let folders: [String]

    init(_ environment: (String) -> String?) {
        file = environment("SSL_CERT_FILE")
        folders = (environment("SSL_CERT_DIR") ?? "").split(separator: ":").map(String.init)
    }

    /// Configuration of TLS connections.
    ///
    /// Only the main roots may be a folder, in which certificates are found by their hashes.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        guard let main = folders.first ?? file else { return configuration }
        configuration.trustRoots = .file(main)
        if let file, !folders.isEmpty { configuration.additionalTrustRoots.append(.file(file)) }
        let others = folders.dropFirst().flatMap { Self.certificates(in: $0) }
        if !others.isEmpty { configuration.additionalTrustRoots.append(.certificates(others)) }
        return configuration
    }

    /// Returns the certificates in all PEM files of a folder.
    private static func certificates(in folder: String) -> [NIOSSLCertificate] {
        let path = FilePath(argument: folder)
        let names = (try? OpenFolder(path, followingLinks: true).entryNames) ?? []
        return names.flatMap { name in
            (try? NIOSSLCertificate.fromPEMFile(path.appending(name).string)) ?? []
        }
    }

    /// Checks that the file and the folders can be read.
    func check(at location: String) throws(FeedFailure) {
        let paths =
            [file].compactMap(\.self).map { ("SSL_CERT_FILE", $0) }
            + folders.map { ("SSL_CERT_DIR", $0) }
        for (variable, path) in paths {
            do throws(Errno) {
                _ = try OpenFile(reading: FilePath(argument: path))
            } catch {
                if let shortage = MachineShortage(error) {
                    throw FeedFailure(.machine(.shortage(shortage)), at: location)
                }
                throw FeedFailure(
                    .machine(
                        .badEnvironment(
                            variable: variable,
                            cause: "cannot be read (\(error.description.lowercased()))")),
                    at: location)
            }
        }
    }
}
