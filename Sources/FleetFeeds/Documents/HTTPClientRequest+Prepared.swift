import AsyncHTTPClient
import FleetCore
import NIOHTTP1

extension HTTPClientRequest {
    /// Adds what every request says, and what it knows already.
    mutating func prepare(_ limits: HTTPLimits, validators: FeedMemory.Document?) {
        if !headers.contains(name: "User-Agent") {
            headers.add(name: "User-Agent", value: limits.userAgent)
        }
        if !headers.contains(name: "Accept") {
            headers.add(name: "Accept", value: limits.accept)
        }
        headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip")
        if let tag = validators?.entityTag, HeaderField.isValue(tag) {
            headers.add(name: "If-None-Match", value: tag)
        }
        if let date = validators?.lastModified, HeaderField.isValue(date) {
            headers.add(name: "If-Modified-Since", value: date)
        }
    }
}

extension FeedMemory.Document {
    /// Takes over the validators of a response; of a 304, those that it repeats.
    mutating func take(_ headers: HTTPHeaders) {
        if let tag = headers.first(name: "ETag"), HeaderField.isValue(tag) { entityTag = tag }
        if let date = headers.first(name: "Last-Modified"), HeaderField.isValue(date) {
            lastModified = date
        }
    }
}
