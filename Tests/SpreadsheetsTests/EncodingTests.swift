import Spreadsheets
import Testing

struct EncodingTests {
    private func units(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    @Test("UTF-16 is recognized by its mark or by its NUL bytes, in every script")
    func utf16() throws {
        for text in ["id\tname\r\n1\tÅ🚲\r\n", "ид\tцвет\n1\tсиний\n", "a\n", "車\t色\n1\t赤\n"] {
            let expected = text.split(whereSeparator: \.isNewline).map {
                $0.split(separator: "\t").map(String.init)
            }
            for isBigEndian in [false, true] {
                let bytes = units(text, isBigEndian: isBigEndian)
                let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
                for bytes in [bytes, mark + bytes] {
                    let file = try TableFile(bytes)
                    #expect(try file.rows() == expected)
                    #expect(file.warnings == [])
                }
            }
        }
    }

    @Test("damaged UTF-16 is repaired with a warning")
    func damagedUTF16() throws {
        for bytes in [
            [0xFF, 0xFE, 0x61, 0, 0x00, 0xD8], [0xFF, 0xFE, 0x61, 0, 0x00, 0xDC],
            [0xFF, 0xFE, 0x61, 0, 0x00, 0xD8, 0x62],
        ] as [[UInt8]] {
            let file = try TableFile(bytes)
            #expect(try file.rows() == [["a\u{FFFD}"]])
            #expect(file.warnings == ["Characters that are not UTF-16 were replaced by U+FFFD"])
        }
        #expect(try TableFile([0xFF, 0xFE, 0x61, 0, 0x62]).rows() == [["a"]])
        #expect(try TableFile([0xFF, 0xFE]).rows() == [])
        #expect(try TableFile([0xFE]).rows() == [["þ"]])
    }

    @Test("text that is not UTF-8 is Windows-1252, with a warning")
    func windows1252() throws {
        let file = try TableFile([0x67, 0x72, 0xFC, 0x6E, 0x2C, 0x80, 0x93, 0x81, 0x0A])
        #expect(try file.rows() == [["grün", "€“\u{FFFD}"]])
        #expect(file.warnings == ["The text is not UTF-8 and was decoded as Windows-1252"])
    }

    @Test("invalid UTF-8 after a mark is repaired, with a warning")
    func repaired() throws {
        let file = try TableFile([0xEF, 0xBB, 0xBF, 0x61, 0xFC, 0x2C, 0x62])
        #expect(try file.rows() == [["a\u{FFFD}", "b"]])
        #expect(file.warnings == ["Bytes that are not UTF-8 were replaced by U+FFFD"])
    }

    @Test("marks inside of a text are removed, as are NUL bytes at its end")
    func marksAndNULs() throws {
        let file = try TableFile(Array("\u{FEFF}a,b\n\u{FEFF}1,\u{FEFF}2\n\0\0\u{1A}\0".utf8))
        #expect(try file.rows() == [["a", "b"], ["1", "2"]])
        #expect(file.warnings == ["Byte order marks inside of the text were removed"])
        #expect(try TableFile([0, 0, 0]).rows() == [])
        #expect(try TableFile(Array("\u{FEFF}".utf8)).rows() == [])
    }

    @Test("sequences are valid exactly if the standard library accepts them")
    func validation() throws {
        for first in stride(from: 0x80, through: 0xFF, by: 1) {
            for second in [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0] {
                for rest in [[], [0x80], [0xBF], [0x80, 0x80], [0x80, 0xBF], [0x80, 0x41]] {
                    let bytes = ([0x41, first, second] + rest).map { UInt8($0) }
                    let isValid = String(validating: bytes, as: UTF8.self) != nil
                    #expect(try TableFile(bytes).warnings.isEmpty == isValid, "\(bytes)")
                }
            }
        }
    }

    @Test("binary files, web pages and old workbooks are errors")
    func otherFiles() throws {
        let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        let blank = [UInt8](repeating: 0, count: 504)
        let name = units("EncryptedPackage", isBigEndian: false)
        let files: [([UInt8], TableError)] = [
            ([0x89, 0x50, 0x4E, 0x47, 0, 0, 1], .notATable),
            ([0x1F, 0x8B, 8, 1, 0xFF], .notATable), (Array("<!DOCTYPE html>\n".utf8), .markup),
            (Array("\n <HTML>".utf8), .markup), (Array("<?xml version='1.0'?>".utf8), .markup),
            (compound, .oldWorkbook), (compound + blank, .oldWorkbook),
            (compound + blank + name + blank, .passwordProtected),
        ]
        for (bytes, error) in files {
            #expect(throws: error) { try TableFile(bytes) }
        }
    }
}
