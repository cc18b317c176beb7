import FleetCore

/// Reader of vehicles from the rows of a table.
struct TableVehicleReader {
    /// A word for a type, with its meaning.
    private struct TypeWord {
        var type: ResolvedVehicleType
        var reading: TypeWords.Reading
    }

    /// Values of the cells of a row that need others.
    private struct Cells {
        var type: ResolvedVehicleType?
        var color: VehicleColor?
        var state: VehicleState?
        var latitude: Double?
        var longitude: Double?
        var region: String?
        var row = 0
        /// Whether a coordinate was named in a warning.
        var hasBadCoordinate = false
        var isLocatedByStation = false
        var batteryIsEstimated = false
        var links: (web: String?, android: String?, ios: String?) = (nil, nil, nil)
        var date: (date: CellDate, text: String)?
    }

    private let columns: TableColumns
    private let filter: Filter
    private let acceptsAll: Bool

    // A placeholder such as `-` has no value.
    private var colors = InternedValues { $0.isPlaceholder ? nil : ColorReader.color(of: $0) }
    private var states = InternedValues { StateWords.state(of: $0) }
    private var flags = InternedValues { FlagWords.flag(of: $0) }
    private var strings = InternedValues { $0 }
    private var stationIDs = InternedValues { $0.isPlaceholder ? nil : $0 }
    private var types: InternedValues<TypeWord?>
    private var exactTypes: InternedValues<ResolvedVehicleType>
    private var dates: TableDates
    private var regionNames: [String: String] = [:]
    private var stationPositions: [String: Position] = [:]

    private var ids: TableIDs
    private var vehicles: [Vehicle] = []
    private var values: PackedCells
    private var warnings = TableWarnings()
    private var textBytes: Int64 = 0

    /// Creates a reader.
    init(_ columns: TableColumns, join: VehicleJoin, zone: SystemTimeZone, limit: Int) {
        self.columns = columns
        filter = join.filter
        acceptsAll = filter == Filter()
        dates = TableDates(zone: zone)
        ids = TableIDs(columns, limit: limit)
        values = PackedCells(width: columns.properties.count)
        exactTypes = InternedValues<ResolvedVehicleType>(join)
        types = InternedValues { text in
            guard !text.isPlaceholder else { return nil }
            let reading = TypeWords.type(of: text)
            let type = VehicleType(
                id: reading.id, formFactor: reading.formFactor,
                propulsionType: reading.propulsionType, name: reading.name)
            let resolved = ResolvedVehicleType(
                id: reading.id, type: type, userColor: join.colorMap[reading.id],
                filter: join.filter.color)
            return TypeWord(type: resolved, reading: reading)
        }
    }

    /// Number of vehicles so far, matching or not.
    var count: Int { ids.count }

    /// Maximum size of all texts of vehicles in bytes: in a workbook, millions of cells can have
    /// one long text.
    private static let maxBytes: Int64 = 512 << 20

    /// Whether the rows have more text than the limit; further ones need not be read.
    var isTooLarge: Bool { textBytes > Self.maxBytes }

    /// Reads a row of the data.
    mutating func read(_ row: some TableCells) {
        guard ids.read(row, &warnings) else { return }
        let number = row.number
        var vehicle = Vehicle(id: "")
        var cells = Cells()
        cells.row = number
        for field in columns.fields {
            row.withBytes(field.column) { cell in
                let cell = cell.trimmed
                guard !cell.isEmpty else { return }
                guard cell.count <= WebAddress.maxLength else {
                    return warnings.add(row: number, column: field.heading, cell, "is too long")
                }
                textBytes += Int64(cell.count)
                read(cell, field, number, into: &vehicle, &cells)
            }
        }
        complete(&vehicle, cells)
        guard acceptsAll || accepts(vehicle) else { return ids.endRow(vehicle: nil) }
        vehicle.id = row.withBytes(columns.id.column) { $0.tableID.text }
        if let (date, text) = cells.date {
            dates.keep(date, of: vehicles.count, row: number, text)
        }
        for property in columns.properties {
            let isLong = row.withBytes(property.column) { cell in
                textBytes += Int64(min(cell.count, PackedCells.maxLength))
                return values.append(cell)
            }
            if isLong { warnings.noteLongValue(row: number) }
        }
        ids.endRow(vehicle: vehicles.count)
        vehicles.append(vehicle)
    }

