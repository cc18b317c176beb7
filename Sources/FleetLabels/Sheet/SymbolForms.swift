/// The lines through the rows of symbols, which all symbols of a size share: kept once in the
/// file, as forms (ISO 32000-1, 8.10), and shown with the dashes of each symbol.
struct SymbolForms {
    /// The numbers of the forms, by the symbol's modules a side.
    private var numbers: [Int: Int] = [:]

    /// The modules a side of the symbols on the page.
    private var shown: Set<Int> = []

    /// Makes sure of the form for symbols of `modules` a side; false if it has to wait.
    mutating func show(_ modules: Int, on pages: TextPages) throws -> Bool {
        if numbers[modules] == nil {
            numbers[modules] = try add(modules, to: pages)
        }
        guard numbers[modules] != nil else { return false }
        shown.insert(modules)
        return true
    }

    /// The forms that are shown on the page, for its resources; then none are.
    mutating func endPage() -> PDFText {
        var entries = PDFText()
        for modules in shown.sorted() {
            guard let number = numbers[modules] else { continue }
            entries.append("/s")
            entries.append(modules)
            entries.append(" ")
            entries.append(number)
            entries.append(" 0 R")
        }
        shown.removeAll(keepingCapacity: true)
        return entries
    }

    private func add(_ modules: Int, to pages: TextPages) throws -> Int? {
        var (path, entries) = (PDFText(), PDFText())
        path.appendSymbolPath(from: 0, columns: modules, rows: modules)
        entries.append("/Type/XObject/Subtype/Form/BBox[-2 -2 ")
        entries.append(modules + 2)
        entries.append(" ")
        entries.append(modules + 2)
        entries.append("]")
        return try pages.addForm(path, entries: entries)
    }
}
