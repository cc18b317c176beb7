internal import COpenSSL

extension [UInt8] {
    /// Calls `body` with the bytes, which are valid until it returns.
    func withBytes<T>(_ body: (copenssl_bytes) -> T) -> T {
        withUnsafeBufferPointer { body(copenssl_bytes(bytes: $0.baseAddress, count: $0.count)) }
    }
}

extension SignatureError {
    /// Creates the error of a result; `nil` for success.
    init?(_ result: copenssl_result) {
        switch result {
        case copenssl_success: return nil
        case copenssl_invalid: self = .invalidKey
        case copenssl_missing_library: self = .libraryMissing
        default: self = .failed
        }
    }
}
