extension WebAddress {
    /// The address that a link in this document leads to (RFC 3986, section 5.2).
    func following(_ link: String) throws(AddressFault) -> WebAddress {
        let bytes = try Self.checked(link)
        if DocumentAddress.scheme(of: link) != nil { return try WebAddress(link) }
        if bytes.starts(with: "//".utf8) {
            return try WebAddress(scheme: origin.scheme, afterSlashes: bytes.dropFirst(2))
        }
        switch bytes.first {
        case nil, UInt8(ascii: "#"): return self
        case UInt8(ascii: "?"):
            return WebAddress(beside: self, path: path, query: Self.pathAndQuery(bytes[...]).query)
        default: return merged(with: bytes)
        }
    }

    private func merged(with bytes: [UInt8]) -> WebAddress {
        var (target, query) = Self.pathAndQuery(bytes[...])
        if bytes.first != UInt8(ascii: "/") {
            // `pathAndQuery` put a slash before the link; the folder of this document ends with one.
            target =
                String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
                + String(target.dropFirst())
        }
        return WebAddress(beside: self, path: Self.withoutDots(target), query: query)
    }

    /// Takes `.` and `..` out of a path (RFC 3986, section 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for segment in segments {
            if segment == ".." {
                _ = kept.popLast()
            } else if segment != "." {
                kept.append(segment)
            }
        }
        if let last = segments.last, last == "." || last == ".." { kept.append("") }
        return "/" + kept.joined(separator: "/")
    }
}

extension WebAddress {
    /// The query with one item set to a value; an item of that name is replaced.
    mutating func setQueryItem(_ name: String, to value: String) {
        let item = PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded(value)
        let others = queryItems.filter { Self.name(of: $0) != name }
        query = (others.map(String.init) + [item]).joined(separator: "&")
    }

    /// The query without the items that carry one of these values under its name.
    mutating func removeQueryItems(_ secrets: [String: String]) {
        let kept = queryItems.filter { item in
            guard let secret = secrets[Self.name(of: item)] else { return true }
            let value = item.drop { $0 != "=" }.dropFirst()
            return PercentEncoding.decoded(value) != secret
        }
        guard kept.count < queryItems.count else { return }
        query = kept.isEmpty ? nil : kept.joined(separator: "&")
    }

    private var queryItems: [Substring] {
        query?.split(separator: "&", omittingEmptySubsequences: true) ?? []
    }

    private static func name(of item: Substring) -> String {
        PercentEncoding.decoded(item.prefix { $0 != "=" })
    }
}
