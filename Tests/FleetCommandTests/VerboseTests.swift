import FleetCommandLine
import FleetTestSupport
import Testing

@Suite("--verbose logs requests and decisions, and no secret", .slots)
struct VerboseTests {
    @Test("a request is logged with its status, size and time, a fresh snapshot as such")
    func requests() async throws {
        let home = try FleetHome()
        let body = Feeds.longLived("A")
        let server = try TestServer { number, _ in
            number == 1 ? .redirect(to: "/there") : .text(body)
        }
        let address = server.address()
        let first = try await home.run("list", "--verbose", "--source", address).succeeded()
        let lines = first.errorLines.filter { $0.hasPrefix("debug: ") }
        #expect(lines.first == "debug: cache: a fetch is due")
        #expect(lines.contains { $0.contains(/^debug: lock: acquired for requests after \d/) })
        #expect(
            lines.contains { $0.hasPrefix("debug: http: GET \(address): status 302, redirect, ") })
        let size = "status 200, \(body.utf8.count) bytes, "
        let get = lines.first {
            $0.hasPrefix("debug: http: GET \(server.address("/there")): \(size)")
        }
        #expect(get?.hasSuffix(" s") == true)
        #expect(lines.contains { $0.hasPrefix("debug: service: live with revision 1, next poll") })
        let second = try await home.run(
            "list", "--source", address, environment: ["FLEET_LOG": "debug"]
        ).succeeded()
        let fresh = "debug: cache: no fetch, since the stored snapshot is fresh until "
        #expect(second.errorLines.contains { $0.hasPrefix(fresh) })
        #expect(second.data == first.data)
    }

    @Test("without --verbose nothing is logged, and with it no secret is")
    func secrets() async throws {
        let home = try FleetHome()
        let server = try TestServer { number, request in
            number == 1
                ? .redirect(to: "/there\(request.target.drop { $0 != "?" })")
                : .status("500 Internal Server Error")
        }
        let proxy = ["http_proxy": "http://me:hush-1@127.0.0.1:\(server.port)"]
        let source = "http://me:hush-2@feed.example/hush?token=hush-3&a=1"
        try await home.run(
            "source", "add", "s", source.replacing("/hush", with: "/feed"), "--header",
            "X-Key: hush-4", "--bearer-env", "BEARER", "--query-env", "k=QUERY",
            "--no-check"
        ).succeeded()
        let variables = proxy.merging(["BEARER": "hush-5", "QUERY": "hush-6"]) { $1 }
        let run = try await home.run(
            "refresh", "--source", "s", "--verbose", environment: variables)
        #expect(run.errorText.contains("debug: http: through the proxy 127.0.0.1:\(server.port)"))
        #expect(run.errorText.contains("status 500"))
        #expect(!run.errorText.contains("hush"), "\(run.errorText)")
        #expect(server.requests.last?.headers["authorization"] == "Bearer hush-5")
        let quiet = try await home.run("refresh", "--source", "s", environment: variables)
        #expect(!quiet.errorText.contains("debug: "))
    }

    @Test("--verbose is removed wherever an option may be, and FLEET_LOG is checked")
    func options() async throws {
        let (arguments, isVerbose) = EntryPoint.withoutVerbose([
            "list", "--verbose", "--", "--verbose",
        ])
        #expect(arguments == ["list", "--", "--verbose"] && isVerbose)
        #expect(!EntryPoint.withoutVerbose(["list"]).isVerbose)
        let home = try FleetHome()
        let wrong = try await home.run(
            "source", "list", environment: ["FLEET_LOG": "loud"])
        #expect(wrong.status == 64)
        #expect(
            wrong.errorLines == [
                "error: FLEET_LOG is not a valid level", "hint: set it to debug, or unset it",
            ])
    }
}
