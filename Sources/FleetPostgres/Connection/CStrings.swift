/// Lists of C strings.
enum CStrings {
    /// Calls `body` with the strings and a null pointer at the end; `nil` is a null pointer, too.
    static func with<T>(
        _ strings: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> T
    ) rethrows -> T {
        var bytes: [CChar] = []
        var starts: [Int?] = []
        for string in strings {
            starts.append(string == nil ? nil : bytes.count)
            guard let string else { continue }
            bytes.append(contentsOf: string.utf8.lazy.map { CChar(bitPattern: $0) })
            bytes.append(0)
        }
        bytes.append(0)
        return try bytes.withUnsafeBufferPointer { bytes in
            let pointers = starts.map { start in
                start.flatMap { bytes.baseAddress?.advanced(by: $0) }
            }
            return try (pointers + [nil]).withUnsafeBufferPointer { pointers in
                guard let first = pointers.baseAddress else { preconditionFailure() }
                return try body(first)
            }
        }
    }
}
