extension HelpTopic {
    static let environment = HelpTopic(
        names: ["environment", "env", "variables", "variable"],
        text: """
            These variables of the environment apply to all commands; options have precedence. `fleet
            help configuration` lists the files.
            """,
        examples: [
            "List vehicles without colors, as NO_COLOR does": "fleet list --ansi never"
        ],
        entries: [
            "FLEET_HOME":
                "One folder for all files, instead of those of `fleet help configuration`.",
            "FLEET_SERVER, FLEET_TOKEN":
                "The address of a team's server and an API token, instead of `fleet login`.",
            "FLEET_DATABASE, PGPASSFILE, FLEET_SECRET_FILE":
                "The PostgreSQL database of several servers, the file with its password, and the key "
                + "of sealed credentials (see `fleet help database`).",
            "FLEET_CATALOGUE":
                "The address or file of another catalogue of systems for `fleet source search`.",
            "FLEET_LOG":
                "debug logs requests, cache, lock and leader decisions on standard error, as "
                + "--verbose does.",
            "FLEET_NOW":
                "A time such as 2026-01-31T12:00:00Z that freezes the clock of the output and of the "
                + "simulation, for documentation and tests.",
            "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME, XDG_RUNTIME_DIR":
                "The folders of `fleet help configuration`.",
            "http_proxy, https_proxy, all_proxy, no_proxy":
                "Proxies (http://… or socks5://…) for all requests, by curl's rules.",
            "SSL_CERT_FILE, SSL_CERT_DIR":
                "Certificates (PEM) to trust instead of the system's.",
            "NO_COLOR": "Any value turns off colors, unless --ansi always is given.",
            "TERM, COLORTERM, COLORFGBG":
                "The type of the terminal, whether it has 24-bit colors (truecolor), and its "
                + "background.",
            "PAGER": "The program that shows long lists on a terminal. The default is less.",
            "VISUAL, EDITOR": "The editor for notes. The default is vi.",
        ],
        commands: ["list"])

    static let configuration = HelpTopic(
        names: ["configuration", "config", "settings", "files", "folders", "home"],
        text: """
            Commands such as `fleet source add` change these files; none has to be edited by hand. With
            FLEET_HOME, all of them are in that folder.
            """,
        examples: [
            "Add a source": "fleet source add oslo https://example.com/gbfs/gbfs.json",
            "Show its settings": "fleet source show oslo",
            "Change the default source": "fleet source use oslo",
        ],
        entries: [
            "~/.config/fleet/preferences.json":
                "The sources, the default source and the saved color filters ($XDG_CONFIG_HOME).",
            "~/.config/fleet/credentials.json, login.json":
                "The credentials of sources and the login to a team's server, which only you can read.",
            "~/.config/fleet/printers.json": "The printers for labels.",
            "~/.local/share/fleet/fleet.sqlite":
                "The latest snapshot of each source ($XDG_DATA_HOME).",
            "~/.local/share/fleet/team.sqlite, team-photos/":
                "Favorites, notes and photos; the users of `fleet serve`, and theirs.",
            "~/.local/share/fleet/team-cache/": "Cached vehicles of a team's server.",
            "~/.local/share/fleet/server.json": "The settings of `fleet serve`.",
            "~/.cache/fleet/":
                "Cached pictures of vehicles and brands, and the catalogue of systems, which may be "
                + "deleted ($XDG_CACHE_HOME).",
        ],
        commands: ["source"])

    static let exitCodes = HelpTopic(
        names: ["exit-codes", "exit-code", "exit", "status-codes", "errors"],
        text: """
            Every command ends with one of these codes. An error is a line that begins with error:, and
            a line with its remedy that begins with hint:, both on standard error.
            """,
        examples: [
            "Fail if the source cannot be read, even if there is stored data":
                "fleet list --strict"
        ],
        entries: [
            "0": "Done; also with stored data after a warning.",
            "1": "`fleet check` found something.",
            "64": "The command was used incorrectly.",
            "65": "The feed or file cannot be parsed.",
            "66": "There is no such vehicle, source or file entry, or several match.",
            "69":
                "The service or the connection to it failed, a watch with --no-retry ended after an error "
                + "of any kind, or alerts were not delivered.",
            "73": "The output cannot be created.",
            "74": "A file or the store cannot be read or written.",
            "77": "The service denied access.",
            "130": "Interrupted by Ctrl-C; other signals end with 128 and their number.",
        ],
        commands: ["list"])
}
