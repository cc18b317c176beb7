#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// File system operations of the benchmarks.
enum Files {
    /// Returns the absolute path of an existing file, without symbolic links.
    static func absolutePath(of path: String) throws -> String {
        guard let absolute = realpath(path, nil) else { throw BenchmarkError.system(call: path) }
        defer { free(absolute) }
        return String(cString: absolute)
    }

    /// Creates a folder that only its owner can access.
    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw BenchmarkError.system(call: path) }
    }

    /// Moves a file, replacing another.
    static func move(_ path: String, over other: String) throws {
        guard rename(path, other) == 0 else { throw BenchmarkError.system(call: path) }
    }

    /// Creates a hard link to a file.
    static func link(_ path: String, as other: String) throws {
        guard linkFile(path, other) == 0 else { throw BenchmarkError.system(call: path) }
    }

    /// Overwrites bytes of a file at an offset.
    static func overwrite(
        _ path: String, at offset: Int, with text: String
    ) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkError.system(call: path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw BenchmarkError.system(call: path)
        }
    }

    /// Returns a whole file as text, empty if it cannot be read.
    static func text(of path: String) -> String {
        guard let size = try? size(of: path) else { return "" }
        return beginning(of: path, limit: size)
    }

    /// Returns the first bytes of a file as text, empty if it cannot be read.
    static func beginning(of path: String, limit: Int = 1_000) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &bytes, limit)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

private func linkFile(_ path: String, _ other: String) -> Int32 { link(path, other) }
