import Testing

extension TestServer {
    /// A response to a request.
    package struct Response: Sendable {
        package var status: String
        package var headers: [String]
        package var body: [UInt8]
        /// Value of `Content-Length`, if not the length of the body.
        package var contentLength: Int?
        /// Time until the response, in seconds; a disconnect is detected immediately.
        package var delay: Double
        /// Whether the server resets the connection instead of responding.
        package var isReset: Bool
        /// Condition on the requests so far; the response is held back until it is true.
        package var canSend: @Sendable ([Request]) -> Bool

        package init(
            status: String = "200 OK", headers: [String] = [], body: [UInt8] = [],
            contentLength: Int? = nil, delay: Double = 0, isReset: Bool = false,
            canSend: @escaping @Sendable ([Request]) -> Bool = { _ in true }
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.contentLength = contentLength
            self.delay = delay
            self.isReset = isReset
            self.canSend = canSend
        }

        package static func text(
            _ text: String, _ headers: String..., after delay: Double = 0
        ) -> Response {
            Response(headers: headers, body: Array(text.utf8), delay: delay)
        }

        package static func status(_ status: String, _ headers: String...) -> Response {
            Response(status: status, headers: headers)
        }

        package static func redirect(to link: String) -> Response {
            Response(status: "302 Found", headers: ["Location: \(link)"])
        }

        /// The status line, the headers and the body.
        var bytes: [UInt8] {
            let length = contentLength ?? body.count
            let lines = ["HTTP/1.1 \(status)", "Content-Length: \(length)"] + headers + ["", ""]
            return Array(lines.joined(separator: "\r\n").utf8) + body
        }
    }

    /// Creates a server that responds to every request; requests are numbered from 1.
    package convenience init(
        _ respond: @escaping @Sendable (_ number: Int, Request) -> Response
    ) throws {
        try self.init(script: { connection in
            while let (number, request) = connection.recordedRequest(),
                connection.answer(number, respond(number, request))
            {}
        })
    }

    /// The requests that arrived while another one was in flight that the client did not abort,
    /// once all have ended.
    package var overlaps: [Request] {
        get async {
            await waitUntilIdle()
            let requests = requests
            return requests.filter { $0.others.contains { !requests[$0].isAborted } }
        }
    }

    /// Waits until no request is in flight.
    package func waitUntilIdle() async {
        await waitUntil { $0.requests.allSatisfy { $0.endedAt != nil } }
    }
}

extension ServerConnection {
    /// Reads the next request and logs it; returns its number.
    fileprivate func recordedRequest() -> (number: Int, TestServer.Request)? {
        guard var request = receive() else { return nil }
        return server.observedLog.change { log in
            request.others = log.requests.indices.filter { log.requests[$0].endedAt == nil }
            log.requests.append(request)
            return (log.requests.count, request)
        }
    }

    /// Sends the response to a request; returns whether the connection can be reused.
    fileprivate func answer(_ number: Int, _ response: TestServer.Response) -> Bool {
        let isAborted = isDisconnected(before: response)
        // Logged before the client can receive the response.
        server.observedLog.change { log in
            log.requests[number - 1].endedAt = TestServer.now
            log.requests[number - 1].isAborted = isAborted
        }
        guard !isAborted else { return false }
        respond(response)
        return isReachable && (response.contentLength ?? response.body.count) == response.body.count
    }

    /// Returns whether the client disconnects before the response can be sent.
    private func isDisconnected(before response: TestServer.Response) -> Bool {
        let end = TestServer.now + response.delay
        while case let left = end - TestServer.now,
            left > 0 || !response.canSend(server.requests)
        {
            // `canSend` depends on outside state, so it is polled.
            if Self.isDisconnected(descriptor, within: left > 0 ? left : 0.01) { return true }
        }
        return Self.isDisconnected(descriptor, within: 0)
    }
}
