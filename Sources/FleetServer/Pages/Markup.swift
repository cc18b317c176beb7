import Mustache
import Synchronization

/// HTML that is written as bytes: literals are markup, interpolated values are text, which is
/// escaped, or markup.
///
/// A template shows a value of this type as it is. The rows, cells and notes of a page are written
/// this way, because looking up the keys of a template takes a hundred times as long.
struct Markup: Equatable, Sendable, ExpressibleByStringInterpolation {
    private(set) var bytes: [UInt8]

    init() { bytes = [] }

    init(stringLiteral text: StaticString) {
        bytes = text.withUTF8Buffer { Array($0) }
    }

    init(stringInterpolation: Interpolation) { bytes = stringInterpolation.markup.bytes }

    /// Joins parts without anything between them.
    init(_ parts: some Sequence<Markup>) {
        bytes = []
        for part in parts { append(part) }
    }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ other: Markup) { bytes += other.bytes }

    /// Appends text, in elements and in quoted attributes.
    mutating func append(text: String) { HTMLEscaper.append(text, to: &bytes) }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var markup = Markup()

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: StaticString) {
            literal.withUTF8Buffer { markup.bytes += $0 }
        }

        mutating func appendInterpolation(_ text: String) { markup.append(text: text) }

        mutating func appendInterpolation(_ part: Markup) { markup.append(part) }

        /// Appends markup only if a condition holds.
        mutating func appendInterpolation(_ part: Markup, if condition: Bool) {
            if condition { markup.append(part) }
        }
    }
}

extension Markup: MustacheCustomRenderable {
    /// The place that ``MarkupPlaces`` replaces by the markup.
    var renderText: String { MarkupPlaces.current?.place(of: self) ?? "" }

    var isNull: Bool { isEmpty }
}

/// The markup that a template shows, each at a place that no text of the page can be.
///
/// Mustache escapes every value. So a value of markup is rendered as a name with a random number,
/// which nobody knows before the page is complete, and is replaced in the page.
final class MarkupPlaces: Sendable {
    @TaskLocal fileprivate static var current: MarkupPlaces?

    /// Begins with a character that is rare, so that it is found fast.
    private let name = Array(
        "\u{E000}\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))\u{E000}"
            .utf8)
    private let markups = Mutex<[Markup]>([])

    fileprivate func place(of markup: Markup) -> String {
        markups.withLock { $0.append(markup) }
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns the bytes of a page with its markup.
    /// - Parameter render: Returns the page with names; `nil` if there is none.
    static func bytes(_ render: () throws -> String?) rethrows -> [UInt8]? {
        let places = MarkupPlaces()
        return try $current.withValue(places) { try render() }.map(places.filled)
    }

    private func filled(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            var page: [UInt8] = []
            let markups = markups.withLock { $0 }
            page.reserveCapacity(bytes.count + markups.reduce(0) { $0 + $1.bytes.count })
            // They are shown in the order in which they were asked for.
            for markup in markups {
                guard let start = start(in: rest) else { break }
                page += rest[..<start]
                page += markup.bytes
                rest = rest[(start + name.count)...]
            }
            return page + rest
        }
    }

    private func start(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var rest = bytes
        while let index = rest.firstIndex(of: name[0]) {
            if bytes[index...].starts(with: name) { return index }
            rest = bytes[(index + 1)...]
        }
        return nil
    }
}
