import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sanitizers that the tests and the program were built with.
enum Sanitizer {
    /// Whether the thread sanitizer is active; it needs large files of its own.
    static let isThreadSanitizerActive = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}
