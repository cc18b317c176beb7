import FleetCore
import FleetStore

/// A source of whose vehicles something is kept.
struct KeptSource {
    let source: OpenSource
    /// What is kept by.
    let codes: StableCodes
    /// Where it is kept.
    let store: FleetStore

    var label: String { source.selected.label }
}

extension Composition {
    /// Opens a source to keep something of its vehicles.
    /// - Throws: `Problem` (64) if it has no name to keep by, (74) if the store cannot be written.
    func openKept(_ option: SourceOption) throws -> KeptSource {
        let source = try open(select(option.text, in: preferences()))
        return KeptSource(source: source, codes: try source.codes, store: try source.keptStore())
    }
}
