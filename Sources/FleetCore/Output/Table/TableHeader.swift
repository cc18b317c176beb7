/// What stands above a table: the source, its age, how many are shown and the filter in force.
///
/// On a terminal it belongs above the table, in a pipe to the talk beside it.
public struct TableHeader {
    private let head: ListHead
    private let style: TableStyle

    /// Creates the header of a list.
    public init(_ head: ListHead, style: TableStyle) {
        self.head = head
        self.style = style
    }

    /// The header, each line with its end; of an empty list also why it is empty.
    public var text: String {
        let lines = Self.wrapped(parts, style: style) + (head.counts.matching == 0 ? emptiness : [])
        return lines.map { $0 + "\n" }.joined()
    }

    /// A piece of the header that is not broken.
    struct Part {
        let text: String
        var paint = Paint.plain
    }

    private var parts: [Part] {
        var parts = [Part(text: source, paint: .bold), Part(text: count)]
        parts += FilterParts(head.filter).phrases.map { Part(text: $0, paint: .cyan) }
        parts.append(
            Part(text: "updated " + style.words(for: head.feed.lastUpdated ?? head.fetchedAt)))
        if head.isStale {
            parts.append(
                Part(text: "stale, fetched " + style.words(for: head.fetchedAt), paint: .yellow))
        }
        if head.skipped > 0 {
            parts.append(Part(text: "\(head.skipped) unreadable", paint: .yellow))
        }
        return parts
    }

    private var source: String {
        TerminalText.escaped(head.source) + (head.isSimulated ? " (simulated)" : "")
    }

    private var count: String {
        let of = "\(head.shown) of \(head.counts.total) vehicles"
        return head.shown == head.counts.matching ? of : of + " (\(head.counts.matching) match)"
    }

    /// Joins the parts, on a terminal in lines that fit.
    static func wrapped(_ parts: [Part], style: TableStyle) -> [String] {
        var lines: [String] = []
        var room = 0
        for part in parts {
            let text = style.width.map { DisplayWidth.shortened(part.text, to: $0) } ?? part.text
            let painted = style.isColored ? part.paint(text) : text
            let width = DisplayWidth.of(text)
            if let last = lines.last, style.width == nil || room >= width + 3 {
                lines[lines.count - 1] = last + " · " + painted
                room -= width + 3
            } else {
                lines.append(painted)
                room = (style.width ?? 0) - width
            }
        }
        return lines
    }

    private var emptiness: [String] {
        guard head.counts.total > 0 else {
            return [head.skipped > 0 ? "No vehicle of it can be read." : "It has no vehicles."]
        }
        let filter = FilterParts(head.filter).phrases.joined(separator: " · ")
        let lines = ["No vehicle passes the filter: " + filter + "."]
        guard let colors = head.colors, !colors.isEmpty, !head.filter.color.choices.isEmpty else {
            return lines
        }
        return lines + ["Its colors: " + describe(colors) + "."]
    }

    /// The colors as a filter spells them with their counts, the most frequent first.
    private func describe(_ colors: [ColorCount]) -> String {
        var counts: [String: Int] = [:]
        for count in colors { counts[count.color?.label ?? "unknown", default: 0] += count.count }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rest = sorted.count - Self.mostColors
        return sorted.prefix(Self.mostColors)
            .map { "\(TerminalText.escaped($0.key)) \($0.value)" }.joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }

    /// A fleet has a few colors; a hostile feed may have one for each vehicle.
    private static let mostColors = 20
}
