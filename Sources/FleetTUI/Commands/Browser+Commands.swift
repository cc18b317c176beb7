import FleetCore

// Commands of keys and of the command line.
extension Browser {
    /// Returns whether a command has an effect on the front screen.
    func isAvailable(_ name: BrowserCommand.Name) -> Bool {
        switch name {
        case .open, .mark, .range: router.current == .list
        case .search, .map, .notes, .sites, .events, .refresh, .help, .quit: true
        default: !router.current.showsSites
        }
    }

    /// Runs a command.
    mutating func run(_ input: CommandInput) {
        switch input.name {
        case .open: openSelection()
        case .mark: toggleMark()
        case .range: toggleRange()
        case .favorite: toggleFavorites()
        case .note, .task: addNote(input.argument, isTask: input.name == .task)
        case .labels: output(input, suggesting: "labels.pdf")
        case .print: output(input, suggesting: setup.printers.count == 1 ? setup.printers[0] : "")
        case .export: output(input, suggesting: "vehicles.csv")
        case .link: openLink()
        case .undo: effects.append(.write(.undo))
        case .goto:
            guard let id = input.argument else { return openCommandLine("goto ") }
            go(to: .vehicle(id))
        case .quit: effects.append(.terminal(.quit))
        case .refresh: refresh()
        case .help: go(to: .help)
        case .map: router.current == .map ? goBack() : showMap()
        case .notes: go(to: .notes)
        case .sites: router.current == .sites ? goBack() : go(to: .sites)
        case .events: go(to: .events)
        case .search, .filter, .clear, .favorites, .sort, .reverse, .columns, .color, .state, .type:
            changeList(input)
        }
    }

    /// Runs a command that changes the list.
    private mutating func changeList(_ input: CommandInput) {
        switch input.name {
        case .search: search(input.argument)
        case .filter: go(to: .filter)
        case .clear: clearFilter()
        case .favorites: toggleFavoritesOnly()
        case .sort: input.argument.map { sort(byColumn: $0) } ?? sort()
        case .reverse: reverse()
        case .columns: chooseColumns(input.argument)
        case .color: select(.color, input.argument) { $0.color = $1.color }
        case .state: select(.state, input.argument) { $0.states = $1.states }
        case .type: select(.type, input.argument) { $0.types = $1.types }
        default: break
        }
    }

    private mutating func search(_ text: String?) {
        go(to: .list)
        guard let text else { return list.beginSearch(query.filter.search) }
        change { $0.filter.search = text }
    }

    /// Selects values of a criterion, separated by commas; `all` removes it.
    private mutating func select(
        _ field: FilterInput.Field, _ text: String?, _ apply: (inout Filter, Filter) -> Void
    ) {
        let words = text?.split { $0 == "," || (field != .type && $0 == " ") }.map(String.init)
        guard let words, !words.isEmpty else { return openCommandLine(field.rawValue + " ") }
        var input = FilterInput()
        input[all: field] = words.contains("all") ? [] : words
        do throws(FilterInputError) {
            let filter = try input.filter(savedColors: .all)
            change { apply(&$0.filter, filter) }
        } catch {
            showNotice(error.message { ":" + $0.rawValue }, isFailure: true)
        }
    }

    // MARK: - Order

    /// Columns that the list can be sorted by.
    var sortColumns: [(name: String, order: VehicleOrder)] {
        VehicleColumn.allCases.compactMap { column in
            column.order(from: setup.origin).map { (column.rawValue, $0) }
        } + (info?.feed.properties ?? []).map { ($0.name, .property($0.name)) }
    }

    private mutating func sort(byColumn name: String) {
        guard let found = sortColumns.first(where: { ASCIICase.equal($0.name, name) }) else {
            let names = sortColumns.map(\.name.limited).joined(separator: ", ")
            return showNotice(":sort must be one of: \(names)", isFailure: true)
        }
        change { ($0.order, $0.isReversed) = (found.order, false) }
        showNotice("sorted by \(query.order.name); R reverses the order")
    }

    private mutating func reverse() {
        change { $0.isReversed.toggle() }
        showNotice("sorted by \(query.order.name), \(query.directionName)")
    }

    // MARK: - Keys without an effect

    /// Says once that a key has no effect.
    mutating func reportUnused(_ key: Key) {
        switch key {
        case .mouse, .paste, .escape: return
        default: break
        }
        guard unusedKeys.insert(key).inserted else { return }
        // A terminal can send any character.
        if unusedKeys.count > 200 { unusedKeys = [key] }
        showNotice("\(key.label) does nothing here · ? shows the keys")
    }
}

extension VehicleQuery {
    /// Whether the shown values of the sorted column ascend; the latest report is the first.
    var isAscending: Bool { (order == .lastReported) == isReversed }

    /// Direction of the order.
    var directionName: String { isAscending ? "ascending" : "descending" }
}