    private func accepts(_ vehicle: Vehicle) -> Bool {
        filter.color.matches(vehicle.color) && filter.matchesState(vehicle.state)
            && (filter.types.isEmpty || filter.matchesType(vehicle.typeID, vehicle.formFactor))
    }
}

// MARK: Cells

extension TableVehicleReader {
    /// Reads a cell that is not empty.
    private mutating func read(
        _ cell: CellBytes, _ field: TableColumns.Field, _ row: Int, into vehicle: inout Vehicle,
        _ cells: inout Cells
    ) {
        switch field.field {
        case .id, .picture: return
        case .name: vehicle.name = cell.tableID.text
        case .code: vehicle.code = cell.tableID.text
        case .station: readStation(cell, into: &vehicle)
        case .regionID: vehicle.regionID = strings[cell]
        case .region: cells.region = strings[cell]
        case .formFactor: vehicle.formFactor = strings[cell]
        case .propulsionType: vehicle.propulsionType = strings[cell]
        case .android: cells.links.android = cell.text
        case .ios: cells.links.ios = cell.text
        case .type where field.heading == "vehicle_type_id": cells.type = exactTypes[cell]
        case .color, .type, .state, .latitude, .longitude, .location, .reserved, .disabled,
            .battery, .batteryEstimated, .fuel, .range, .locatedByStation, .web, .lastReported:
            if let problem = problem(cell, field, into: &vehicle, &cells), !cell.isPlaceholder {
                warnings.add(row: row, column: field.heading, cell, problem)
            }
        }
    }

    /// Reads a cell whose text may be wrong; returns the problem.
    private mutating func problem(
        _ cell: CellBytes, _ field: TableColumns.Field, into vehicle: inout Vehicle,
        _ cells: inout Cells
    ) -> StaticString? {
        switch field.field {
        case .color:
            guard let reading = colors[cell] else { return nil }
            // Lists of this program have colors of feeds, which may be any word.
            cells.color = reading.color ?? (field.isExact ? reading.written : nil)
            if cells.color == nil { return "is no known color" }
        case .type:
            guard let word = types[cell] else { return nil }
            cells.type = word.type
            vehicle.propulsionType = vehicle.propulsionType ?? word.reading.propulsionType
        case .state:
            cells.state = states[cell].state
            if cells.state == nil { return "is no known state" }
        case .latitude:
            cells.latitude = CellCoordinates.degrees(cell, isLatitude: true)
            guard cells.latitude.map({ abs($0) <= 90 }) ?? false else {
                cells.hasBadCoordinate = true
                return "is no latitude"
            }
        case .longitude:
            cells.longitude = CellCoordinates.degrees(cell, isLatitude: false)
            guard cells.longitude.map({ abs($0) <= 180 }) ?? false else {
                cells.hasBadCoordinate = true
                return "is no longitude"
            }
        case .location:
            vehicle.position = CellCoordinates.position(cell)
            if vehicle.position == nil { return "is no pair of coordinates" }
        default: return problem(other: cell, field, into: &vehicle, &cells)
        }
        return nil
    }

    private mutating func problem(
        other cell: CellBytes, _ field: TableColumns.Field, into vehicle: inout Vehicle,
        _ cells: inout Cells
    ) -> StaticString? {
        switch field.field {
        case .battery:
            vehicle.battery = Self.battery(cell, field.unit)
            if vehicle.battery == nil { return "is no percentage" }
        case .fuel:
            vehicle.currentFuelPercent = CellNumber.decimal(cell).flatMap {
                (0...1).contains($0) ? $0 : (0...100).contains($0) ? $0 / 100 : nil
            }
            if vehicle.currentFuelPercent == nil { return "is no fraction" }
        case .range:
            vehicle.currentRangeMeters = Self.range(cell, field.unit)
            if vehicle.currentRangeMeters == nil { return "is no distance" }
        case .web:
            cells.links.web = Self.link(cell)
            if cells.links.web == nil { return "is no web link" }
        case .lastReported:
            guard let date = CellDate(cell) else { return "is no date" }
            vehicle.lastReported = dates.time(of: date)
            if vehicle.lastReported == nil { cells.date = (date, cell.text) }
        default:
            guard let flag = flags[cell] else { return "is neither yes nor no" }
            switch field.field {
            case .reserved: vehicle.isReserved = flag
            case .disabled: vehicle.isDisabled = flag
            case .batteryEstimated: cells.batteryIsEstimated = flag
            case .locatedByStation: cells.isLocatedByStation = flag
            default: break
            }
        }
        return nil
    }

