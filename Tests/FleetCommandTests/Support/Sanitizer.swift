import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the tests, and with them the program, were built with.
enum Sanitizer {
    /// Whether the thread sanitizer is at work, which keeps its books in files.
    static let isOfThreads = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}
