import FleetCore

// Command line in the last row.
extension Browser {
    /// Maximum number of lines in the history.
    private static let maxHistory = 100

    /// Opens the command line.
    mutating func openCommandLine(_ text: String = "") {
        notice = nil
        commandLine = CommandLine(.command, text)
    }

    /// Types into the command line, if it is open; returns whether the key was used.
    mutating func typeCommand(_ key: Key) -> Bool {
        guard var line = commandLine else { return false }
        switch key {
        case .escape: commandLine = nil
        case .backspace where line.field.text.isEmpty: commandLine = nil
        case .enter: enter(line)
        case .mouse: break
        case .tab where line.cycle(1), .backTab where line.cycle(-1): commandLine = line
        case .tab, .backTab: complete(&line)
        case .up, .down:
            guard line.purpose == .command else { break }
            line.recall(key == .up ? -1 : 1, in: commandHistory)
            commandLine = line
        default:
            line.type(key)
            commandLine = line
        }
        return true
    }

    private mutating func enter(_ line: CommandLine) {
        commandLine = nil
        let text = line.field.text
        guard text.contains(where: { $0 != " " }) else { return }
        guard line.purpose == .command else {
            return effects.append(.read(.photos((typedNote?.photos ?? []) + [text])))
        }
        commandHistory.removeAll { $0 == text }
        commandHistory = commandHistory.suffix(Self.maxHistory - 1) + [text]
        do throws(CommandInput.Failure) {
            let input = try CommandInput(line: text)
            guard isAvailable(input.name) else {
                return showNotice(":\(input.name.rawValue) does nothing here")
            }
            run(input)
        } catch {
            switch error {
            case .unknown(let name):
                showNotice(
                    "there is no command \(name.limited) · Tab completes, ? shows the commands",
                    isFailure: true)
            case .ambiguous(let name, let names):
                showNotice(
                    "\(name.limited) can be \(names.joined(separator: ", "))", isFailure: true)
            }
        }
    }

    /// Completes the name of the command, or its argument.
    private mutating func complete(_ line: inout CommandLine) {
        defer { commandLine = line }
        let text = line.field.text
        guard line.purpose == .command else { return effects.append(.read(.paths(text))) }
        guard let space = text.firstIndex(of: " ") else {
            let names = BrowserCommand.all.map(\.name.rawValue).filter { $0.hasPrefix(text) }
            return line.complete(names.sorted(), after: "")
        }
        guard let input = try? CommandInput(line: text) else { return }
        let start = text.index(after: space)
        switch input.name {
        case .labels, .export: effects.append(.read(.paths(String(text[start...]))))
        default:
            let isList = BrowserCommand.named(input.name)?.argument?.hasSuffix(",…") ?? false
            let last = isList ? text[start...].lastIndex(of: ",").map(text.index(after:)) : nil
            let kept = String(text[..<(last ?? start)])
            let typed = String(text[(last ?? start)...])
            let values = values(of: input.name).filter { value in
                value.utf8.count >= typed.utf8.count
                    && ASCIICase.equal(String(value.prefix(typed.count)), typed)
            }
            line.complete(values, after: kept)
        }
    }

    /// Completes a path, unless the text has changed meanwhile.
    mutating func suggest(_ paths: [String], for typed: String) {
        guard var line = commandLine, line.field.text.hasSuffix(typed) else { return }
        line.complete(paths, after: String(line.field.text.dropLast(typed.count)))
        commandLine = line
    }

    /// Values that the argument of a command can have.
    private func values(of name: BrowserCommand.Name) -> [String] {
        func present(_ values: [String?]) -> [String] {
            Array(Set(values.compactMap(\.self))).sorted(by: ByteOrder.precedes)
        }
        let facets = listModel.facets
        return switch name {
        case .color: ["all"] + present(facets.flatMap { $0.color?.tones ?? ["unknown"] })
        case .state: ["all"] + present(facets.map(\.state.rawValue))
        case .type: ["all"] + present(facets.map { $0.formFactor ?? $0.typeID })
        case .sort: sortColumns.map(\.name)
        case .columns: selectableColumns.map(\.columnName)
        case .goto: listModel.vehicles.map(\.id)
        case .print: setup.printers
        default: []
        }
    }
}
