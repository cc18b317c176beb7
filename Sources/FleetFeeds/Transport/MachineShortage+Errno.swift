package import FleetCore
import POSIX
package import SystemPackage

extension MachineShortage {
    /// Classifies an error of the system; `nil` if it is not a shortage.
    package init?(_ error: Errno) {
        switch error {
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem: self = .openFiles
        case .noMemory, .noBufferSpace: self = .memory
        case .addressNotAvailable: self = .ports
        case .noSpace, .diskQuotaExceeded: self = .disk
        default: return nil
        }
    }

    /// Returns the shortage that keeps this process from opening so many more files, if there is
    /// one now.
    ///
    /// Libraries that cannot open a file or socket often report something else, such as an unknown
    /// host, or end the process.
    package static func ofDescriptors(_ count: Int = 1) -> MachineShortage? {
        guard count > 0 else { return nil }
        do throws(Errno) {
            let file = try OpenFile(reading: "/dev/null")
            let shortage = ofDescriptors(count - 1)
            _ = consume file
            return shortage
        } catch {
            return MachineShortage(error)
        }
    }
}

extension FeedFailure.Reason {
    /// Reason for an error of the system when a file is opened or read.
    static func unreadable(_ error: Errno) -> Self {
        MachineShortage(error).map { .machine(.shortage($0)) }
            ?? .machine(.fileUnreadable(error.description.lowercased()))
    }
}
