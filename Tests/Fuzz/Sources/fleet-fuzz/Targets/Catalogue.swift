@testable import FleetCore

/// Parses a catalogue of systems, and searches it for the texts of its first system.
func fuzzCatalogue(_ bytes: [UInt8]) {
    guard let catalogue = try? SystemCatalogue(csv: bytes) else { return }
    require(!catalogue.systems.isEmpty, "a catalogue is empty")
    for system in catalogue.systems {
        require(Source.isName(system.sourceName), "\(system.id) makes an invalid name")
        require(!TerminalText.hasControls(system.name + system.place + system.id), "controls")
        let address = try? WebAddress(system.address)
        require(address?.text == system.address, "an address is not normalized")
    }
    guard let first = catalogue.systems.first else { return }
    require(catalogue.systems(withID: first.id).first?.id == first.id, "an ID is not found")
    let found = CatalogueQuery(first.id).systems(in: catalogue)
    let isLong = first.id.split(whereSeparator: \.isWhitespace).count > 8
    require(isLong || found.contains { $0.id == first.id }, "a search misses its ID")
}
