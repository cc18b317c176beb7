import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A printer that speaks IPP: `ippeveprinter` of CUPS, on the loopback interface.
///
/// It prints each job by a script, which keeps the document and how the printer understood the job.
/// It ends with its last reference, or with the process of the tests, even if that is killed. Its
/// DNS-SD is one without a service, on a message bus of its own.
package final class EvePrinter: Sendable {
    /// Whether the programs are installed; they are in Debian's packages cups-ipp-utils and dbus.
    package static let isInstalled = ["ippeveprinter", "dbus-daemon"].allSatisfy { name in
        ["/usr/bin/", "/usr/sbin/"].contains { access($0 + name, X_OK) == 0 }
    }

    /// The port of its address.
    package let port: Int
    /// The address for IPP.
    package var address: String { "ipp://localhost:\(port)/ipp/print" }

    private let folder: TemporaryFolder
    private let program: Program
    /// A pipe to the shell that ends the programs when it is closed.
    private let lifeline: Int32

    /// Starts a printer.
    /// - Parameters:
    ///   - formats: Types of the documents that it prints.
    ///   - script: Lines of a shell that print the document `$1`; those of the standard error that
    ///     begin with `STATE:` change the reasons of its state.
    package init(formats: [String] = ["application/pdf"], script: String = "") async throws {
        folder = try TemporaryFolder()
        port = try TestServer.freePort()
        try folder.write(
            "#!/bin/sh\ncd '\(folder.path)'\n"
                + "env | grep ^IPP_ > job-$IPP_JOB_ID\ncp \"$1\" document-$IPP_JOB_ID\n\(script)\n",
            to: "print")
        let pipe = try OutputPipe()
        lifeline = pipe.writeEnd
        let command = """
            mkdir spool keys && chmod +x print
            export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$PWD/bus"
            dbus-daemon --session --address="$DBUS_SYSTEM_BUS_ADDRESS" --nofork --nopidfile &
            bus=$!
            until [ -S bus ]; do sleep 0.02; kill -0 $bus || exit 1; done
            ippeveprinter -n localhost -p \(port) -d "$PWD/spool" -K "$PWD/keys" -r off \
                -f \(formats.joined(separator: ",")) -c "$PWD/print" -v 'Test printer' &
            printer=$!
            until curl -s -o /dev/null http://localhost:\(port)/; do
                sleep 0.02; kill -0 $printer || exit 1
            done
            echo ready
            cat > /dev/null
            kill $printer $bus
            wait
            """
        var environment = ProcessInfo.processInfo.environment
        environment["PATH", default: ""] += ":/usr/sbin"
        program = try Program(
            "/bin/sh", ["-c", command], environment: environment, folder: folder.path,
            input: pipe.readEnd, retaining: folder)
        _ = close(pipe.readEnd)
        let started = await program.waitUntil { $0.text.contains("ready") }
        try #require(started.text.contains("ready"), "\(started.errorText)")
    }

    deinit { _ = close(lifeline) }

    /// The document of a job; empty before it is printed.
    package func document(_ job: Int) -> [UInt8] { folder.bytes(of: "document-\(job)") }

    /// The attributes of a job, as variables such as `IPP_COPIES`.
    package func job(_ number: Int) -> [String: String] {
        let lines = String(decoding: folder.bytes(of: "job-\(number)"), as: UTF8.self)
            .split(separator: "\n")
        return Dictionary(
            lines.map { line in
                let name = line.prefix { $0 != "=" }
                return (String(name), String(line.dropFirst(name.count + 1)))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Makes a file in the folder of the printer, for which its script may wait.
    package func make(_ file: String) throws { try folder.write("", to: file) }
}
