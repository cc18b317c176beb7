extension FeedCheckRecord {
    /// Returns the record as a JSON object: the document of the API and of `fleet check --from`.
    ///
    /// `findings` has the open ones, the worst first, and then those that are over, the newest
    /// first; an open one that is silenced has `silenced` with `reason` and `until`. `days` has
    /// the counts of the days that were observed, oldest first. `left_out` has the documents that the
    /// check at `checked_at` did not read. Unknown values are omitted.
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - settings: The settings of the source, including silenced rules.
    ///   - now: The present time.
    public func json(
        of source: String, _ settings: CheckSettings, at now: Timestamp
    ) -> UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("source", source)
        object.add("format", format.isEmpty ? nil : format)
        object.add("time_zone", zone.name)
        object.add("checked_at", checkedAt)
        object.add("left_out", checkedAt == nil ? nil : leftOut.map(\.json))
        object.add(
            "findings",
            openFindings.map { $0.json(settings.silence(of: $0.finding, at: now)) }
                + closedFindings.map { $0.json(nil) })
        object.add("days", days.map(\.json))
        return object.text
    }
}

extension FeedCheckRecord.Finding {
    /// Returns the finding as a JSON object.
    fileprivate func json(_ silence: CheckSettings.Silence?) -> JSONObjectWriter {
        var object = finding.json
        object.add("opened_at", openedAt)
        object.add("closed_at", closedAt)
        object.add(
            "silenced",
            silence.map { silence in
                var object = JSONObjectWriter()
                object.add("reason", silence.reason)
                object.add("until", silence.until.text)
                return object
            })
        return object
    }
}

extension CheckSettings {
    /// The settings that differ from the standard as a JSON object; `nil` without any.
    public var json: JSONObjectWriter? {
        guard self != CheckSettings() else { return nil }
        var object = JSONObjectWriter()
        var changed = JSONObjectWriter()
        for (name, text) in bounds.texts.sorted(by: { $0.key < $1.key }) {
            changed.add(name, .text(text))
        }
        object.add("bounds", bounds.texts.isEmpty ? nil : changed)
        if case .zone(let name) = scope { object.add("zone", name) }
        object.add(
            "silences",
            silences.isEmpty
                ? nil
                : silences.map { silence in
                    var object = JSONObjectWriter()
                    object.add("rule", silence.rule.rawValue)
                    object.add("document", silence.document)
                    object.add("reason", silence.reason)
                    object.add("until", silence.until.text)
                    return object
                })
        return object
    }
}

extension FeedCheckRecord.Day {
    /// Adds the day and its counts; those that are unknown are left out.
    func add(to object: inout JSONObjectWriter) {
        object.add("day", day.text)
        object.add("readings", counts.reads)
        object.add("failures", counts.failures)
        object.add("observed_share", (counts.seconds / 86_400 * 1000).rounded() / 1000)
        object.add("fewest_vehicles", counts.fewest)
        object.add("most_vehicles", counts.most)
        object.add("mean_vehicles", counts.mean.map { ($0 * 10).rounded() / 10 })
        object.add("trips", counts.trips)
        object.add("came", counts.came)
        object.add("went", counts.went)
        object.add("updates", counts.updates)
        if let parked = counts.parked, parked.count == 4 {
            object.add("parked_1d", parked[0])
            object.add("parked_3d", parked[1])
            object.add("parked_7d", parked[2])
            object.add("parked_14d", parked[3])
        }
        object.add("long_trips", counts.longTrips)
        object.add("outside_zone", counts.outside)
    }

    /// The day as a JSON object.
    public var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        add(to: &object)
        return object
    }
}
