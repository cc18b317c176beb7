import Testing

@testable import FleetCore

@Suite("Names in quotes")
struct NameTextTests {
    @Test(
        "A list has names in quotes, in which a quote is written twice",
        arguments: [
            ("id,Shelf", ["id", "Shelf"]), (" id , Shelf ", ["id", "Shelf"]),
            (#"id,"Rack, row""#, ["id", "Rack, row"]), (#""a""b" ,x"#, [#"a"b"#, "x"]),
            (#"" a ""#, [" a "]), ("", [""]), ("a,,b,", ["a", "", "b", ""]),
            (#"5" wheel,3"#, [#"5" wheel"#, "3"]), (#""a"b,c"#, [#""a"b"#, "c"]),
            (#""a,b"#, [#""a"#, "b"]), ("\"\",a", ["\"\"", "a"]), (#""a,b","c"#, ["a,b", #""c"#]),
        ])
    func lists(text: String, names: [String]) {
        #expect(NameText.names(in: text) == names)
    }

    private static let hostile = [
        "Shelf", "Rack, row", "a=b", "a!=b", "Größe!", "\"x\"", "a\"b", "\"", "\"\"", " a", "a ",
        "=", "!", ",", "x\u{301}\"", "\"\u{301}",
    ]

    @Test("A name is read as it was typed, alone and in a list", arguments: hostile)
    func typed(name: String) {
        #expect(NameText.name(in: NameText.typed(name)) == name)
        #expect(NameText.names(in: NameText.list([name, "b", name])) == [name, "b", name])
    }

    @Test("A condition has the name in quotes, and is typed so again", arguments: hostile)
    func conditions(name: String) throws {
        for (sign, value) in [("=", "c"), ("!=", "a=b!"), ("=", "")] {
            let condition = try #require(
                PropertyCondition(NameText.typed(name) + " " + sign + " " + value))
            #expect(condition.name == name && condition.value == value)
            #expect(condition.isNegated == (sign == "!="))
            #expect(PropertyCondition(condition.text) == condition)
        }
    }

    @Test("Quotes that do not enclose the whole name are part of it")
    func others() throws {
        let inch = try #require(PropertyCondition(#"Wheel 5"=x"#))
        #expect(inch.name == #"Wheel 5""# && inch.value == "x")
        let open = try #require(PropertyCondition(#""a=b"#))
        #expect(open.name == #""a"# && open.value == "b")
        #expect(PropertyCondition(#""a=b""#)?.name == #""a"#)
        #expect(NameText.name(in: #"a "b""#) == #"a "b""#)
        #expect(PropertyCondition("\"\"=b")?.name == "\"\"")
    }

    @Test("Orders, columns of lists and of tables have names in quotes")
    func options() throws {
        var input = FilterInput()
        input[.sort] = #""Rack, row""#
        input[.fields] = #"vehicle_id,"Rack, row""#
        #expect(try input.order() == .property("Rack, row"))
        #expect(input.columnNames == ["vehicle_id", "Rack, row"])

        let column = try #require(TableSettings.Column(#"id="a=b""#))
        #expect(column.field == .id && column.heading == "a=b")
        #expect(TableSettings.Column("id=a=b")?.heading == "a=b")
        #expect(TableSettings.Column(column.option) == column)
    }
}
