import FleetCore
import Testing

@testable import FleetTUI

@Suite("The command line runs commands by their names")
struct CommandLineTests {
    @Test("every command is in the list of commands once, and no two have the same key")
    func list() {
        #expect(
            Set(BrowserCommand.all.map(\.name)).count == BrowserCommand.all.count
                && BrowserCommand.all.count == BrowserCommand.Name.allCases.count)
        let keys = BrowserCommand.all.compactMap(\.key)
        #expect(Set(keys).count == keys.count)
    }

    @Test("a command filters, sorts or opens as its key does")
    func commands() {
        var driver = BrowserDriver.live()
        driver.type(":color red, yellow")
        driver.press(.enter)
        #expect(driver.browser.query.filter.color.labels == ["red", "yellow"])
        driver.type(":color all")
        driver.press(.enter)
        #expect(driver.browser.query.filter.color == .all)
        driver.type(":state on_trip")
        driver.press(.enter)
        #expect(driver.browser.query.filter.states == [.onTrip])
        driver.type("c:sort Battery")
        driver.press(.enter)
        #expect(driver.browser.query.order == .battery)
        driver.type(":goto v-007")
        driver.press(.enter)
        #expect(driver.text.contains("─ V-007 ─"))
        driver.type(":q")
        driver.press(.enter)
        #expect(driver.effects.last == .terminal(.quit))
    }

    @Test(
        "a line that is no command says why",
        arguments: [
            ("x", "there is no command x"), ("e", "e can be export, events"),
            ("color 🛴", ":color must be a word"), ("sort shelf", ":sort must be one of: id,"),
            ("columns shelf", "there is no column shelf"),
        ])
    func failures(_ line: String, _ message: String) {
        var driver = BrowserDriver.live()
        driver.type(":" + line)
        driver.press(.enter)
        #expect(driver.text.contains(message))
    }

    @Test("Tab completes names, values and paths, and goes through the suggestions")
    func completion() {
        var driver = BrowserDriver.live()
        driver.type(":so")
        driver.press(.tab)
        #expect(driver.screen[23].hasPrefix(":sort "))
        driver.press(.escape)
        driver.type(":color re")
        driver.press(.tab)
        driver.type(",b")
        driver.press(.tab)
        #expect(driver.screen[23].hasPrefix(":color red,blue "))
        driver.press(.escape)
        driver.type(":color ")
        driver.press(.tab)
        #expect(driver.screen[22].contains("all") && driver.screen[22].contains("yellow"))
        driver.press(.tab, .backTab, .backTab)
        #expect(driver.screen[23].hasPrefix(":color yellow "))
        driver.press(.escape)
        driver.type(":export ph")
        driver.press(.tab)
        #expect(driver.screen[23].hasPrefix(":export photo.jpg "))
    }

    @Test("the arrows show earlier lines, and Escape closes the line")
    func history() {
        var driver = BrowserDriver.live()
        for line in ["sort battery", "reverse"] {
            driver.type(":" + line)
            driver.press(.enter)
        }
        driver.type(":")
        driver.press(.up, .up, .up)
        #expect(driver.screen[23].hasPrefix(":sort battery "))
        driver.press(.down)
        #expect(driver.screen[23].hasPrefix(":reverse "))
        driver.press(.escape)
        #expect(!driver.screen[23].hasPrefix(":"))
    }

    @Test("a key without an effect says so once")
    func unused() {
        var driver = BrowserDriver.live()
        driver.type("Z")
        #expect(driver.text.contains("Z does nothing here · ? shows the keys"))
        driver.wait(.seconds(20))
        driver.type("Z")
        #expect(!driver.text.contains("does nothing"))
        driver.type("y")
        #expect(driver.text.contains("y does nothing here"))
    }

    @Test("the help lists the commands")
    func help() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 80, rows: 100))
        driver.type("?")
        for command in BrowserCommand.all {
            #expect(driver.text.contains(command.lineHint.keys))
        }
    }

    @Test("photos are added to a note while it is written")
    func photos() {
        var driver = BrowserDriver.live()
        driver.type("aflat")
        driver.press(.control("p"))
        driver.type("x.txt")
        driver.press(.enter)
        #expect(driver.text.contains("not a photo"))
        driver.press(.control("p"))
        driver.type("ph")
        driver.press(.tab, .enter)
        #expect(driver.screen[23].hasPrefix(" note about V-000, 1 photo: flat"))
        driver.press(.enter)
        let new = NewNotes(
            text: "flat", about: [.vehicle(id: "V-000")], photos: ["photo.jpg"])
        #expect(driver.effects.contains(.write(.addNotes(new))))
    }
}

@Suite("The columns of the list are chosen in a sheet")
struct ColumnSheetTests {
    private func header(_ driver: BrowserDriver) -> [String] {
        driver.screen[2].split(separator: " ").map(String.init).filter { $0 != "▲" }
    }

    @Test("columns are hidden, moved and saved")
    func choice() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 120, rows: 30))
        driver.type("C")
        #expect(driver.text.contains("[x] state"))
        driver.type("jj xJ")
        driver.press(.escape)
        guard case .write(.saveColumns(let columns))? = driver.effects.last else {
            Issue.record("nothing saved")
            return
        }
        #expect(columns == driver.browser.setup.columns && columns.count < 12)
        driver.type("C")
        driver.type("c")
        #expect(driver.effects.last == .write(.saveColumns([])))
    }

    @Test("typed columns are in their order")
    func typed() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 120, rows: 30))
        driver.type(":columns battery, state")
        driver.press(.enter)
        #expect(header(driver) == ["id", "battery", "state"])
        #expect(
            driver.effects.contains(
                .write(.saveColumns([.standard(.battery), .standard(.state)]))))
    }

    @Test("saved names are read back, and unknown ones are not")
    func names() {
        let columns: [BrowserColumn] = [.standard(.reported), .property("battery")]
        #expect(columns.map(\.savedName) == ["reported", "property:battery"])
        #expect(columns.map(\.savedName).compactMap(BrowserColumn.init(savedName:)) == columns)
        #expect(BrowserColumn(savedName: "x") == nil)
    }
}
