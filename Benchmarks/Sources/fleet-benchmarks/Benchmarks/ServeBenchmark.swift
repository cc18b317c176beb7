/// Benchmark of `fleet serve`: its answers compared with those of Datasette and nginx, and with its
/// own from memory.
///
/// A file of the pages stands for an answer from memory: it passes through the same decoder,
/// responder and encoder, and no database, session or template.
struct ServeBenchmark {
    private static let list = "/api/v1/sources/bench/vehicles?color=red&limit=20"
    private static let assets = [
        "app.js", "fleet.css", "list.js", "live.js", "map.js", "stream.js",
    ]
    /// Number of people who sign in: attempts of one person at the same time count as failures
    /// until they succeed.
    private static let viewers = 2 * LoadGenerator.connections
    private let context: BenchmarkContext
    private let count: Int
    private let fleet: ServedFleet
    private let authorization: String

    init(_ context: BenchmarkContext) throws {
        self.context = context
        count = context.sizes.vehicles
        let feed = try Feed(count: count, folder: context.workspace.path(of: "serve"), ttl: 3_600)
        fleet = try ServedFleet(feed, home: "serve", viewers: Self.viewers, in: context)
        authorization = try fleet.authorization()
    }

    func rows() throws -> [Row] {
        try listRows() + pointRows() + [signInRow()]
    }

    /// Compares a page of the list with Datasette, a file of the server and the same file of nginx.
    private func listRows() throws -> [Row] {
        let page = try WebResponse(to: Self.list, at: fleet.port, fields: [authorization])
        let asset = try asset(of: page.body.count)
        let nginx = try nginx(asset.body)
        let datasette = try datasette(expecting: page.text)
        let rates = try LoadGenerator.medians(
            [
                fleet.load(Self.list, fields: [authorization]), datasette.load,
                fleet.load(asset.path), nginx.load,
            ], rounds: context.sizes.loadRounds)
        let name = "serve: 20 red ones of \(count) vehicles as JSON"
        return [
            .rate(name, rates[0], of: ("Datasette", rates[1]), atLeast: 10),
            .rate(name, rates[0], of: ("from memory", rates[2]), atLeast: 0.5),
            .rate(
                "serve: \(asset.body.count) bytes from memory", rates[2], of: ("nginx", rates[3])),
        ]
    }

    /// Compares the check of a point document that has not changed with that of a file.
    private func pointRows() throws -> [Row] {
        let path = "/api/v1/sources/bench/points"
        let points = try WebResponse(to: path, at: fleet.port, fields: [authorization])
        let asset = try asset(of: 0)
        let rates = try LoadGenerator.medians(
            [
                fleet.load(
                    path, fields: [authorization, "If-None-Match: \(points.field("ETag") ?? "")"]),
                fleet.load(asset.path, fields: ["If-None-Match: \(asset.tag)"]),
            ], rounds: context.sizes.loadRounds)
        let name = "serve: points of \(count) vehicles, not modified"
        return [.rate(name, rates[0], of: ("a file", rates[1]), atLeast: 0.8)]
    }

    /// Compares signing in with hashing in plain C, with as many threads as the server has for it.
    private func signInRow() throws -> Row {
        let script = context.workspace.path(of: "signin.lua")
        let file = try FileWriter(path: script)
        try file.append(
            """
            local number = 0
            local head = { ["Content-Type"] = "application/json" }
            function request()
              number = (number + 1) % \(Self.viewers)
              local body = '{"name":"viewer' .. number .. '","password":"\(ServedFleet.password)"}'
              return wrk.format("POST", nil, head, body)
            end
            """)
        try file.finish()
        var load = fleet.load("/api/v1/session")
        load.script = script
        let seconds = context.sizes.loadTime / .seconds(1)
        var rates: (server: [Double], baseline: [Double]) = ([], [])
        for _ in 0..<context.sizes.loadRounds {
            rates.server.append(try load.rate())
            rates.baseline.append(try PasswordHashing.rate(threads: 2, seconds: seconds))
        }
        return .rate(
            "serve: signing in", rates.server.median,
            of: ("Argon2id in C", rates.baseline.median), atLeast: 0.8)
    }

    /// Returns the file of the pages whose size is nearest to a number of bytes.
    private func asset(of size: Int) throws -> (path: String, tag: String, body: [UInt8]) {
        let page = try WebResponse(to: "/signin", at: fleet.port).text
        guard let start = page.firstRange(of: "/assets/")?.lowerBound else {
            throw BenchmarkError.unexpectedResult("no files in the page for signing in")
        }
        let folder = page[start...].split(separator: "/").prefix(2).joined(separator: "/")
        let files = try Self.assets.map { name in
            let path = "/\(folder)/\(name)"
            let answer = try WebResponse(to: path, at: fleet.port)
            return (path, answer.field("ETag") ?? "", answer.body)
        }
        let nearest = files.min { abs($0.2.count - size) < abs($1.2.count - size) }
        guard let nearest else { throw BenchmarkError.unexpectedResult("no files") }
        return nearest
    }

    private func nginx(_ bytes: [UInt8]) throws -> (server: BackgroundServer, load: LoadGenerator) {
        let folder = context.workspace.path(of: "nginx")
        try Files.makeFolder(folder)
        try Files.makeFolder(folder + "/files")
        for (name, text) in [("ready", "ok"), ("file", String(decoding: bytes, as: UTF8.self))] {
            let file = try FileWriter(path: folder + "/files/" + name)
            try file.append(text)
            try file.finish()
        }
        let server = try BackgroundServer.nginx(folder, in: context)
        let address = "http://127.0.0.1:\(server.port)/file"
        return (server, LoadGenerator(context: context, address: address))
    }

    /// Starts Datasette on a copy of the database, and checks that it finds the same vehicles.
    private func datasette(
        expecting page: String
    ) throws -> (server: BackgroundServer, load: LoadGenerator) {
        let database = context.workspace.path(of: "copy.db")
        try fleet.copyDatabase(to: database)
        let server = try BackgroundServer.datasette(database, in: context)
        let path =
            "/copy/vehicle.json?color=red&_sort=vehicle_id&_size=20&_shape=array&_nocount=1"
            + "&_nofacet=1&_nosuggest=1"
        let answer = try WebResponse(to: path, at: server.port).text
        guard let first = page.jsonText(of: "vehicle_id"), answer.contains(first) else {
            throw BenchmarkError.unexpectedResult("Datasette finds other vehicles: \(answer)")
        }
        let address = "http://127.0.0.1:\(server.port)" + path
        return (server, LoadGenerator(context: context, address: address))
    }
}
