import Testing

@Suite("Options of alerts that make no sense are refused", .slots)
struct NotifyOptionTests {
    @Test("a kind that there is not, with the list of those that there are")
    func kind() async throws {
        try await FleetHome().run("watch", "--notify", "true", "--on", "smoke,fire").failed(
            64, "there is no alert called `fire`",
            "the alerts are all, appeared, disappeared, moved, reserved, freed, disabled, enabled, "
                + "battery_changed, battery_low, battery_charged, temperature, noise_level, smoke, "
                + "humidity, connectivity, battery_percent, speed, tipped_over, feed_stale, "
                + "feed_restored")
    }

    @Test("a command that is none", arguments: ["", " ", "'", "a\\", "''"])
    func command(text: String) async throws {
        try await FleetHome().run("watch", "--notify", text).failed(
            64, "--notify takes a command or an http(s) address",
            "close every quote, and write the command as its program and arguments")
    }

    @Test("an address that is none")
    func address() async throws {
        try await FleetHome().run("watch", "--notify", "https://hush:x").failed(
            64, "the webhook: its port is not one of 1 to 65535",
            "check the address for a typing error")
    }

    @Test("a file that is not there")
    func file() async throws {
        try await FleetHome().run("watch", "--notify", "@none").failed(
            74, "none cannot be read for --notify", "check the path")
    }

    @Test(
        "numbers, and kinds for nobody",
        arguments: [
            ["--on", "smoke"], ["--notify", "true", "--notify-timeout", "0"],
            ["--notify", "true", "--notify-timeout", "nan"],
            ["--notify", "true", "--notify-rate", "0"],
            ["--notify", "true", "--notify-rate", "6001"],
        ])
    func numbers(options: [String]) async throws {
        let watch = try await FleetHome().run(["watch"] + options)
        #expect(watch.status == 64)
        #expect(watch.talkLines.last == "hint: run `fleet watch --help`")
    }
}
