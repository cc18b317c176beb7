#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file system, as far as benchmarks need it.
enum Files {
    /// The path of an existing file from the root.
    static func absolutePath(of path: String) throws -> String {
        guard let absolute = realpath(path, nil) else { throw BenchmarkFailure.system(call: path) }
        defer { free(absolute) }
        return String(cString: absolute)
    }

    /// Makes a folder that only its owner enters.
    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw BenchmarkFailure.system(call: path) }
    }

    /// Puts a file in the place of another.
    static func move(_ path: String, over other: String) throws {
        guard rename(path, other) == 0 else { throw BenchmarkFailure.system(call: path) }
    }

    /// Gives a file another name beside the one that it has.
    static func link(_ path: String, as other: String) throws {
        guard linkFile(path, other) == 0 else { throw BenchmarkFailure.system(call: path) }
    }

    /// Replaces bytes of a file where they stand.
    static func overwrite(
        _ path: String, at offset: Int, with text: String
    ) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkFailure.system(call: path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw BenchmarkFailure.system(call: path)
        }
    }

    /// A whole file as text, empty if it cannot be read.
    static func text(of path: String) -> String {
        guard let size = try? size(of: path) else { return "" }
        return beginning(of: path, limit: size)
    }

    /// The first bytes of a file as text, empty if it cannot be read.
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
