import FleetCore

extension SiteSheet {
    /// The part of the screen that it covers: on a wide one the right, so that the list stays in sight.
    static func part(of screen: Rect) -> Rect { VehicleSheet.part(of: screen) }

    static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    /// Draws it over a screen.
    func render(_ look: SiteSheetLook, in part: Rect, on canvas: inout Canvas) {
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(site?.hasAlarm == true ? .bad : .frame))
            drawTitle(look, in: part, on: &canvas)
            canvas.draw(in: body) { canvas in drawContent(look, in: body, on: &canvas) }
            if scroll.isNeeded { canvas.putMore(below: scroll.hasMoreBelow, in: part) }
        }
    }

    private func drawTitle(_ look: SiteSheetLook, in part: Rect, on canvas: inout Canvas) {
        var column = part.column + 2
        let end = part.endColumn - 2
        func put(_ text: String, _ style: Style) {
            column += canvas.put(
                text, column: column, row: part.row, style, limit: max(0, end - column))
        }
        // A long name must not push the alarm out of sight.
        let name = DisplayWidth.shortened(
            TerminalText.drawn(site?.title ?? id.limited), to: max(4, part.columns - 18))
        put(" \(name) ", Style(.accent, bold: true))
        if site?.hasAlarm == true { put(" ▲ ALARM ", .alarm) }
        if isPresent == false, site != nil {
            put(" has gone; this was the last of it ", Style(.warning))
        } else if look.isStale {
            put(" stale ", Style(.warning))
        }
    }

    private func drawContent(_ look: SiteSheetLook, in body: Rect, on canvas: inout Canvas) {
        var row = body.row - scroll.top
        guard let site else {
            let isMissing = isPresent == false
            canvas.put(
                isMissing ? "There is no such site." : look.waiting, column: body.column, row: row,
                isMissing ? .plain : Style(.muted), limit: body.columns)
            guard isMissing else { return }
            return _ = canvas.put(
                "S lists the sites, esc goes back", column: body.column, row: row + 1,
                Style(.muted), limit: body.columns)
        }
        drawSensors(site.measurements, look, in: body, from: row, on: &canvas)
        row += sensorRows + 1
        for fact in facts(look) {
            draw(fact, in: body, at: row, on: &canvas)
            row += 1
        }
    }

    private func drawSensors(
        _ measurements: [Measurement], _ look: SiteSheetLook, in body: Rect, from top: Int,
        on canvas: inout Canvas
    ) {
        guard !measurements.isEmpty else {
            return _ = canvas.put(
                "The feed tells of no sensors here.", column: body.column, row: top,
                Style(.muted), limit: body.columns)
        }
        let columns = SensorRow.Columns(body.columns)
        SensorRow.drawHeads(columns, in: body, at: top, on: &canvas)
        for (place, measurement) in measurements.enumerated() {
            let sensor = SensorRow(
                measurement: measurement, samples: samples[measurement.quantity] ?? [],
                at: measurement.measuredAt ?? look.fetchedAt, look: look)
            sensor.draw(columns, in: body, at: top + 1 + place, on: &canvas)
        }
    }

    private func draw(_ fact: Fact, in body: Rect, at row: Int, on canvas: inout Canvas) {
        let name = min(15, body.columns / 3)
        canvas.put(fact.name, column: body.column, row: row, Style(.muted), limit: name - 1)
        let used = canvas.put(
            fact.value.limited, column: body.column + name, row: row, Style(fact.ink),
            limit: body.columns - name)
        let left = body.column + name + used + 2
        guard let share = fact.share, body.endColumn - left >= 8 else { return }
        let bar = FilledBar(share: share, cells: min(24, body.endColumn - left))
        canvas.put(bar.text, column: left, row: row, Style(.accent, on: .frame))
    }
}
