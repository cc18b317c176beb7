import Testing

@testable import FleetServer

@Suite("Forms with files")
struct MultipartFormTests {
    private static let type = "multipart/form-data; boundary=b"

    private func parsed(
        _ body: String, type: String = type, limits: MultipartForm.Limits = .init()
    ) throws -> MultipartForm {
        try MultipartForm(Array(body.utf8), contentType: type, limits: limits)
    }

    private func part(_ header: String, _ content: String) -> String {
        "--b\r\n\(header)\r\n\r\n\(content)\r\n"
    }

    private func field(_ name: String, _ value: String) -> String {
        part("Content-Disposition: form-data; name=\"\(name)\"", value)
    }

    @Test("Fields and files come back byte for byte, whatever they contain")
    func contents() throws {
        let content = "a\r\n--c\r\n\r--b\n--b\0\u{FF}"
        let file = part(
            "content-disposition: form-data; name=photo; filename=\"x;\\\"y\"\r\nContent-Type: a/b",
            content)
        let form = try parsed(field("text", "ä\r\nb") + file + field("text", "") + "--b--\r\n")
        #expect(form.fields.map(\.name) == ["text", "text"])
        #expect(form.fields.map(\.value) == ["ä\r\nb", ""])
        #expect(form.files.map(\.name) == ["photo"])
        #expect(form.files[0].bytes == Array(content.utf8))
    }

    @Test("An input without a chosen file is no file")
    func empty() throws {
        let empty = part("Content-Disposition: form-data; name=\"photo\"; filename=\"\"", "")
        #expect(try parsed(empty + "--b--").files.isEmpty)
    }

    @Test(
        "A quoted boundary is accepted",
        arguments: ["\"b\"", "b; charset=utf-8", "\"b\" ; x=\"y\""])
    func boundary(text: String) throws {
        let form = try parsed(
            field("a", "1") + "--b--", type: "Multipart/Form-Data; boundary=" + text)
        #expect(form.fields.map(\.value) == ["1"])
    }

    @Test(
        "What is not well-formed is refused",
        arguments: [
            "", "--b", "--b\r\n", "--c\r\n", "--b--x", "x--b\r\n", "--b\r\nA: b\r\n\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx--b--",
            "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--bc\r\n",
            "--b\r\n" + String(repeating: "A", count: 5000) + "\r\n\r\nx\r\n--b--",
        ])
    func malformed(body: String) {
        if body == "--b--x" {
            // What follows the last delimiter is ignored (RFC 2046, section 5.1.1).
            #expect(throws: Never.self) { try parsed(body) }
        } else {
            #expect(throws: Problem.self) { try parsed(body) }
        }
    }

    @Test(
        "Another content type or boundary is refused",
        arguments: [
            "", "text/plain", "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=" + String(repeating: "b", count: 71),
            "multipart/form-data; boundary=\"\r\n\"", "multipart/mixed; boundary=b",
        ])
    func types(type: String) {
        #expect(throws: Problem.self) { try parsed("--b--", type: type) }
    }

    @Test("The numbers and sizes of parts are limited")
    func limits() throws {
        let file = part("Content-Disposition: form-data; name=\"photo\"; filename=\"x\"", "12345")
        var limits = MultipartForm.Limits()
        (limits.parts, limits.field, limits.files, limits.file) = (3, 4, 2, 5)
        let accepted = try parsed(field("a", "1234") + file + file + "--b--", limits: limits)
        #expect(accepted.files.count == 2)
        limits.file = 4
        #expect(throws: Problem.self) { try parsed(file + "--b--", limits: limits) }
        limits.file = 5
        for body in [
            field("a", "12345"), file + file + file, field("a", "") + field("a", "") + file + file,
        ] {
            #expect(throws: Problem.self) { try parsed(body + "--b--", limits: limits) }
        }
    }
}
