/// A shortcut for the usual addresses: a search reads a catalogue of thousands, and shows few of
/// them.
enum CatalogueAddress {
    /// Returns the address as ``WebAddress`` normalizes it; `nil` if that has to read it.
    static func normalized(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard let start = hostStart(of: bytes) else { return nil }
            let host = bytes[start...].prefix { $0 != UInt8(ascii: "/") }
            guard isHost(host), bytes[host.endIndex...].allSatisfy(isUnchanged) else { return nil }
            let address = String(decoding: bytes, as: UTF8.self)
            return host.endIndex == bytes.endIndex ? address + "/" : address
        }
    }

    /// Returns the host of a normalized address, without its port.
    static func host(of address: String) -> [UInt8] {
        var address = address
        return address.withUTF8 { bytes in
            guard let start = hostStart(of: bytes) else { return [] }
            return Array(
                bytes[start...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") })
        }
    }

    private static func hostStart(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if bytes.starts(with: "https://".utf8) { return 8 }
        return bytes.starts(with: "http://".utf8) ? 7 : nil
    }

    /// Returns whether a host is a name in lower case with a domain.
    private static func isHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var (labels, length, isName) = (1, 0, true)
        for byte in host {
            switch byte {
            case UInt8(ascii: ".") where length > 0:
                (labels, length, isName) = (labels + 1, 0, true)
            case 0x61...0x7A: length += 1
            case 0x30...0x39: (length, isName) = (length + 1, false)
            case UInt8(ascii: "-") where length > 0: (length, isName) = (length + 1, false)
            default: return false
            }
            if length > 63 { return false }
        }
        return labels > 1 && length > 0 && isName && host.count <= 253
    }

    /// Returns whether a byte of a path or query stays as it is.
    private static func isUnchanged(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "="),
            UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}