    private mutating func readStation(_ cell: CellBytes, into vehicle: inout Vehicle) {
        guard let id = stationIDs[cell.tableID] else { return }
        vehicle.stationID = id
    }

    /// Returns the charge in a cell: a percentage, or a fraction that is not whole.
    private static func battery(_ cell: CellBytes, _ unit: CellUnit?) -> Battery? {
        guard let number = CellNumber(cell), (0...100).contains(number.value) else { return nil }
        let isPercent: Bool
        if number.rest.isEmpty {
            isPercent = unit == .percent || number.isWhole || number.value > 1
        } else {
            guard case .percent? = CellUnit(number.rest.text) else { return nil }
            isPercent = true
        }
        return isPercent ? Battery(percent: number.value) : Battery(fraction: number.value)
    }

    /// Number without a unit from which a range is in metres: no vehicle of a fleet goes 1,000 km.
    private static let minMeters = 1000.0

    private static func range(_ cell: CellBytes, _ unit: CellUnit?) -> Double? {
        guard let number = CellNumber(cell), number.value >= 0 else { return nil }
        guard number.rest.isEmpty else {
            guard let own = CellUnit(number.rest.text) else { return nil }
            // `1.200 m` has a separator of thousands, since nobody measures tenths of a metre.
            let value = own == .meters ? CellNumber(cell, groups: true)?.value : number.value
            return value.flatMap(own.meters)
        }
        let usual: CellUnit = number.value < minMeters ? .kilometers : .meters
        return (unit ?? usual).meters(number.value)
    }

    private static func link(_ cell: CellBytes) -> String? {
        guard cell.count <= WebAddress.maxLength else { return nil }
        let text = cell.text
        let lower = ASCIICase.lowercased(text)
        if lower.hasPrefix("https://") || lower.hasPrefix("http://") { return text }
        return lower.hasPrefix("www.") ? "https://" + text : nil
    }
}

// MARK: Vehicles

extension TableVehicleReader {
    /// Sets the fields that depend on several cells.
    private mutating func complete(_ vehicle: inout Vehicle, _ cells: Cells) {
        let type = cells.type
        vehicle.typeID = type?.id
        vehicle.formFactor = vehicle.formFactor ?? type?.formFactor
        vehicle.propulsionType = vehicle.propulsionType ?? type?.propulsionType
        vehicle.color = type?.userColor ?? cells.color ?? type?.effectiveColor
        if let latitude = cells.latitude, let longitude = cells.longitude {
            vehicle.position = Position(latitude: latitude, longitude: longitude)
        } else if !cells.hasBadCoordinate, cells.latitude != nil || cells.longitude != nil {
            noteLoneCoordinate(isLatitude: cells.latitude != nil, row: cells.row)
        }
        completeState(&vehicle, cells.state)
        completeCharge(&vehicle, isEstimated: cells.batteryIsEstimated)
        let links = cells.links
        vehicle.rentalURIs = RentalURIs(web: links.web, android: links.android, ios: links.ios)
        if let name = cells.region {
            let id = vehicle.regionID ?? name
            vehicle.regionID = id
            if regionNames[id] == nil { regionNames[id] = name }
        }
        if cells.isLocatedByStation, let id = vehicle.stationID, let position = vehicle.position {
            stationPositions[id] = position
        }
    }

