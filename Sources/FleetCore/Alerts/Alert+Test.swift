extension Alert {
    fileprivate static let testPosition = Position(latitude: 48.8566, longitude: 2.3522)
}

extension LimitViolation {
    static func test(at time: Timestamp) -> LimitViolation {
        LimitViolation(
            limit: "Test", LimitRule(.vehicleCap, atMost: 10),
            on: LocalDay(at: time, in: .utc), worst: 11, at: time)
    }
}

extension CheckNews.Digest {
    static func test(at time: Timestamp) -> CheckNews.Digest {
        CheckNews.Digest(
            of: .init(LocalDay(at: time, in: .utc), FeedCounts()), open: [.test(at: time)])
    }
}

extension CheckFinding {
    static func test(at time: Timestamp) -> CheckFinding {
        var finding = CheckFinding(
            .time.vehiclesEmpty, in: "vehicle_status", at: "", problem: "this is a test",
            section: "GBFS 3.0, vehicle_status.json")
        finding.since = time
        return finding
    }
}

extension VehicleEvent {
    init(testing kind: Kind, at time: Timestamp) {
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
    init(testing quantity: Quantity, at time: Timestamp) {
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
