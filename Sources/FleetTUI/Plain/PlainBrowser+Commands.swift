import FleetCore

extension PlainBrowser {
    /// Outcome of a command.
    enum Outcome { case proceed, quit }

    static let introduction = [
        "Type a key, then Enter: a number opens an item of the last list, l lists vehicles, Enter "
            + "alone shows the next page, r refreshes, q quits, ? lists all keys.",
        "Changes are printed as they happen.",
    ]

    static let keys = [
        "NUMBER: open the item with this number, or select this choice of the filter",
        "l: list the vehicles from the start",
        "+ or Enter alone: next page",
        "-: previous page",
        "v ID: open the vehicle with this ID",
        "/TEXT: search vehicles or sites; / alone ends the search",
        "f: list the choices of the filter",
        "c: clear filter and search",
        "s: sort by the next column",
        "F: only favorites, or all vehicles",
        "*: add the open vehicle to the favorites, or remove it",
        "a TEXT: add a note about the open vehicle",
        "p: write the QR code of the open vehicle as PNG",
        "n: list the notes",
        "S: list the sites",
        "e: list the latest events",
        "r: refresh",
        "?: these keys",
        "q, or the end of input: quit",
    ]

    /// Carries out a command; unknown ones print a hint.
    mutating func perform(_ line: String) -> Outcome {
        let line = line.drop { $0 == " " }
        var rest = line.dropFirst().drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        let text = rest.isEmpty ? nil : String(rest)
        switch (line.first, text) {
        case ("q", nil): return .quit
        case ("/", _): search(text)
        case ("v", let id?) where line.dropFirst().first == " ": openVehicle(id)
        case ("a", let note?) where line.dropFirst().first == " ": addNote(note)
        default:
            if let number = Int(line.filter { $0 != " " }), !line.hasPrefix("+"), number >= 0 {
                open(number)
            } else if text != nil || !performKey(line.first) {
                say("Unknown key \(String(line).limited); ? lists the keys.")
            }
        }
        return .proceed
    }

    /// Carries out a key without an argument; returns whether there is such a key.
    private mutating func performKey(_ key: Character?) -> Bool {
        switch key {
        case nil, "+": turnPage(by: Self.pageRows)
        case "-": turnPage(by: -Self.pageRows)
        case "l": showList()
        case "f": printChoices()
        case "c": changeList(.character("c"))
        case "s": changeList(.character("s"))
        case "F": changeList(.character("F"))
        case "*", "p": performOnVehicle(key)
        case "a", "v": say("Type a text after \(key == "a" ? "a" : "v"): ? lists the keys.")
        case "n": showNotes()
        case "S": showSites()
        case "e": printEvents()
        case "r": refresh()
        case "?": say(Self.keys)
        default: return false
        }
        return true
    }

    /// Opens the object with a printed number.
    private mutating func open(_ number: Int) {
        switch items[number] {
        case nil: say("No item \(number) in the last list.")
        case .vehicle(let id): openVehicle(id)
        case .site(let id): openSite(id)
        case .note(let note):
            browser.go(to: .notes)
            browser.notesScreen.select(number: note)
            answer = .note(note)
        case .choice(let choice):
            changeList { browser in browser.change { choice.toggle(in: &$0.filter) } }
        }
    }

    mutating func openVehicle(_ id: String) {
        browser.go(to: .vehicle(id))
        answer = .vehicle
    }

    mutating func openSite(_ id: String) {
        browser.go(to: .site(id))
        answer = .site
    }

    mutating func showNotes() {
        browser.go(to: .notes)
        answer = .notes
    }

    mutating func showSites() {
        (showsSites, pageStart) = (true, 0)
        browser.go(to: .sites)
        answer = .sites
    }

    private mutating func showList() {
        guard !browser.siteFeed.isAlone else { return showSites() }
        changeList { _ in }
    }

    /// Changes the list as its key does, and shows its first page.
    private mutating func changeList(_ key: Key) {
        changeList { $0.press(key) }
    }

    private mutating func changeList(_ change: (inout Browser) -> Void) {
        (showsSites, pageStart, answer) = (false, 0, .list)
        browser.go(to: .list)
        change(&browser)
        loadPage()
    }

    private mutating func search(_ text: String?) {
        guard !showsSites else {
            siteSearch = text
            return showSites()
        }
        changeList { browser in browser.change { $0.filter.search = text } }
    }

    private mutating func turnPage(by rows: Int) {
        let next = pageStart + rows
        guard (0..<pageCount).contains(next) else {
            return say(rows > 0 ? "This is the last page." : "This is the first page.")
        }
        pageStart = next
        answer = showsSites ? .sites : .list
        if !showsSites { loadPage() }
    }

    /// Number of objects of all pages.
    private var pageCount: Int {
        showsSites ? matchingSites.count : browser.listModel.count
    }

    /// Selects the page, so that the browser reads its vehicles.
    private mutating func loadPage() {
        browser.list.select(pageStart, browser.listModel)
        browser.list.select(pageStart + Self.pageRows - 1, browser.listModel)
    }

    /// Passes a key to the open vehicle; its outcome is a message.
    private mutating func performOnVehicle(_ key: Character?) {
        guard let key, case .vehicle = browser.router.current, browser.vehicleSheet != nil else {
            return say("Open a vehicle first.")
        }
        browser.press(.character(key))
        answer = .notice
    }

    private mutating func addNote(_ text: String) {
        guard case .vehicle = browser.router.current, let id = browser.vehicleSheet?.id,
            let note = Note.normalized(text)
        else { return say("Open a vehicle first.") }
        browser.effects.append(.write(.addNote(text: note, .vehicle(id: id))))
        answer = .notice
    }

    private mutating func refresh() {
        let count = browser.effects.count
        browser.press(.function(5))
        guard browser.effects.count > count else { return say("Already refreshing.") }
        answer = .notice
    }
}
