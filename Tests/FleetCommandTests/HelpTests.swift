import FleetCommandLine
import FleetCore
import FleetTestSupport
import Testing

@testable import fleet

@Suite("Help finds commands and topics, and mistakes name the nearest one", .slots)
struct HelpTests {
    @Test(
        "a mistake names what was probably meant",
        arguments: [
            ("lst", "unknown command 'lst'", "did you mean `fleet list`?"),
            ("lisst --color red", "unknown command 'lisst'", "did you mean `fleet list`?"),
            ("ls", "unknown command 'ls'", "did you mean `fleet list`?"),
            ("refersh", "unknown command 'refersh'", "did you mean `fleet refresh`?"),
            ("events", "unknown command 'events'", "did you mean `fleet help events`?"),
            (
                "import bikes.csv", "unknown command 'import'",
                "run `fleet source add NAME FILE` for a table, or `fleet list FILE` to look at it"
            ),
            ("version", "unknown command 'version'", "run `fleet --version`"),
            (
                "register ada", "unknown command 'register'",
                "people register on the page of their server, at its address with /register; "
                    + "then run `fleet login ADDRESS`"
            ),
            (
                "serve --port 80", "Unknown option '--port'",
                "write the address with `--listen HOST:PORT`"
            ),
            (
                "map --format svg", "Unknown option '--format'",
                "a map is text; write an image with `--png FILE`"
            ),
            (
                "list --ids a.csv --offset 3", "Unknown option '--offset'",
                "run `fleet list --help`"
            ),
            ("xyzzy", "unknown command 'xyzzy'", "run `fleet --help`"),
            ("source ad x", "unknown command 'ad'", "did you mean `fleet source add`?"),
            ("source rm oslo", "unknown command 'rm'", "did you mean `fleet source remove`?"),
            ("serve cpoy", "unknown command 'cpoy'", "did you mean `fleet serve copy`?"),
            ("site xyzzy", "unknown command 'xyzzy'", "run `fleet site --help`"),
            (
                "note lst", "unknown command 'lst'",
                "did you mean `fleet note list`? write an ID as `fleet note list lst`"
            ),
            (
                "--offline list", "Unknown option '--offline'",
                "write options after the command: `fleet list --offline`"
            ),
            (
                "list --colr red", "Unknown option '--colr'. Did you mean '--color'?",
                "run `fleet list --help`"
            ),
            ("detail A --ofline", "Unknown option '--ofline'", "run `fleet detail --help`"),
            (
                "--vesion", "Unknown option '--vesion'. Did you mean '--version'?",
                "run `fleet --help`"
            ),
            (
                "list --verbos", "Unknown option '--verbos'. Did you mean '--verbose'?",
                "run `fleet list --help`"
            ),
            (
                "list --near 48.86",
                "--near must be LAT,LON in decimal degrees, such as 48.86,2.35",
                "run `fleet list --help`"
            ),
            ("list --limit x", "--limit must be a number", "run `fleet list --help`"),
            (
                "map --size 5", "--size must be width and height, such as 120x40",
                "run `fleet map --help`"
            ),
            (
                "labels --page B --layout custom --out a.pdf",
                "--page must be A4, letter, or width and height in millimetres, such as 210x297",
                "run `fleet labels --help`"
            ),
            (
                "list --sort -battery", "--sort needs a value, but '-battery' begins with a dash",
                "write `--sort battery`, with `--reverse` for descending order"
            ),
            (
                "list --state -x", "--state needs a value, but '-x' begins with a dash",
                "write `--state x`, or `--state=-x` if the dash belongs to the value"
            ),
            (
                "list --limit -5", "--limit needs a value, but '-5' begins with a dash",
                "write `--limit=-5` if the dash belongs to the value"
            ),
            ("list --sort", "Missing value for '--sort <field>'", "run `fleet list --help`"),
            (
                "help xyzzy", "there is no command or topic 'xyzzy'",
                "`fleet help` lists the commands; topics: events, alerts, colors, codes, sheets, "
                    + "feeds, credentials, formats, sensors, photos, server, database, "
                    + "environment, configuration, exit-codes"
            ),
            (
                "help evnts", "there is no command or topic 'evnts'",
                "did you mean `fleet help events`?"
            ),
            (
                "help envronment", "there is no command or topic 'envronment'",
                "did you mean `fleet help environment`?"
            ),
            (
                "help note lst", "`fleet note` has no command 'lst'",
                "did you mean `fleet help note list`?"
            ),
            ("help list all", "`fleet list` has no command 'all'", "run `fleet help list`"),
        ])
    func mistake(line: String, cause: String, hint: String) async throws {
        let result = try await FleetHome().run(line.split(separator: " ").map(String.init))
        #expect(result.status == 64)
        #expect(result.errorLines == ["error: " + cause, "hint: " + hint])
    }

    @Test("a vehicle ID that resembles a command still lists its notes")
    func noteOfID() async throws {
        let home = try FleetHome()
        for id in ["LST", "add-1", "list4", "xyzzy"] {
            #expect(try await home.run("note", id).status == 0)
        }
    }

    @Test("fleet alone shows five commands, all of which are valid")
    func firstSteps() async throws {
        let text = try await FleetHome().run([]).succeeded().text
        let examples = commands(in: text)
        #expect(examples.count == 5)
        try check(examples)
    }

    @Test(
        "fleet help finds a topic by each of its names, in any case", arguments: ["events", "QR"])
    func topic(name: String) async throws {
        let text = try await FleetHome().run("help", name).succeeded().text
        #expect(text.hasPrefix(name == "QR" ? "CODES:\n  # Show" : "EVENTS:\n  # Print events"))
        #expect(text.hasSuffix(name == "QR" ? "`fleet help labels`.\n" : "`fleet help watch`.\n"))
    }

    @Test("the topic of the exit codes has the code of every status")
    func exitCodes() async throws {
        let text = try await FleetHome().run("help", "exit-codes").succeeded().text
        let statuses: [FleetCore.ExitStatus] = [
            .done, .usage, .data, .noInput, .unavailable, .cannotCreate, .ioError, .noPermission,
            .signal(2),
        ]
        for status in statuses { #expect(text.contains("\n  \(status.code)\n      ")) }
    }

    @Test("the explanation of a topic fits on the terminal", arguments: [40, 80])
    func width(_ width: Int) {
        for topic in HelpTopic.all {
            let lines = topic.page(width: width).split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("  ") || $0.count <= width }, "\(topic.names)")
        }
        let server = HelpTopic.named("server")?.page(width: 80) ?? ""
        #expect(server.contains("\n\nfleet.example { reverse_proxy 127.0.0.1:8080 }\n\n"))
    }

    @Test("every example of a topic is a valid command, and every name finds one topic")
    func topics() throws {
        for topic in HelpTopic.all {
            try check(topic.examples.map(\.value))
            for command in topic.commands {
                let words = command.split(separator: " ").map(String.init)
                #expect(Fleet.named(in: words).rest.isEmpty, "\(command)")
            }
        }
        let names = HelpTopic.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
        #expect(!names.contains(where: Fleet.isCommand))
    }

    private func commands(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("  fleet ") }.map {
            String($0.dropFirst(2))
        }
    }

    private func check(_ examples: [String]) throws {
        for example in examples {
            let words = example.replacing("'brake is loose'", with: "text").split(separator: " ")
            let arguments = words.dropFirst().map(String.init)
            #expect(try Fleet.namedCommand(of: arguments) != nil, "\(example)")
        }
    }
}
