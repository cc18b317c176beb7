package import FleetCore
import NIOCore
import SystemPackage

/// Why a server cannot listen at its address.
package struct ListenError: Error, Equatable, Sendable {
    /// Whether the system reserves the port for its administrator.
    package let isDenied: Bool
    /// The reason, in one line without a full stop.
    package let reason: String
    package let address: ListenAddress

    init(_ error: any Error, at address: ListenAddress) {
        self.address = address
        let errno = (error as? IOError).map { Errno(rawValue: $0.errnoCode) }
        isDenied = errno == .permissionDenied
        reason = errno?.description ?? "\(error)"
    }
}
