import FleetCore
import Testing

@Suite struct AttentionRulesTests {
    @Test(
        "a bound is set by the text that it has, and off counts nothing",
        arguments: [
            (AttentionBound.lowBattery, "15%", "15%"), (.lowBattery, "12.5", "12.5%"),
            (.idle, "48h", "2d"), (.idle, "90m", "90m"), (.standstill, "OFF", "off"),
            (.alarms, "off", "off"), (.alarms, "On", "on"), (.lowBattery, "off", "off"),
        ])
    func texts(bound: AttentionBound, typed: String, text: String) throws {
        var rules = AttentionRules()
        try bound.set(typed, in: &rules)
        #expect(bound.text(in: rules) == text)
        var again = AttentionRules()
        try bound.set(text, in: &again)
        #expect(again == rules)
    }

    @Test(
        "a bound that is none is refused, and nothing changes",
        arguments: [
            (AttentionBound.lowBattery, "101"), (.lowBattery, "nan"), (.idle, "1s"),
            (.idle, "400d"), (.standstill, "soon"), (.alarms, "maybe"), (.alarms, ""),
        ])
    func refusals(bound: AttentionBound, typed: String) {
        var rules = AttentionRules()
        #expect(throws: QuantityError.self) { try bound.set(typed, in: &rules) }
        #expect(rules == AttentionRules())
    }

    @Test("a low battery counts unless the vehicle is in use or the bound is off")
    func lowBattery() throws {
        var vehicle = Vehicle(id: "A")
        (vehicle.battery, vehicle.isReserved) = (Battery(percent: 20), false)
        var filter = try #require(AttentionRules().filter(of: .battery)).filter(savedColors: .all)
        #expect(filter.matches(vehicle))
        vehicle.isReserved = true
        #expect(!filter.matches(vehicle))
        (vehicle.isReserved, vehicle.isDisabled) = (nil, true)
        #expect(filter.matches(vehicle))
        filter.handled = VehicleIDs(["A"])
        #expect(!filter.matches(vehicle))
        var rules = AttentionRules()
        rules.lowBattery = nil
        #expect(rules.filter(of: .battery) == nil)
    }

    @Test("of a table only low batteries and alarms count, and that it cannot be read")
    func table() {
        let rules = AttentionRules()
        #expect(rules.applying(to: nil) == rules)
        #expect(rules.applying(to: FeedDescription(format: "GBFS 3.0")) == rules)
        for format in TableFormat.allCases {
            let applied = rules.applying(to: FeedDescription(format: format.rawValue))
            #expect(applied.idle == nil && applied.standstill == nil)
            #expect(applied.lowBattery == rules.lowBattery && applied.alarms)
            #expect(applied.failing == rules.failing)
            #expect(applied.filter(of: .idle) == nil)
        }
    }

    @Test("the filter of alarms selects one sensor or any, in any case of its letters")
    func alarms() throws {
        var vehicle = Vehicle(id: "A")
        vehicle.measurements = [
            .init(.temperature, .number(20), state: .normal),
            .init(.tippedOver, .condition(true)),
        ]
        func matches(_ query: String) throws -> Bool {
            try FilterInput(query: query).filter(savedColors: .all).matches(vehicle)
        }
        #expect(try matches("alarm=any") && matches("alarm=Tipped_Over"))
        #expect(try matches("alarm=temperature&alarm=tipped_over"))
        #expect(try !matches("alarm=temperature"))
        #expect(throws: FilterInputError.self) { try matches("alarm=siren") }
        vehicle.measurements = []
        #expect(try !matches("alarm=any"))
    }
}

@Suite("The past of a report of attention")
struct AttentionScopeTests {
    @Test("A week may have an hour more, and begins a week ago at the earliest")
    func start() {
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        let week = now - .seconds(AttentionScope.maxPast)
        for (time, start) in [
            (now, now), (week + .seconds(1), week + .seconds(1)), (week, week),
            (week - .seconds(3600), week), (week - .seconds(3601), nil),
        ] {
            #expect(AttentionScope.start(time, now: now) == start)
        }
    }
}
