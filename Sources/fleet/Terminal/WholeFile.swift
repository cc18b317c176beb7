/// Writing of a file as a whole: a file that is there is replaced only when the new one is complete.
enum WholeFile {
    /// Writes bytes to a path; to a device or a pipe as they are.
    /// - Throws: `Problem` (73).
    static func write(_ bytes: [UInt8], to path: String) throws {
        let error = isSpecial(path) ? fill(path, with: bytes) : replace(path, with: bytes)
        guard error == 0 else {
            throw Problem(
                .cannotCreate, "\(path) cannot be written: \(systemWords(error))",
                hint: "check the folder, its permissions and the disk")
        }
    }

    /// Writes beside the file and then puts the new one in its place.
    private static func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
        let target = resolvedPath(path) ?? path
        let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
        let token = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = folder + ".fleet-" + token + ".tmp"
        var error = fill(temporary, with: bytes)
        if error == 0 { error = renameFile(temporary, to: target) }
        if error != 0 { removeFile(temporary) }
        return error
    }

    private static func fill(_ path: String, with bytes: [UInt8]) -> Int32 {
        bytes.withUnsafeBytes { writeFile($0, to: path) }
    }
}
