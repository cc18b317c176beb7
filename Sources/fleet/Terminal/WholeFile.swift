import Foundation

/// Writing of a file as a whole: a file that is there is replaced only when the new one is complete.
enum WholeFile {
    /// Writes bytes to a path; to a device or a pipe as they are.
    /// - Throws: `Problem` (73).
    static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try Data(bytes).write(
                to: URL(filePath: path), options: isSpecial(path) ? [] : .atomic)
        } catch {
            throw Problem(
                .cannotCreate, "\(path) cannot be written: \(words(of: error))",
                hint: "check the folder, its permissions and the disk")
        }
    }

    private static func isSpecial(_ path: String) -> Bool {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return type == .typeCharacterSpecial || type == .typeBlockSpecial || type == .typeUnknown
    }

    private static func words(of error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let underlying, underlying.domain == NSPOSIXErrorDomain else {
            return error.localizedDescription
        }
        return systemWords(Int32(truncatingIfNeeded: underlying.code))
    }
}
