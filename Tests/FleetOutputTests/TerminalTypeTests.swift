import FleetCore
import FleetRuntimeTestSupport
import FleetTUI
import FleetTestSupport
import SystemPackage
import TerminalGraphics
import Testing

@testable import FleetOutput
@testable import FleetRuntime

@Suite("The type of a terminal decides which sequences are sent")
struct TerminalTypeTests {
    /// Calls `body` with the output of a process on a terminal of a type.
    private func onTerminal(
        _ type: String?, columns: UInt16 = 80, rows: UInt16 = 24, _ body: (Output) throws -> Void
    ) throws {
        let terminal = try Terminal(columns: columns, rows: rows)
        let descriptors = [terminal.subsidiary, terminal.manager].map {
            FileDescriptor(rawValue: $0)
        }
        defer { for descriptor in descriptors { try? descriptor.close() } }
        try body(Output(data: descriptors[0], messages: descriptors[0], terminalType: type))
    }

    @Test(
        "without a terminfo entry, or by that of a dumb terminal, nothing is colored or erased",
        arguments: [nil, "", "dumb", "unknown", "no-such-terminal", "../x/xterm", "hp", "vt52"])
    func unsupported(type: String?) throws {
        try onTerminal(type) { output in
            #expect(output.isTerminal && output.columns == 80)
            #expect(!AnsiChoice.auto.colorsText(on: output, noColor: false))
            #expect(!AnsiChoice.auto.colorsSymbols(on: output))
            #expect(AnsiChoice.always.colorsText(on: output, noColor: true))
            #expect(!output.redraws && !output.showsProgress)
        }
    }

    @Test("a terminal without colors is redrawn, but not colored", arguments: ["vt100", "vt220"])
    func monochrome(type: String) throws {
        try onTerminal(type) { output in
            #expect(!AnsiChoice.auto.colorsText(on: output, noColor: false))
            #expect(!AnsiChoice.auto.colorsSymbols(on: output))
            #expect(output.redraws && output.showsProgress)
            #expect(output.capabilities.positionsCursor)
        }
    }

    @Test(
        "a terminal with colors is colored and redrawn",
        arguments: ["linux", "xterm-256color", "screen", "tmux-256color"])
    func colored(type: String) throws {
        try onTerminal(type) { output in
            #expect(AnsiChoice.auto.colorsText(on: output, noColor: false))
            #expect(!AnsiChoice.auto.colorsText(on: output, noColor: true))
            #expect(AnsiChoice.auto.colorsSymbols(on: output))
            #expect(output.redraws && output.showsProgress)
        }
    }

    @Test(
        "a size that no screen has is limited, a missing one unknown",
        arguments: [
            (0, 0, nil), (0, 24, nil), (80, 0, nil), (1, 1, [1, 1]), (80, 24, [80, 24]),
            (65_535, 65_535, [1000, 500]),
        ] as [(UInt16, UInt16, [Int]?)])
    func size(columns: UInt16, rows: UInt16, expected: [Int]?) throws {
        try onTerminal("linux", columns: columns, rows: rows) { output in
            #expect(output.size.map { [$0.columns, $0.rows] } == expected)
        }
    }

    @Test("a full screen needs a terminal that can position the cursor")
    func fullScreen() throws {
        for (type, cause) in [
            (nil, "TERM is not set, so the type of the terminal is unknown"),
            ("dumb", "terminal type `dumb` has no full-screen support"),
            ("no-such-terminal", "terminal type `no-such-terminal` has no full-screen support"),
        ] as [(String?, String)] {
            try onTerminal(type) { output in
                let context = try TestHome().context(output: output, terminalType: type)
                let error = #expect(throws: CommandError.self) {
                    try BrowseLoop.requireFullScreen(in: context)
                }
                #expect(error?.cause == cause)
                #expect(error?.hint == "set TERM to the terminal's type, such as xterm-256color")
            }
        }
        for type in ["vt52", "vt100", "xterm-256color"] {
            try onTerminal(type) { output in
                try BrowseLoop.requireFullScreen(
                    in: TestHome().context(output: output, terminalType: type))
            }
        }
    }

    @Test("COLUMNS and LINES are used only if both are positive numbers")
    func defaultSize() {
        func size(_ variables: [String: String]) -> [Int]? {
            let options = ScreenOptions(
                theme: nil, isMonochrome: true, usesMouse: false, graphics: .none)
            return options.resolved(TerminalReplies()) { variables[$0] }.defaultSize
                .map { [$0.columns, $0.rows] }
        }
        #expect(size([:]) == nil)
        #expect(size(["COLUMNS": "0", "LINES": "24"]) == nil)
        #expect(size(["COLUMNS": "-5", "LINES": "x"]) == nil)
        #expect(size(["COLUMNS": "99999999999999999999", "LINES": "24"]) == nil)
        #expect(size(["COLUMNS": "100", "LINES": "30"]) == [100, 30])
    }
}
