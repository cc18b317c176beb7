#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Messages of the system for its error numbers.
enum ErrorNumber {
    /// Returns the message for an `errno` value, in lower case.
    static func message(_ number: Int32) -> String {
        guard let message = strerror(number) else { return "system error \(number)" }
        return String(cString: message).lowercased()
    }
}
