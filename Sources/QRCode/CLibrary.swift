#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Functions of the C library, which has another module name on each system.
enum CLibrary {
    /// Whether the last call that failed lacked memory.
    static var isOutOfMemory: Bool { errno == ENOMEM }

    /// Returns a power of a positive number.
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
