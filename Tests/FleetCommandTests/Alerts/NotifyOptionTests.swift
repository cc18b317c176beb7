import FleetTestSupport
import Testing

@Suite("Invalid alert options are rejected", .slots)
struct NotifyOptionTests {
    @Test("an unknown alert is rejected with a list of the known ones")
    func unknownAlert() async throws {
        try await FleetHome().run("watch", "--notify", "true", "--on", "smoke,fire").failed(
            64, "no alert named 'fire'",
            "use one or more of all, appeared, disappeared, moved, reserved, freed, disabled, "
                + "enabled, zone_entered, zone_left, battery_changed, battery_low, "
                + "battery_charged, temperature, noise_level, smoke, humidity, connectivity, "
                + "battery_percent, speed, tipped_over, feed_stale, feed_restored, system_alert, "
                + "feed_quality, feed_digest, limit")
    }

    @Test("an invalid command is rejected", arguments: ["", " ", "'", "a\\", "''"])
    func command(text: String) async throws {
        try await FleetHome().run("watch", "--notify", text).failed(
            64, "--notify must be a command or an http(s) address",
            "check the quotes; a command is a program and its arguments")
    }

    @Test("an invalid address is rejected")
    func address() async throws {
        try await FleetHome().run("watch", "--notify", "https://hush:x").failed(
            64, "webhook: the port must be between 1 and 65535",
            "check the address for typos")
    }

    @Test("a missing file is reported")
    func file() async throws {
        try await FleetHome().run("watch", "--notify", "@none").failed(
            74, "cannot read none for --notify", "check the path and its permissions")
    }

    @Test(
        "numbers out of range, and --on without --notify, are rejected",
        arguments: [
            ["--on", "smoke"], ["--notify", "true", "--notify-timeout", "0"],
            ["--notify", "true", "--notify-timeout", "nan"],
            ["--notify", "true", "--notify-rate", "0"],
            ["--notify", "true", "--notify-rate", "6001"],
        ])
    func usage(options: [String]) async throws {
        let watch = try await FleetHome().run(["watch"] + options)
        #expect(watch.status == 64)
        #expect(watch.errorLines.last == "hint: run `fleet watch --help`")
    }
}
