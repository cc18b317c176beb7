import FleetCore

extension SiteSheet {
    /// Returns the area that it covers: the right part of a wide screen, so the list stays visible.
    static func part(of screen: Rect) -> Rect { VehicleSheet.part(of: screen) }

    static func body(of part: Rect) -> Rect { part.inset(columns: 2, rows: 1) }

    /// Draws the sheet.
    func render(_ context: SiteSheetRenderContext, in part: Rect, on canvas: inout Canvas) {
        let body = Self.body(of: part)
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(site?.hasAlarm == true ? .bad : .frame))
            drawTitle(context, in: part, on: &canvas)
            canvas.draw(in: body) { canvas in drawContent(context, in: body, on: &canvas) }
            if scroll.isNeeded { canvas.drawMoreHint(below: scroll.hasMoreBelow, in: part) }
        }
    }

    private func drawTitle(
        _ context: SiteSheetRenderContext, in part: Rect, on canvas: inout Canvas
    ) {
        var column = part.column + 2
        let end = part.endColumn - 2
        func put(_ text: String, _ style: Style) {
            column += canvas.put(
                text, column: column, row: part.row, style, limit: max(0, end - column))
        }
        // Leaves room for the alarm after a long name.
        let name = DisplayWidth.shortened(
            TerminalText.drawable(site?.title ?? id.limited), to: max(4, part.columns - 18))
        put(" \(name) ", Style(.accent, bold: true))
        if site?.hasAlarm == true { put(" ▲ ALARM ", .alarm) }
        if isPresent == false, site != nil {
            put(" missing; last known data ", Style(.warning))
        } else if context.isStale {
            put(" stale ", Style(.warning))
        }
    }

    private func drawContent(
        _ context: SiteSheetRenderContext, in body: Rect, on canvas: inout Canvas
    ) {
        var row = body.row - scroll.top
        guard let site else {
            let isMissing = isPresent == false
            canvas.put(
                isMissing ? "No site has this ID." : context.loadingText, column: body.column,
                row: row,
                isMissing ? .plain : Style(.muted), limit: body.columns)
            guard isMissing else { return }
            return _ = canvas.put(
                "S lists the sites, Esc goes back", column: body.column, row: row + 1,
                Style(.muted), limit: body.columns)
        }
        drawSensors(site.measurements, context, in: body, from: row, on: &canvas)
        row += sensorRows + 1
        for detail in details(context) {
            draw(detail, in: body, at: row, on: &canvas)
            row += 1
        }
    }

    private func drawSensors(
        _ measurements: [Measurement], _ context: SiteSheetRenderContext, in body: Rect,
        from top: Int,
        on canvas: inout Canvas
    ) {
        guard !measurements.isEmpty else {
            return _ = canvas.put(
                "No sensors at this site.", column: body.column, row: top,
                Style(.muted), limit: body.columns)
        }
        let columns = SensorRow.Columns(body.columns)
        SensorRow.drawHeader(columns, in: body, at: top, on: &canvas)
        for (index, measurement) in measurements.enumerated() {
            let sensor = SensorRow(
                measurement: measurement, samples: samples[measurement.quantity] ?? [],
                measuredAt: measurement.measuredAt ?? context.fetchedAt, context: context)
            sensor.draw(columns, in: body, at: top + 1 + index, on: &canvas)
        }
    }

    private func draw(_ detail: Detail, in body: Rect, at row: Int, on canvas: inout Canvas) {
        let name = min(15, body.columns / 3)
        canvas.put(detail.name, column: body.column, row: row, Style(.muted), limit: name - 1)
        let used = canvas.put(
            detail.value.limited, column: body.column + name, row: row, Style(detail.color),
            limit: body.columns - name)
        let left = body.column + name + used + 2
        guard let share = detail.share, body.endColumn - left >= 8 else { return }
        let bar = FilledBar(share: share, cells: min(24, body.endColumn - left))
        canvas.put(bar.text, column: left, row: row, Style(.accent, on: .frame))
    }
}
