import FleetTestSupport

extension FleetHome {
    /// Makes the stored times of requests older, as if this many seconds had passed.
    func ageRequests(seconds: Int = 60) async throws {
        let (milliseconds, path) = (seconds * 1000, path + "/fleet.sqlite")
        let query = """
            UPDATE source SET began_at = began_at - \(milliseconds), due_at = due_at - \(milliseconds),
            last_request = json_set(last_request, '$.beganAt',
                json_extract(last_request, '$.beganAt') - \(milliseconds)),
            back_off = json_set(back_off, '$.retryAt',
                json_extract(back_off, '$.retryAt') - \(milliseconds))
            """
        _ = try await Tool.sqlite(query, path)
    }
}
