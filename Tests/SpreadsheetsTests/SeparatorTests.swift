import Spreadsheets
import Testing

struct SeparatorTests {
    @Test(
        "the separator gives the most consistent columns",
        arguments: [
            ("id,name\n1,a\n", ","), ("id;name\n1;a\n", ";"), ("id\tname\n1\ta\n", "\t"),
            ("id|name\n1|a\n", "|"),
            // Decimal commas.
            ("id;lat;lon\n1;48,1;11,5\n2;48,2;11,6\n", ";"), ("1;48,1;11,5\n2;48,2;11,6\n", ";"),
            // Line breaks in quotes, which other separators see as more rows.
            ("a\tb\n1\t\"x;y\nx;y\nx;y\"\n2\tz\n", "\t"),
            // Sentences and other text with separators.
            ("id,note\n1,a; b\n2,c; d\n3,e; f\n", ","),
            ("id,name,note\n1,a;b\n2,c;d\n3,e;f\n", ","),
            ("Fleet of Oslo, 2026\n\nid;name;color\n1;a;red\n2;b;blue\n", ";"),
            ("id;note\n1;\"a,b,c\nd,e,f\"\n2;x\n", ";"),
            // One column.
            ("id\nCB-001\nCB-002\n", ","), ("note\nfine\nhello, you\nwell\n", ","), ("", ","),
        ])
    func detection(text: String, separator: String) throws {
        let file = try TableFile(Array(text.utf8))
        #expect(file.kind == .text(separator: try #require(separator.utf8.first)))
    }

    @Test("a first line that names the separator is obeyed and skipped")
    func declaration() throws {
        for (text, separator) in [
            ("sep=|\na,b|c\n", "|"), ("\"sep=|\"\r\na,b|c\n", "|"), ("SEP=|\ra,b|c", "|"),
            ("\u{FEFF}sep=|\na,b|c\n", "|"),
        ] {
            let file = try TableFile(Array(text.utf8))
            #expect(file.kind == .text(separator: Array(separator.utf8)[0]))
            #expect(try file.numberedRows() == [NumberedRow(number: 2, cells: ["a,b", "c"])])
        }
        #expect(try rows("sep=;") == [])
        #expect(try rows("sep=;x,y\n") == [["sep=", "x,y"]])
        #expect(try rows("sep,name\n1,a\n") == [["sep", "name"], ["1", "a"]])
    }
}
