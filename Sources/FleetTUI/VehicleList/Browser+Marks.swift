import FleetCore

// Marked vehicles, and the actions on them.
extension Browser {
    /// IDs of the vehicles that an action is about: the open one, else the marked ones, else the
    /// selected one of the list.
    var subjects: [String] {
        switch router.current {
        case .vehicle: vehicleSheet.map { [$0.id] } ?? []
        case .list where marks.ids.isEmpty: list.selectedID.map { [$0] } ?? []
        default: marks.ids
        }
    }

    /// Marks the selected vehicle or removes its mark, and goes to the next one.
    mutating func toggleMark() {
        guard marks.anchor == nil else { return toggleRange() }
        guard let id = list.selectedID else { return }
        guard marks.ids.count < Marks.limit || marks.includes(id, at: -1, selected: -1) else {
            return reportMarkLimit()
        }
        marks.toggle(id)
        list.step(1, listModel)
    }

    /// Starts a range at the selected vehicle, or marks the vehicles from its start to here.
    mutating func toggleRange() {
        if marks.anchor != nil { return endRange() }
        guard let id = list.selectedID else { return }
        marks.begin(at: id, index: list.selected)
        showNotice("move to the end of the range; V or Esc ends it")
    }

    private mutating func endRange() {
        guard let (anchor, rows) = marks.endRange(selected: list.selected) else { return }
        notice = nil
        // The start may have left the list, whose rows then have other vehicles.
        let hasStart =
            listModel[anchor.index].vehicle?.id.utf8.elementsEqual(anchor.id.utf8) ?? false
        let ids =
            hasStart && rows.count <= Marks.limit
            ? rows.compactMap { listModel[$0].vehicle?.id } : []
        guard ids.count < rows.count, let last = list.selectedID else { return mark(ids) }
        effects.append(.read(.between(anchor.id, last)))
    }

    /// Marks the vehicles of a range.
    mutating func mark(_ ids: [String]) {
        if !marks.add(ids) { reportMarkLimit() }
    }

    private mutating func reportMarkLimit() {
        showNotice("at most \(ShortText.grouped(Marks.limit)) vehicles can be marked")
    }

    /// Ends the range, else removes all marks.
    mutating func clearMarks() {
        if marks.anchor != nil { return endRange() }
        showNotice("cleared the marks of \(ShortText.count(marks.ids.count, "vehicle"))")
        marks = Marks()
    }

    /// Runs an action on its vehicles, after the range that is being marked has ended.
    mutating func act(_ action: (inout Browser, [String]) -> Void) {
        if marks.anchor != nil { endRange() }
        let isReading = effects.contains { if case .read(.between) = $0 { true } else { false } }
        guard !isReading else { return showNotice("marking the range; press the key again") }
        let ids = subjects
        guard !ids.isEmpty else {
            return showNotice("open a vehicle, or mark vehicles in the list")
        }
        action(&self, ids)
    }

    /// Toggles the open, marked or selected vehicles as favorites.
    mutating func toggleFavorites() {
        act { browser, ids in
            let isOpen = browser.router.current != .list && browser.vehicleSheet != nil
            let isMissing = isOpen && browser.vehicleSheet?.presence == .absent
            let missing = isMissing ? browser.listModel.missingFavorite(ids[0])?.id : nil
            browser.effects.append(
                .write(.toggleFavorites(ids: missing.map { [$0] } ?? ids)))
        }
    }

    /// Adds a note or a task about the open, marked or selected vehicles; opens the editor without
    /// a text.
    mutating func addNote(_ text: String?, isTask: Bool) {
        act { browser, ids in
            let subjects = ids.map { NoteSubject.vehicle(id: $0) }
            guard let text else {
                browser.typedNote = TypedNote(.new(subjects, isTask: isTask))
                return
            }
            guard let text = Note.normalized(text) else {
                return browser.showNotice("nothing typed; no note saved")
            }
            browser.effects.append(
                .write(.addNotes(NewNotes(text: text, about: subjects, isTask: isTask))))
        }
    }

    /// Writes the open, marked or selected vehicles to a file or a printer; opens the command line
    /// without a name.
    mutating func output(_ line: CommandInput, suggesting name: String) {
        act { browser, ids in
            guard let target = line.argument else {
                let text = line.name.rawValue + " " + name
                return browser.openCommandLine(text)
            }
            let kind: VehicleOutput.Kind =
                switch line.name {
                case .labels: .labels(path: target)
                case .print: .printed(printer: target)
                default: .export(path: target)
                }
            browser.showNotice("writing \(ShortText.count(ids.count, "vehicle")) …")
            browser.effects.append(
                .write(.output(VehicleOutput(kind: kind, ids: ids, replaces: line.isForced))))
        }
    }

    /// Opens the link of the open or selected vehicle.
    mutating func openLink() {
        let vehicle =
            router.current == .list
            ? listModel[list.selected].vehicle : vehicleSheet?.detail?.vehicle
        guard let vehicle else { return showNotice("open a vehicle for its link") }
        guard let link = vehicle.webLink ?? setup.page?(vehicle.id) else {
            return showNotice("\(vehicle.id.limited) has no link to a web page")
        }
        effects.append(.open(link: link))
    }
}

extension Vehicle {
    /// Link for a web browser; `nil` without one that is http or https.
    fileprivate var webLink: String? {
        guard let link = rentalURIs?.web, link.utf8.count <= 4096,
            !link.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { return nil }
        let start = ASCIICase.lowercased(String(link.prefix(8)))
        return start.hasPrefix("http://") || start.hasPrefix("https://") ? link : nil
    }
}
