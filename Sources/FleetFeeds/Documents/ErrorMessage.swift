#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The system's words for its error numbers.
enum SystemError {
    /// The words in lower case, as a message goes on with them.
    static func words(_ number: Int32) -> String {
        guard let text = strerror(number) else { return "system error \(number)" }
        return String(cString: text).lowercased()
    }
}
