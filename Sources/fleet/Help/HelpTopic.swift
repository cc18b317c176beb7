/// A topic of the help that is not a command: `fleet help events`.
struct HelpTopic {
    /// Names that find it; the first is its title.
    let names: [String]
    let text: String
    /// Command lines under their comments.
    let examples: KeyValuePairs<String, String>
    /// Names, such as those of variables, with their descriptions.
    var entries: KeyValuePairs<String, String> = [:]
    /// Commands whose help has the details.
    let commands: [String]

    /// Returns the topic with a name.
    static func named(_ name: String) -> HelpTopic? {
        all.first { $0.names.contains(name.lowercased()) }
    }

    /// Returns the text of `fleet help NAME`: examples, an explanation, entries and where to read
    /// on.
    /// - Parameter width: Maximum number of columns of the explanation.
    func page(width: Int) -> String {
        let lines = examples.map { comment, command in "\n  # \(comment)\n  \(command)" }
        let commands = commands.map { "`fleet help \($0)`" }.joined(separator: ", ")
        let parts =
            [Self.wrapped(text, to: width), Self.list(entries, width: width)]
            .filter { !$0.isEmpty } + [Self.wrapped("See \(commands).", to: width)]
        return names[0].uppercased() + ":" + lines.joined() + "\n\n"
            + parts.joined(separator: "\n\n")
    }

