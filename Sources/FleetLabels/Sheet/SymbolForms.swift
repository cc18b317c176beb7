/// Form XObjects (ISO 32000-1, 8.10) with the line through the rows of a symbol.
///
/// All symbols of a size share a form, and draw it with their own dashes.
struct SymbolForms {
    /// Object numbers of the forms, by modules per side.
    private var numbers: [Int: Int] = [:]

    /// Modules per side of the symbols on the page.
    private var shown: Set<Int> = []

    /// Adds the form for symbols with `modules` per side if needed.
    /// - Returns: Whether the form exists; false if no object number is free yet.
    mutating func show(_ modules: Int, on pages: TextPages) throws -> Bool {
        if numbers[modules] == nil {
            numbers[modules] = try add(modules, to: pages)
        }
        guard numbers[modules] != nil else { return false }
        shown.insert(modules)
        return true
    }

    /// Returns the resource entries of the forms used on the page, and starts the next page.
    mutating func endPage() -> PDFBuffer {
        var entries = PDFBuffer()
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
        var (path, entries) = (PDFBuffer(), PDFBuffer())
        path.appendSymbolPath(from: 0, columns: modules, rows: modules)
        entries.append("/Type/XObject/Subtype/Form/BBox[-2 -2 ")
        entries.append(modules + 2)
        entries.append(" ")
        entries.append(modules + 2)
        entries.append("]")
        return try pages.addForm(path, entries: entries)
    }
}
