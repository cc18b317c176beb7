import FleetPostgres
import FleetSQL
import Testing

@Suite struct PostgresAddressTests {
    @Test(
        "an address is shown without its password and parameters",
        arguments: [
            ("postgres://fleet:geheim@db.example/fleet", "postgres://fleet@db.example/fleet"),
            ("postgresql://a,b:5433/x?password=geheim", "postgres://a,b:5433/x"),
            ("postgres://a:1,b:2/x?sslpassword=geheim", "postgres://a:1,b:2/x"),
            ("postgres:///x?host=/run/pg&user=u&passfile=/geheim", "postgres://u@/run/pg/x"),
            ("postgres://", "postgres://"),
        ])
    func shown(text: String, shown: String) throws {
        let address = try PostgresAddress(text)
        #expect(address.shown == shown)
        for text in ["\(address)", String(reflecting: address), "\([address])", dumped(address)] {
            #expect(!text.contains("geheim"))
        }
    }

    @Test(
        "a malformed address is refused without showing a part of it",
        arguments: [
            "postgres://u:ge%heim@h/d", "postgres://u:geheim@h:99999999999999/d?x=y", "geheim",
            "postgres://h/d?geheim=1", "postgres://h/d\0geheim", "host=h password=geheim",
        ])
    func malformed(text: String) {
        let error = #expect(throws: StoreError.self) { try PostgresAddress(text) }
        guard case .invalidAddress = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.map { $0.cause + $0.hint }?.contains("geheim") == false)
    }

    private func dumped(_ address: PostgresAddress) -> String {
        var text = ""
        dump(address, to: &text)
        return text
    }
}
