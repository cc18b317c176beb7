import Testing

@testable import FleetCore

@Suite("Texts in a language")
struct LanguageTextTests {
    private static let german = Language(
        "de", name: "Deutsch",
        translations: [
            "{0} of {1}": .text("von {1} {0}"),
            "{0} photos": .plural(one: "{0} Foto", other: "{0} Fotos"),
            "lost": .text("verloren"),
        ])

    @Test("A text has the translation of its literal, with its values where that has them")
    func translated() {
        let text = { (part: Int, all: String) in localized("\(part) of \(all)") }
        #expect(text(2, "{0}") == "2 of {0}")
        Language.$current.withValue(Self.german) {
            #expect(text(2, "{0}") == "von {0} 2")
            #expect(localized("lost") == "verloren")
            #expect(localized("never \(3) translated") == "never 3 translated")
            #expect(Language.current.word("lost") == "verloren")
        }
    }

    @Test("Numbers have the separators and the forms of the language")
    func numbers() {
        #expect(ShortText.count(1204, "photo") == "1,204 photos")
        Language.$current.withValue(Self.german) {
            #expect(ShortText.count(1204, "photo") == "1.204 Fotos")
            #expect(ShortText.count(1, "photo") == "1 Foto")
        }
    }

    @Test("Quantities have the separators and the spaces of the language")
    func quantities() throws {
        let battery = try #require(Battery(percent: 15.25, isEstimated: true))
        let texts = {
            [
                ShortText.battery(battery), ShortText.meters(1540), ShortText.meters(12),
                Measurement(.temperature, .number(31.5)).text,
            ]
        }
        #expect(texts() == ["~15.3%", "1.5 km", "12 m", "31.5 °C"])
        Language.$current.withValue(Self.german) {
            #expect(
                texts() == ["~15,3\u{A0}%", "1,5\u{A0}km", "12\u{A0}m", "31,5\u{A0}°C"])
            #expect(
                ShortText.position(Position(latitude: 1.5, longitude: 2)!) == "1.50000, 2.00000")
        }
    }

    @Test("Cells have the words of their language, and documents of programs those of the feed")
    func cells() throws {
        var vehicle = Vehicle(id: "v")
        vehicle.color = VehicleColor("BlueRed")
        vehicle.isReserved = true
        vehicle.isDisabled = false
        vehicle.battery = Battery(percent: 15.2)
        let language = Language(
            "de", name: "Deutsch",
            translations: [
                "reserved": .text("reserviert"), "red": .text("rot"),
                "state {0}": .text("Zustand {0}"), "at least {0}": .text("mindestens {0}"),
                "battery {0}": .text("Akku {0}"),
            ])
        var filter = Filter()
        filter.states = [.reserved]
        filter.battery = ValueRange(minimum: 12.5, maximum: nil)
        let document = { () -> String in
            var json = JSONObjectWriter()
            json.add(filter, matching: 1)
            var text = json.text
            text.appendJSON(vehicle, in: ListedSource(rotation: .no), VehicleProperty.listed)
            return text.string
        }
        let english = document()
        Language.$current.withValue(language) {
            let cells = VehicleCells(nil, origin: nil)
            let texts = [.state, .color, .battery].map { cells.cell($0, of: vehicle).text }
            #expect(texts == ["reserviert", "blue-rot", "15,2\u{A0}%"])
            let phrases = ShortText.phrases(of: filter)
            #expect(phrases == ["Zustand reserviert", "Akku mindestens 12,5\u{A0}%"])
            #expect(document() == english)
            let past = EventDetail(json: Array(#"{"state":"reserved"}"#.utf8))
            #expect(past.text(of: .appeared) == "reserviert")
            #expect(EventDetail.columns.map { $0.value(past) }.contains(.text("reserved")))
        }
    }

    @Test("An alert is in English, whoever sends it")
    func alert() {
        let language = Language(
            "de", name: "Deutsch", translations: ["disabled": .text("gesperrt")])
        let at = Timestamp(seconds: 0)
        let alert = Alert(
            .event(VehicleEvent(.disabled, .observed, at: at, vehicleID: "v")), of: "demo", at: at)
        Language.$current.withValue(language) {
            #expect(alert.message == "v: disabled")
            #expect(alert.json.string.contains(#""message":"v: disabled""#))
        }
    }
}
