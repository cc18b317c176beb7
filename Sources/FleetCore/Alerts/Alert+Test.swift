extension Alert {
    /// Creates an alert of a kind with invented values, marked as a test.
    public init(testing kind: AlertKind, of source: String, at time: Timestamp) {
        let cause = "this is a test"
        let content: Content =
            switch kind {
            case .event(let kind): .event(VehicleEvent(testing: kind, at: time))
            case .alarm(let quantity): .alarm(Alarm(testing: quantity, at: time))
            case .feedStale: .feedStale(StalePeriod(since: time, cause: cause, last: nil))
            case .feedRestored: .feedRestored(StalePeriod(since: time, cause: cause, last: nil))
            case .systemAlert: .notice(SystemAlert(id: "TEST", summary: cause))
            case .limit:
                .limit(
                    LimitViolation(
                        limit: "Test", LimitRule(.vehicleCap, atMost: 10),
                        on: LocalDay(at: time, in: .utc), worst: 11, at: time))
            case .feedQuality: .feedQuality(FeedQualityChange([.test(at: time)], isOver: false))
            case .feedDigest:
                .feedDigest(
                    CheckNews.Digest(
                        of: .init(LocalDay(at: time, in: .utc), FeedCounts()),
                        open: [.test(at: time)]))
            case .filterUnknown:
                .filterUnknown(UnknownFilterValue(ListedValue(field: .zone, text: "Test")))
            }
        self.init(content, of: source, at: time, isTest: true)
    }

    fileprivate static let testPosition = Position(latitude: 48.8566, longitude: 2.3522)
}

extension CheckFinding {
    fileprivate static func test(at time: Timestamp) -> CheckFinding {
        var finding = CheckFinding(
            .vehiclesEmpty, in: "vehicle_status", at: "", problem: "this is a test",
            section: "GBFS 3.0, vehicle_status.json")
        finding.since = time
        return finding
    }
}

extension VehicleEvent {
    fileprivate init(testing kind: Kind, at time: Timestamp) {
        self.init(kind, .inferred, at: time, vehicleID: "TEST", state: .available)
        position = Alert.testPosition
        switch kind {
        case .moved:
            previousPosition = Position(latitude: 48.8576, longitude: 2.3522)
            distanceMeters = 111
        case .reserved: (state, previousState) = (.reserved, .available)
        case .freed: previousState = .reserved
        case .disabled: (state, previousState) = (.disabled, .available)
        case .enabled: previousState = .disabled
        case .disappeared: (state, previousState) = (.unknown, .available)
        case .batteryChanged:
            (battery, previousBattery) = (Battery(percent: 50), Battery(percent: 60))
        case .batteryLow: (battery, previousBattery) = (Battery(percent: 19), Battery(percent: 25))
        case .batteryCharged:
            (battery, previousBattery) = (Battery(percent: 95), Battery(percent: 15))
        case .zoneEntered, .zoneLeft: zone = "Test zone"
        case .appeared: break
        }
    }
}

extension Alarm {
    fileprivate init(testing quantity: Quantity, at time: Timestamp) {
        let (subject, value): (Subject, Measurement.Value) =
            switch quantity {
            case .temperature: (.site, .number(60))
            case .noiseLevel: (.site, .number(100))
            case .smoke: (.site, .number(6.3))
            case .humidity: (.site, .number(99))
            case .connectivity: (.site, .number(-120))
            case .battery: (.vehicle, .number(10))
            case .speed: (.vehicle, .number(20))
            case .tippedOver: (.vehicle, .condition(true))
            }
        self.init(
            Measurement(quantity, value, at: time, state: .alarm), in: subject, id: "TEST",
            name: subject == .site ? "Test site" : nil, position: Alert.testPosition)
    }
}