    /// Returns a line for each name, with its description indented below.
    private static func list(
        _ entries: KeyValuePairs<String, String>, width: Int
    ) -> String {
        entries.map { name, text in
            let lines = wrapped(text, to: width - 6).split(separator: "\n")
            return "  \(name)\n" + lines.map { "      " + $0 }.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Returns paragraphs with lines of at most this many columns.
    private static func wrapped(_ text: String, to width: Int) -> String {
        text.split(separator: "\n\n").map { paragraph in
            var lines: [String] = []
            for word in paragraph.split(whereSeparator: \.isWhitespace) {
                if let line = lines.last, line.count + 1 + word.count <= width {
                    lines[lines.count - 1] = "\(line) \(word)"
                } else {
                    lines.append(String(word))
                }
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// All topics.
    static let all = [
        events, alerts, colors, codes, labels, feeds, credentials, formats, sensors, photos, server,
        database, environment, configuration, exitCodes,
    ]

    private static let events = HelpTopic(
        names: ["events", "event", "live", "follow"],
        text: """
            Events are the differences between two snapshots: vehicles that appear, disappear, move,
            are reserved, freed, disabled or enabled, and changes of their batteries. Each event
            states whether the feed reported it or fleet inferred it. The browser shows them with e.
            """,
        examples: [
            "Print events as they happen": "fleet watch --events",
            "Print a line of JSON for each": "fleet watch --events --format ndjson",
        ],
        commands: ["watch"])

    private static let alerts = HelpTopic(
        names: ["alerts", "alert", "notify", "notifications", "webhook", "webhooks", "alarms"],
        text: """
            An alert is sent for each event, sensor alarm or stale feed that --on names: to a
            command, which receives it as JSON, or to an http(s) address, as a POST request. IDs and
            filters narrow the vehicles.
            """,
        examples: [
            "Run a command for every low battery and smoke alarm":
                "fleet watch --notify ./page.sh --on battery_low,smoke",
            "Run a command when one vehicle leaves the feed":
                "fleet watch ABP-PHY --notify ./page.sh --on disappeared",
            "Try the command with one alert of each kind": "fleet watch --notify ./page.sh --test",
        ],
        commands: ["watch"])

    private static let colors = HelpTopic(
        names: ["colors", "color", "colour", "colours", "filters"],
        text: """
            red finds every vehicle with a red tone, blue-red those with both tones. Tables and the
            browser save the colors for the next time.
            """,
        examples: [
            "List red vehicles, and save the filter": "fleet list --color red",
            "Show the saved filter": "fleet filter",
            "Clear it": "fleet filter clear",
            "Assign a color to a vehicle type of a feed without colors":
                "fleet source add oslo gbfs.json --color-of cargo-1=yellow",
        ],
        commands: ["list", "filter", "source add"])

    private static let codes = HelpTopic(
        names: ["codes", "qr", "code", "qrcode", "barcode", "scan"],
        text: """
            A QR code holds the vehicle ID, or the rental link with --content uri, if that is of the
            web or of an app in the feed's system information. An independent decoder reads each one
            back before its file is written.
            """,
        examples: [
            "Show the QR code of a vehicle": "fleet detail ABP-PHY",
            "Save it as an image": "fleet detail ABP-PHY --qr ABP-PHY.png",
            "Save the QR codes of all red vehicles": "fleet labels --color red --out codes/",
        ],
        commands: ["detail", "labels"])

    private static let labels = HelpTopic(
        names: ["sheets", "sheet", "print", "printing", "pdf", "layout", "layouts"],
        text: "Label sheets are PDF files in the layouts of their manufacturers.",
        examples: [
            "List the layouts": "fleet labels --layouts",
            "Make label sheets for the red vehicles":
                "fleet labels --color red --layout L7160 --out red.pdf",
        ],
        commands: ["labels", "printer"])

    private static let feeds = HelpTopic(
        names: ["feeds", "feed", "gbfs", "add", "address", "url", "catalogue", "catalog"],
        text: """
            A source is a GBFS feed of any version, a simple vehicles document or a simulated fleet,
            at an http(s) address, in a file or on standard input. A command that reads a source also
            accepts an http(s) or sim:// address as an argument: then it saves no settings.
            """,
        examples: [
            "Look at a feed without adding it": "fleet list https://example.com/gbfs/gbfs.json",
            "Browse it on the map": "fleet browse https://example.com/gbfs/gbfs.json map",
            "Find a feed in the public catalogue": "fleet source search oslo",
            "Add a feed": "fleet source add oslo https://example.com/gbfs/gbfs.json",
            "Make it the default source": "fleet source use oslo",
            "Read a file once": "fleet list --source free_bike_status.json",
        ],
        commands: ["source add", "source"])

    private static let credentials = HelpTopic(
        names: [
            "credentials", "credential", "token", "key", "password", "auth", "header",
        ],
        text: """
            Credentials are sent only to the origin of their source, and are stored in a file that
            only you can read, or not at all if they come from a variable.
            """,
        examples: [
            "Read a bearer token from a variable":
                "fleet source add oslo https://example.com/gbfs.json --bearer-env TOKEN",
            "Read a header from a file":
                "fleet source add oslo https://example.com/gbfs.json --header @header.txt",
            "Request tokens from the operator (OAuth 2.0)":
                "fleet source add ops https://example.com/mds/vehicles --oauth-token-url "
                + "https://example.com/token --client-id city --client-secret-env SECRET",
            "Sign tokens with a key of your own (JWT)":
                "fleet source add ops https://example.com/mds/vehicles --jwt-key @key.pem "
                + "--jwt-kid 1 --jwt-iss city --jwt-aud ops",
        ],
        commands: ["source add"])

    private static let formats = HelpTopic(
        names: ["formats", "format", "export", "csv", "json", "ndjson", "geojson", "scripts"],
        text: """
            Names are those of GBFS 3.0, times are in UTC. Formats other than the table ignore the
            saved colors, so that scripts see the whole fleet.
            """,
        examples: [
            "Export the fleet for a spreadsheet": "fleet list --format csv",
            "Process a line of JSON for each vehicle": "fleet list --format ndjson",
            "Export the fleet for a map program": "fleet list --format geojson",
        ],
        commands: ["list"])

    private static let sensors = HelpTopic(
        names: ["sensors", "sensor", "stations", "station", "depots", "depot", "docks", "sites"],
        text: """
            A site is a depot or a GBFS station. Each measurement of its sensors has a threshold, a
            history and alarms.
            """,
        examples: [
            "List the sites": "fleet site list",
            "Show one site with all its measurements": "fleet site show depot-nord",
            "List the vehicles at a site": "fleet list --station depot-nord",
        ],
        commands: ["site", "list"])

    private static let photos = HelpTopic(
        names: ["photos", "photo", "pictures", "picture", "images"],
        text: """
            Photos belong to notes about vehicles. The operator's pictures of a vehicle type are
            shown by detail and the browser.
            """,
        examples: [
            "Add a note with a photo": "fleet note add ABP-PHY 'brake is loose' --photo brake.jpg",
            "Save the operator's picture": "fleet detail ABP-PHY --picture ABP-PHY.png",
        ],
        commands: ["note add", "detail"])

    private static let server = HelpTopic(
        names: ["server", "team", "web", "website", "https", "tls", "proxy", "users"],
        text: """
            fleet serve polls the sources once for a whole team, and shows them as web pages. It listens
            on this machine only; a proxy such as Caddy adds a certificate and the public name, with
            this whole configuration:

            fleet.example { reverse_proxy 127.0.0.1:8080 }
            """,
        examples: [
            "Serve on this machine": "fleet serve",
            "Serve behind a proxy":
                "fleet serve --trusted-proxy 127.0.0.1 --public-url https://fleet.example",
            "Invite somebody": "fleet user invite --role member",
            "Use the sources of a server on the command line": "fleet login https://fleet.example",
        ],
        commands: ["serve", "user", "login"])

    private static let database = HelpTopic(
        names: ["database", "postgres", "postgresql", "replicas", "replica"],
        text: """
            With --database or FLEET_DATABASE, sources, vehicles, events and users are in PostgreSQL 15 or
            later instead of the files of FLEET_HOME, and any number of servers share them. One polls each
            source; if it stops, another does within ten seconds. With several hosts, the one that accepts
            writes is used. The password is best in the file that PGPASSFILE names. Credentials of sources
            are sealed with the key in FLEET_SECRET_FILE, at least 32 random bytes. A server has 8
            connections, or as many as FLEET_DATABASE_CONNECTIONS says. Favorites and notes of the
            command line stay in FLEET_HOME. An administrator of the database makes its roles with
            Documentation/postgresql-roles.sql.
            """,
        examples: [
            "Add a source for all servers":
                "fleet source add oslo https://example.com/gbfs.json --database postgres://fleet@db/fleet",
            "Copy the people and sources of a server, after it was stopped":
                "fleet serve copy --from sqlite --to postgres://fleet@db/fleet",
            "Start a server": "fleet serve --database postgres://fleet@db/fleet",
            "Read what the servers have":
                "fleet list --source oslo --database postgres://fleet@db/fleet",
        ],
        commands: ["serve", "serve copy", "serve migrate", "serve rotate-key", "source", "user"])
}
