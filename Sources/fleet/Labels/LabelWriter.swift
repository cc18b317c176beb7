/// What labels are printed to.
protocol LabelPress: AnyObject {
    /// Refuses a label that cannot be printed; nothing is written.
    func check(_ item: LabelItem) throws

    /// Prints labels, and tells of each.
    func print(_ items: [LabelItem]) throws -> [LabelRecord]

    /// Ends the work; what was printed is in its place, as a whole.
    /// - Returns: What was made, in words, and what a person should know of it.
    func finish() throws -> (summary: String, warnings: [String])

    /// Ends work that was given up: only what is whole stays.
    func abandon()
}
