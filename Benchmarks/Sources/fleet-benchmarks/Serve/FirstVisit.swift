/// What a browser without copies loads to show a page: the page, its styles, icons and scripts, and
/// the library of a map, all compressed.
struct FirstVisit {
    /// Bytes of a visit.
    struct Load {
        /// Bytes of the page as it is sent, and before.
        var page = 0
        var uncompressedPage = 0
        /// Bytes of everything.
        var all = 0
        /// Number of answers.
        var files = 0
    }

    let port: UInt16
    let cookie: String

    /// Loads a page and the files that it names.
    /// - Parameter showsMap: Whether its map is seen; a phone hides that of a list.
    func load(_ path: String, showsMap: Bool) throws -> Load {
        let fields = [cookie, "Accept: text/html"]
        let page = try WebResponse(to: path, at: port, fields: fields)
        let sent = try WebResponse(to: path, at: port, fields: fields + [Self.compressed])
        var load = Load(
            page: sent.body.count, uncompressedPage: page.body.count, all: sent.body.count, files: 1
        )
        var found = Self.addresses(in: page.text, withMap: showsMap)
        guard let folder = found.first(where: { $0.hasSuffix("/app.js") })?.dropLast("app.js".count)
        else { throw BenchmarkError.unexpectedResult("no scripts in \(path)") }
        // Both pages have a map, which `app.js` loads on demand.
        found.append(folder + "map.js")
        var seen: Set<String> = []
        while let address = found.popLast() {
            guard seen.insert(address).inserted else { continue }
            let answer = try WebResponse(to: address, at: port, fields: [cookie, Self.compressed])
            load.all += answer.body.count
            load.files += 1
            guard address.hasSuffix(".js") else { continue }
            let script = try WebResponse(to: address, at: port, fields: [cookie]).text
            found += Self.imports(in: script).map { folder + $0 }
        }
        return load
    }

    private static let compressed = "Accept-Encoding: gzip"

    /// Returns the styles, icons and scripts of a page.
    ///
    /// A browser loads the map only where it is seen, which is not so on the list of a phone, and the
    /// pictures only for the icon of an app.
    private static func addresses(in page: String, withMap: Bool) -> [String] {
        let texts = page.split(separator: "\"", omittingEmptySubsequences: false)
        return zip(texts, texts.dropFirst()).compactMap { attribute, value in
            let address = String(value.prefix { $0 != "#" })
            if attribute.hasSuffix("data-library="), !withMap { return nil }
            return address.hasPrefix("/assets/") && !address.hasSuffix(".png") ? address : nil
        }
    }

    /// Returns the names of the scripts that a script imports when it is loaded.
    private static func imports(in script: String) -> [String] {
        script.split(separator: "\n").filter { $0.hasPrefix("import ") || $0.hasPrefix("export ") }
            .compactMap { line in
                line.firstRange(of: #""./"#).map { line[$0.upperBound...].prefix { $0 != "\"" } }
            }.map(String.init)
    }
}
