import FleetCore
import Testing

@Suite("The setting of a history") struct HistorySettingTests {
    @Test("of a source is its own one, which may be off, or else the default")
    func defaults() throws {
        var source = Source(location: .simulation("sim://demo"))
        #expect(source.history == nil)
        source.defaultHistory = try HistorySetting("30d")
        #expect(source.history?.text == "30d")
        source.ownHistory = try HistoryChoice("7d,1GB")
        #expect(source.history?.text == "7d,1GB" && source.ownHistory?.text == "7d,1GB")
        source.ownHistory = try HistoryChoice("off")
        #expect(source.history == nil && source.ownHistory?.text == "off")
        #expect(throws: QuantityError.self) { try HistoryChoice("default") }
    }

    @Test(
        "is an age, and at most a size, and is written as it was read",
        arguments: [
            ("30d", 2_592_000, 5_000_000_000, "30d"), ("36h", 129_600, 5_000_000_000, "36h"),
            ("1h,500MB", 3600, 500_000_000, "1h,500MB"), ("90m", 5400, 5_000_000_000, "5400s"),
            ("7d,1.5GB", 604_800, 1_500_000_000, "7d,1500MB"),
            ("1000d,5GB", 86_400_000, 5_000_000_000, "1000d"),
        ])
    func valid(text: String, seconds: Int64, bytes: Int64, written: String) throws {
        let setting = try HistorySetting(text)
        #expect(setting.age == .seconds(seconds) && setting.maxBytes == bytes)
        #expect(setting.text == written)
        #expect(try HistorySetting(written) == setting)
    }

    @Test(
        "is refused if it is none, too short, too long or too small",
        arguments: [
            "", "off", "30", "59m", "1001d", "30d,", "30d,5", "30d,5GB,1", "30d,-5GB", "30d,nanGB",
            "30d,1kB", "30d,1e99GB", "30d, 5GB", "inf", "-3d",
        ])
    func invalid(text: String) {
        #expect(throws: QuantityError.self) { try HistorySetting(text) }
    }
}
