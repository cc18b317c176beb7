import FleetCore

/// Short names of browsers and programs, as people know them, for the list of sessions.
enum BrowserName {
    /// Returns a name such as `Firefox on Linux`; the beginning of the field for other programs.
    static func shortened(_ agent: String) -> String {
        let browser = browsers.first { agent.contains($0.key) }?.name
        let system = systems.first { agent.contains($0.key) }?.name
        guard let browser else { return String(agent.unicodeScalars.prefix(60)) }
        return system.map { "\(browser) on \($0)" } ?? browser
    }

    /// Returns a name of ``shortened(_:)``, which is stored in English, in the current language.
    static func shown(_ name: String) -> String {
        let parts = name.split(separator: " on ", maxSplits: 1).map(String.init)
        guard parts.count == 2, browsers.contains(where: { $0.name == parts[0] }) else {
            return name
        }
        return localized("\(parts[0]) on \(parts[1])")
    }

    // Most browsers name others, too, so the order counts.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"), ("Chromium", "Chromium"), ("Chrome", "Chrome"), ("Safari", "Safari"),
    ].map { (key: $0.0, name: $0.1) }

    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ].map { (key: $0.0, name: $0.1) }
}
