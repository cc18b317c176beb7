import FleetCore

/// The findings of a document, one for each rule and value of the table.
///
/// A class, so that examples can be made from the state of the check while they are added.
final class FindingList {
    private(set) var findings: [CheckFinding] = []
    /// Index in `findings` by node and rule; -1 for none.
    private var indices: [Int32]
    private let tree: SpecificationTree
    private let document: String

    private static let rules = CheckRule.allCases.count

    /// - Parameter document: Name of the document in the findings.
    init(of tree: SpecificationTree, in document: String) {
        (self.tree, self.document) = (tree, document)
        indices = Array(repeating: -1, count: tree.nodes.count * Self.rules)
    }

    /// Counts an object or a value that breaks a rule.
    ///
    /// - Parameters:
    ///   - node: The value of the table.
    ///   - problem: What is wrong; asked once for each finding, like keyword and parameters.
    func add(
        _ rule: CheckRule, at node: Int, problem: @autoclosure () -> String? = nil,
        keyword: @autoclosure () -> String? = nil,
        parameters: @autoclosure () -> CheckFinding.Parameters = .none,
        example: @autoclosure () -> CheckFinding.Example
    ) {
        let slot = node * Self.rules + rule.number
        if indices[slot] < 0 {
            indices[slot] = Int32(findings.count)
            var finding = CheckFinding(
                rule, in: document, at: tree.nodes[node].path, problem: problem(),
                keyword: keyword(), parameters: parameters(), section: tree.section(of: node))
            if tree.nodes[node].isOptional { finding.isOptional = true }
            findings.append(finding)
        }
        findings[Int(indices[slot])].add(example())
    }
}

extension CheckRule {
    private static let numbers = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// Index among all rules.
    fileprivate var number: Int { Self.numbers[self] ?? 0 }
}
