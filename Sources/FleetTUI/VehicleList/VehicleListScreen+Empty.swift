import FleetCore

extension VehicleListScreen {
    /// Draws why the list is empty, and which key helps.
    func drawEmpty(_ context: ScreenContext, on canvas: inout Canvas) {
        let body = context.layout.body.dropping(top: Self.headerRows(context))
        let lines = emptyLines(context).flatMap { text, style in
            text.wrapped(to: max(8, body.columns - 4)).map { ($0, style) }
        }
        canvas.draw(in: body) { canvas in
            let top = body.row + max(0, (body.rows - lines.count) / 3)
            for (row, (text, style)) in lines.enumerated() {
                canvas.putCentered(text, in: body, row: top + row, style)
            }
        }
    }

    /// Explanation of an empty list, and the key that helps.
    private func emptyLines(_ context: ScreenContext) -> [(String, Style)] {
        let (list, filter) = (context.list, context.query.filter)
        guard !context.siteFeed.isAlone else {
            let failure = context.siteFeed.vehiclesFailure
            return [
                (
                    failure.map { "The vehicles cannot be read: \($0.cause.limited)." }
                        ?? "\(context.setup.source.limited) has no vehicles, only stations.", .plain
                ),
                ("S shows them, m shows the map", Style(.accent)),
            ]
        }
        guard context.info != nil else {
            return [("loading \(context.setup.source) …", Style(.muted))]
        }
        // A list that has not been read yet may not be empty.
        guard let info = list.info else { return [] }
        guard info.listedTotal > 0 else {
            let cause =
                info.parseReport.skipped > 0
                ? "None of the \(info.parseReport.skipped) vehicles in the feed could be read."
                : "The feed has no vehicles right now."
            return [(cause, .plain), ("r refreshes", Style(.accent))]
        }
        if filter.favorites != nil, list.missingCount == list.favorites.count {
            return [
                (missingText(list.favorites), .plain), ("F shows all vehicles", Style(.accent)),
            ]
        }
        let phrases = ShortText.phrases(of: filter).joined(separator: " · ")
        return [
            ("None of the \(info.listedTotal) vehicles match the filter:", .plain),
            (phrases, Style(bold: true)), ("c clears it, f changes it", Style(.accent)),
        ]
    }

    /// Message that no favorite is in the feed, with their IDs.
    private func missingText(_ favorites: [ListedFavorite]) -> String {
        if favorites.isEmpty { return "No favorites yet" }
        let names = favorites.prefix(12).map(\.name).joined(separator: ", ")
        let rest = favorites.count - 12
        return
            (favorites.count == 1
            ? "The favorite is missing: " : "All favorites are missing: ")
            + names + (rest > 0 ? " and \(ShortText.grouped(rest)) more" : "")
    }
}
