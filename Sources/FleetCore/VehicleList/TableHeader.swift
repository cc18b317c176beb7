/// Header above a table: the source, its age, the counts and the active filter.
///
/// On a terminal it is part of the output; in a pipe it goes to standard error.
public struct TableHeader {
    private let header: ListHeader
    private let style: TableStyle

    /// Creates the header of a list.
    public init(_ header: ListHeader, style: TableStyle) {
        self.header = header
        self.style = style
    }

    /// The header with line ends, and the reason if the list is empty.
    public var text: String {
        let notices = (alerts + (header.counts.matching == 0 ? emptyListReason : missingValues))
            .flatMap { line in style.width.map { DisplayWidth.wrapped(line, to: $0) } ?? [line] }
        let lines = Self.wrapped(parts, style: style) + notices
        return lines.map { $0 + "\n" }.joined()
    }

    /// A part of the header that is never split over two lines.
    struct Part {
        let text: String
        var color = TextColor.plain
    }

    private var parts: [Part] {
        var parts = header.sources.map { Part(text: Self.name(of: $0), color: .bold) }
        parts.append(Part(text: count))
        parts += filterPhrases.map { Part(text: $0, color: .cyan) }
        parts += savedColors.map { Part(text: $0, color: .cyan) }
        parts += header.sources.compactMap { source in
            source.moment.map { moment in
                Part(text: "as of " + source.feed.zone.text(moment.at), color: .yellow)
            }
        }
        parts.append(Part(text: "updated " + style.timeText(for: header.updatedAt)))
        parts += header.sources.filter(\.isStale).map { source in
            let name = header.hasSeveralSources ? TerminalText.escaped(source.source) + " " : ""
            let fetched = "stale, fetched " + style.timeText(for: source.fetchedAt)
            return Part(text: name + fetched, color: .yellow)
        }
        if header.skipped > 0 {
            parts.append(Part(text: "\(header.skipped) unreadable", color: .yellow))
        }
        return parts
    }

    private static func name(of header: ListHeader) -> String {
        TerminalText.escaped(header.source) + (header.isSimulated ? " (simulated)" : "")
    }

    /// Maximum number of notices that are shown.
    private static let maxAlerts = 3

    /// The first notices of the systems, and how many more there are.
    private var alerts: [String] {
        let lines = header.sources.flatMap { source in
            let name = header.hasSeveralSources ? source.source + ": " : ""
            return source.alerts.map { TerminalText.escaped(name + $0.line) }
        }
        let rest = lines.count - Self.maxAlerts
        return lines.prefix(Self.maxAlerts).map { "Notice: " + $0 }
            + (rest > 0 ? ["\(rest) more in `fleet source show`."] : [])
    }

    /// The saved colors of each of several sources.
    private var savedColors: [String] {
        guard header.hasSeveralSources else { return [] }
        return header.sources.filter(\.hasSavedColors).flatMap { source in
            var filter = Filter()
            filter.color = source.filter.color
            return FilterSummary(filter, hasSavedColors: true).phrases.map {
                TerminalText.escaped(source.source) + ": " + $0
            }
        }
    }

    private var count: String {
        let (shown, total) = (header.shown, ShortText.grouped(header.counts.total))
        let text = "\(ShortText.grouped(shown)) of \(total) vehicles"
        let matching = header.counts.matching
        return shown == matching ? text : text + " (\(ShortText.grouped(matching)) match)"
    }

    /// Joins the parts, on a terminal in lines that fit its width.
    static func wrapped(_ parts: [Part], style: TableStyle) -> [String] {
        var lines: [String] = []
        var room = 0
        for part in parts {
            let text = style.width.map { DisplayWidth.shortened(part.text, to: $0) } ?? part.text
            let colored = style.isColored ? part.color(text) : text
            let width = DisplayWidth.of(text)
            if let last = lines.last, style.width == nil || room >= width + 3 {
                lines[lines.count - 1] = last + " · " + colored
                room -= width + 3
            } else {
                lines.append(colored)
                room = (style.width ?? 0) - width
            }
        }
        return lines
    }

    private var emptyListReason: [String] {
        guard header.counts.total > 0 else {
            return [
                header.skipped > 0
                    ? "No vehicle in the feed could be read."
                    : "The feed\(header.hasSeveralSources ? "s have" : " has") no vehicles.",
                "hint: `fleet check` reads the feed again and lists what is wrong with it",
            ]
        }
        let filter = (filterPhrases + savedColors).joined(separator: " · ")
        let station = "The IDs for --station are those of `fleet site list`."
        let zone = "The names for --zone are those of `fleet count --by zone`."
        let rule = "The rules that hold are those of `fleet count --by rule`."
        let hasZoneNames = header.filter.zones?.names.isEmpty == false
        let values =
            availableColors + (header.missingTypes.isEmpty ? [] : availableTypes)
            + (header.filter.station == nil ? [] : [station]) + (hasZoneNames ? [zone] : [])
            + (header.filter.rules == nil ? [] : [rule])
        return ["No vehicle matches the filter: " + filter + "."]
            + (values.isEmpty ? [emptyHint] : values)
    }

    /// Next step after a list that is empty because of its filter.
    private var emptyHint: String {
        header.filter.favorites?.ids.isEmpty == true
            ? "hint: `fleet favorite add ID` adds a favorite, `fleet favorite list` lists all"
            : "hint: fewer criteria match more vehicles; `fleet count --by state` counts all"
    }

    private var filterPhrases: [String] {
        FilterSummary(header.filter, hasSavedColors: header.hasSavedColors).phrases
    }

    /// Notice of selected colors and types that no vehicle has.
    private var missingValues: [String] {
        let colors = header.filter.color.without(header.existingColors).labels
        let types = header.missingTypes
        return Self.missing(colors, "color", available: availableColors)
            + Self.missing(types, "type", available: availableTypes)
    }

    private static func missing(
        _ values: [String], _ name: String, available: [String]
    ) -> [String] {
        guard !values.isEmpty else { return [] }
        let list = TerminalText.escaped(values.joined(separator: ", "))
        return ["No vehicle has the \(name) \(list)."] + available
    }

    private var availableColors: [String] {
        guard let colors = header.colors, !colors.isEmpty, !header.filter.color.choices.isEmpty
        else { return [] }
        var counts: [String: Int] = [:]
        for count in colors { counts[count.color?.label ?? "unknown", default: 0] += count.count }
        let list = "Available colors: " + CountText.list(counts).joined(separator: ", ") + "."
        let remedy = "`fleet source edit NAME --color-of TYPE=COLOR` gives a type a color."
        return counts.keys.allSatisfy { $0 == "unknown" } ? [list, remedy] : [list]
    }

    private var availableTypes: [String] {
        let texts = header.typeTexts
        return texts.isEmpty
            ? ["No vehicle has a type."]
            : ["Available types: " + texts.joined(separator: ", ") + "."]
    }
}
