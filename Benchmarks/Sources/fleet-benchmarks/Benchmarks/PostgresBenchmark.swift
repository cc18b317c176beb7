/// Benchmark of `fleet serve --database`, in two parts on one PostgreSQL server.
enum PostgresBenchmark {
    static func rows(in context: BenchmarkContext) throws -> [Row] {
        let postgres = try PostgresServer(in: context)
        let list = try PostgresList(context, postgres).rows()
        return try list + PostgresPolling(context: context, postgres: postgres).rows()
    }
}
