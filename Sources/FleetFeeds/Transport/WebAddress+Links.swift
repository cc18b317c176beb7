import FleetCore

extension WebAddress {
    /// Resolves a link in the document at this address (RFC 3986, section 5.2).
    func resolving(_ link: String) throws(AddressError) -> WebAddress {
        let bytes = try Self.validated(link)
        if DocumentAddress.scheme(of: link) != nil { return try WebAddress(link) }
        if bytes.starts(with: "//".utf8) {
            return try WebAddress(scheme: origin.scheme, afterSlashes: bytes.dropFirst(2))
        }
        switch bytes.first {
        case nil, UInt8(ascii: "#"): return self
        case UInt8(ascii: "?"):
            return WebAddress(
                sameOriginAs: self, path: path, query: Self.pathAndQuery(bytes[...]).query)
        default: return merged(with: bytes)
        }
    }

    private func merged(with bytes: [UInt8]) -> WebAddress {
        var (target, query) = Self.pathAndQuery(bytes[...])
        if bytes.first != UInt8(ascii: "/") {
            // `pathAndQuery` adds a slash before the link; this document's folder ends with one.
            target =
                String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
                + String(target.dropFirst())
        }
        return WebAddress(sameOriginAs: self, path: Self.removingDotSegments(target), query: query)
    }

    /// Removes `.` and `..` from a path (RFC 3986, section 5.2.4).
    private static func removingDotSegments(_ path: String) -> String {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var result: [Substring] = []
        for segment in segments {
            if segment == ".." {
                _ = result.popLast()
            } else if segment != "." {
                result.append(segment)
            }
        }
        if let last = segments.last, last == "." || last == ".." { result.append("") }
        return "/" + result.joined(separator: "/")
    }
}

extension WebAddress {
    /// Sets a query item; replaces items of the same name.
    mutating func setQueryItem(_ name: String, to value: String) {
        let item = PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded(value)
        let others = queryItems.filter { Self.name(of: $0) != name }
        query = (others.map(String.init) + [item]).joined(separator: "&")
    }

    /// Removes the query items that have one of these names with its value.
    mutating func removeQueryItems(_ secrets: [String: String]) {
        let others = queryItems.filter { item in
            guard let secret = secrets[Self.name(of: item)] else { return true }
            let value = item.drop { $0 != "=" }.dropFirst()
            return PercentEncoding.decoded(value) != secret
        }
        guard others.count < queryItems.count else { return }
        query = others.isEmpty ? nil : others.joined(separator: "&")
    }

    private var queryItems: [Substring] {
        query?.split(separator: "&", omittingEmptySubsequences: true) ?? []
    }

    private static func name(of item: Substring) -> String {
        PercentEncoding.decoded(item.prefix { $0 != "=" })
    }
}
