import AsyncHTTPClient
import FleetCore
import NIOHTTP1

extension HTTPClientRequest {
    /// Adds the headers of every request, and the validators of a cached document.
    mutating func addHeaders(_ limits: HTTPLimits, validators: FeedCacheState.Document?) {
        if !headers.contains(name: "User-Agent") {
            headers.add(name: "User-Agent", value: limits.userAgent)
        }
        if !headers.contains(name: "Accept") {
            headers.add(name: "Accept", value: limits.accept)
        }
        headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip")
        if let tag = validators?.entityTag, HeaderField.isValidValue(tag) {
            headers.add(name: "If-None-Match", value: tag)
        }
        if let date = validators?.lastModified, HeaderField.isValidValue(date) {
            headers.add(name: "If-Modified-Since", value: date)
        }
    }
}

extension HTTPHeaders {
    /// Returns the value of the first field of this name, without the optional white space around
    /// it (RFC 9110, section 5.5).
    func value(of name: String) -> String? { first(name: name)?.trimmingWhitespace }
}

extension FeedCacheState.Document {
    /// Replaces the validators with those of a response; a 304 may repeat only some of them.
    mutating func updateValidators(from headers: HTTPHeaders) {
        if let tag = headers.value(of: "ETag"), HeaderField.isValidValue(tag) { entityTag = tag }
        if let date = headers.value(of: "Last-Modified"), HeaderField.isValidValue(date) {
            lastModified = date
        }
    }
}

/// Syntax of HTTP header fields (RFC 9110, section 5).
enum HeaderField {
    /// Maximum length of a value, in bytes.
    static let maxLength = 8192

    /// Whether a name is a token.
    static func isValidName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 256
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether a value stays on its line: no control character other than a tab.
    static func isValidValue(_ value: String) -> Bool {
        value.utf8.count <= maxLength
            && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }
}
