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
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        let roots = ([file].compactMap(\.self) + folders).map(NIOSSLTrustRoots.file)
        if let first = roots.first {
            configuration.trustRoots = first
            configuration.additionalTrustRoots = roots.dropFirst().map {
                if case .file(let path) = $0 { .file(path) } else { .certificates([]) }
            }
        }
        return configuration
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
                    throw FeedFailure(.shortage(shortage), at: location)
                }
                throw FeedFailure(
                    .badEnvironment(
                        variable: variable,
                        cause: "cannot be read (\(error.description.lowercased()))"),
                    at: location)
            }
        }
    }
}
