import POSIX

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// File of a program, which is checked before the program is needed.
struct ProgramFile {
    let path: FilePath

    /// Reason why a file is not a program that can run, and its remedy.
    struct Defect: Error, Equatable {
        let cause: String
        let hint: String
    }

    /// Checks that the system can run the file, as far as its permissions and first line show.
    func check() throws(Defect) {
        let change = "check the path; it is relative to the current folder unless it starts with /"
        guard FileSystem.exists(path) else { throw Defect(cause: "no such file", hint: change) }
        if FileSystem.isFolder(path) { throw Defect(cause: "it is a folder", hint: change) }
        if FileSystem.isSpecialFile(path) { throw Defect(cause: "it is not a file", hint: change) }
        do {
            try FileSystem.requireAccess(.executing, to: path)
        } catch {
            throw Defect(
                cause: error == .permissionDenied ? "it is not executable" : error.description,
                hint: "run `chmod +x \(path)`")
        }
        try checkFirstLine()
    }

    /// Checks the interpreter of a script.
    private func checkFirstLine() throws(Defect) {
        // A program that may be run but not read is not a script.
        guard let start = try? start() else { return }
        guard start.starts(with: Array("#!".utf8)) else {
            guard start.contains(0) else {
                throw Defect(
                    cause: "it is neither a program nor a script",
                    hint: "begin a script with a line that names its interpreter, such as #!/bin/sh"
                )
            }
            return
        }
        let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
        let words = String(decoding: line, as: UTF8.self)
            .split { $0 == " " || $0 == "\t" }
        let interpreter = words.first.map(String.init) ?? ""
        if interpreter.hasSuffix("\r") {
            throw Defect(
                cause: "its first line ends with a carriage return",
                hint: "save the script with Unix line endings")
        }
        do {
            try FileSystem.requireAccess(.executing, to: FilePath(interpreter))
        } catch {
            throw Defect(
                cause: "its interpreter '\(interpreter)' cannot run: \(error)",
                hint: "correct the script's first line")
        }
    }

    /// Returns the first bytes of the file, at most as many as the kernel looks at.
    private func start() throws -> [UInt8] {
        let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        return try file.closeAfter {
            try [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }
}
