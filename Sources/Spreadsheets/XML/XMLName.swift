/// Name of an element without its prefix.
///
/// Namespaces are not compared, since those of the strict and the transitional form differ (ISO/IEC
/// 29500-1 and -4).
struct XMLName {
    private let start: UnsafePointer<CChar>

    init(qualified name: UnsafePointer<CChar>) {
        var (start, next) = (name, name)
        while next.pointee != 0 {
            if next.pointee == 0x3A { start = next + 1 }
            next += 1
        }
        self.start = start
    }

    @inline(__always)
    static func == (name: XMLName, text: StaticString) -> Bool { equals(name.start, text) }

    /// Returns whether a C string equals a text.
    @inline(__always)
    fileprivate static func equals(_ name: UnsafePointer<CChar>, _ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        for index in 0..<count where UInt8(bitPattern: name[index]) != text.utf8Start[index] {
            return false
        }
        return name[count] == 0
    }
}

/// Attributes of an element, which exist only while their handler runs.
struct XMLAttributes {
    private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) { self.pairs = pairs }

    /// Returns the value of an attribute without a prefix.
    @inline(__always)
    func value(_ name: StaticString) -> UnsafePointer<CChar>? {
        first { XMLName.equals($0, name) }
    }

    func text(_ name: StaticString) -> String? { value(name).map { String(cString: $0) } }

    /// Returns the value of an attribute of any namespace.
    func qualifiedText(_ name: StaticString) -> String? {
        first { XMLName(qualified: $0) == name }.map { String(cString: $0) }
    }

    /// Returns an attribute of the type `xsd:boolean`.
    func flag(_ name: StaticString) -> Bool { ["1", "true"].contains(text(name)) }

    @inline(__always)
    private func first(
        where matches: (UnsafePointer<CChar>) -> Bool
    ) -> UnsafePointer<CChar>? {
        guard var pair = pairs else { return nil }
        while let name = pair.pointee {
            if matches(name) { return pair[1] }
            pair += 2
        }
        return nil
    }
}
