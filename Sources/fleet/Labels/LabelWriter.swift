/// Output of a run of labels.
protocol LabelWriter: AnyObject {
    /// Throws if a label cannot be printed; writes nothing.
    func check(_ item: LabelItem) throws

    /// Prints labels, and returns a record of each.
    func print(_ items: [LabelItem]) throws -> [LabelRecord]

    /// Completes the output and makes it visible.
    /// - Returns: A summary of the output, and warnings about it.
    func finish() throws -> (summary: String, warnings: [String])

    /// Stops after an error; only complete files stay.
    func abandon()
}