    private mutating func noteLoneCoordinate(isLatitude: Bool, row: Int) {
        let missing: TableField = isLatitude ? .longitude : .latitude
        let heading = columns.fields.first { $0.field == missing }?.heading ?? ""
        let name = isLatitude ? "longitude" : "latitude"
        warnings.add(row: row, "column \(heading): the \(name) is missing")
    }

    /// Joins the state with the two booleans, which it follows from in GBFS.
    private func completeState(_ vehicle: inout Vehicle, _ state: VehicleState?) {
        guard let state else { return }
        let flags = (
            isReserved: vehicle.isReserved ?? state.flags.isReserved,
            isDisabled: vehicle.isDisabled ?? state.flags.isDisabled
        )
        if VehicleState.common.contains(state) {
            (vehicle.isReserved, vehicle.isDisabled) = flags
        } else {
            vehicle.setState(state)
        }
    }

    private func completeCharge(_ vehicle: inout Vehicle, isEstimated: Bool) {
        if let battery = vehicle.battery, isEstimated {
            vehicle.battery = Battery(percent: battery.percent, isEstimated: true)
        } else if vehicle.battery == nil, let fuel = vehicle.currentFuelPercent {
            vehicle.battery = Battery(fraction: fuel)
        }
    }

    /// Returns the document with the vehicles that were read.
    ///
    /// - Throws: `overBudget` for too many rows.
    mutating func document(
        _ description: TableDescription, format: TableFormat, warnings others: [String],
        at location: String
    ) throws(FeedFailure) -> VehiclesDocument {
        if let failure = ids.failure(at: location) { throw failure }
        if isTooLarge {
            throw FeedFailure(.size(.tooLarge(limit: Self.maxBytes)), at: location)
        }
        warnings.general += others
        if columns.excess > 0 {
            let limit = TableColumns.maxProperties
            warnings.general.append(
                "only \(limit) properties are kept; \(columns.excess) more columns were left out")
        }
        if let column = columns.fields.first(where: { $0.field == .lastReported }) {
            dates.resolve(in: &vehicles, column: column.heading, &warnings)
        }
        let properties = setProperties()
        var report = ids.report
        let kept = ids.vehicles(of: vehicles, &warnings, &report)
        warnings.add(to: &report)
        var document = VehiclesDocument(
            vehicles: kept, total: ids.count - report.duplicates, format: format.rawValue,
            parseReport: report)
        document.hasNames = true
        document.stations = Dictionary(
            stationIDs.created.compactMap { $1 }.map {
                ($0, StationPlace(name: $0, position: stationPositions[$0]))
            }, uniquingKeysWith: { $1 })
        document.hasStationLocations = !stationPositions.isEmpty
        document.hasRegions = kept.contains { $0.regionID != nil }
        document.table = TableContent(
            description: description, properties: properties,
            regions: regionNames.map { Region(id: $0, name: $1) }.sorted { $0.id < $1.id },
            types: types.created.compactMap { _, word in
                word?.reading.name.map { VehicleType(id: $0, name: $0) }
            })
        return document
    }

    /// Sets the properties of the vehicles; returns those of the table.
    ///
    /// A column of words is one only if it has other words than those of the program.
    private mutating func setProperties() -> [CustomProperty] {
        var foreign = Set<TableField>()
        let isExact = columns.fields.contains { $0.field == .color && $0.isExact }
        if colors.created.contains(where: { _, color in
            color.map { !$0.isOwn && ($0.color != nil || !isExact) } ?? false
        }) {
            foreign.insert(.color)
        }
        if states.created.contains(where: { !$1.isOwn && !$0.isPlaceholder }) {
            foreign.insert(.state)
        }
        if types.created.contains(where: { $1.map { !$0.reading.isOwn } ?? false }) {
            foreign.insert(.type)
        }
        let isKept = columns.properties.map { $0.words.map(foreign.contains) ?? true }
        let names = zip(columns.properties, isKept).map { column, isKept in
            isKept ? PackedCells.memberName(column.property.name) : nil
        }
        for index in vehicles.indices {
            vehicles[index].properties = values.properties(of: index, names: names)
        }
        return zip(columns.properties, isKept).filter(\.1).map(\.0.property)
    }
}
