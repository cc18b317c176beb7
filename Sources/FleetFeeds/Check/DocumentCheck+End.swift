import FleetCore
import JSON

// Rules at the end of the document.
extension DocumentCheck {
    /// Number of vehicles of a type from which on their ranges are compared.
    private static let minVehicles = 10

    /// Ends the document; the findings and the system are then complete.
    mutating func finish() {
        if let center = data.coordinates.finish() { system.center = system.center ?? center }
        if let node = data.nodes.latitude {
            add(data.coordinates.swapped, .data.coordinatesSwapped, at: node)
            add(data.coordinates.imprecise, .data.coordinatesImprecise, at: node)
        }
        guard let member = data.nodes.range else { return }
        for spread in data.ranges.values where spread.isConstant(atLeast: Self.minVehicles) {
            let range = spread.ranges.lowerBound
            findings.add(
                .data.rangeConstant, at: tree.members[member].node,
                example: .init(
                    path: "", value: "\(spread.count) vehicles with \(ShortText.plain(range)) m"))
        }
    }

    private mutating func add(_ group: CoordinateCheck.Group, _ rule: CheckRule, at node: Int) {
        let list = tree.nodes[node].path.split(separator: "*")[0]
        for number in 0..<group.count {
            findings.add(rule, at: node, example: .init(path: "\(list)\(group.indices[number])"))
        }
    }
}

extension DataState.RangeSpread {
    /// Whether all vehicles have the same range, although some are charged more than others.
    fileprivate func isConstant(atLeast count: Int) -> Bool {
        guard self.count >= count, ranges.lowerBound == ranges.upperBound, ranges.lowerBound > 0
        else { return false }
        return fuels.map { $0.lowerBound < $0.upperBound } ?? true
    }
}
