// swift-tools-version: 6.2

import PackageDescription

/// Settings of all Swift targets.
let swiftSettings: [SwiftSetting] = {
    var settings: [SwiftSetting] = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
    if Context.environment["FLEET_WARNINGS_AS_ERRORS"] != nil {
        settings.append(.unsafeFlags(["-warnings-as-errors"]))
    }
    return settings
}()

/// Settings of the optimized programs on Linux: relocations take a tenth of their usual space, which
/// shortens each start by half a millisecond (glibc 2.36; the loader applies them by DT_RELR).
let linkerSettings: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker",
            "--build-id=sha1",
        ], .when(platforms: [.linux], configuration: .release))
]

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let asyncHTTPClient = Target.Dependency.product(
    name: "AsyncHTTPClient", package: "async-http-client")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(
    name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(
    name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

let package = Package(
    name: "fleet",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "fleet", targets: ["fleet"]),
        .executable(name: "fleet-server", targets: ["fleet-server"]),
        .library(name: "QRCode", targets: ["QRCode"]),
        // For the fuzz targets, which are a package of their own.
        .library(
            name: "FleetModules",
            targets: [
                "FleetCore", "FleetFeeds", "FleetOutput", "FleetRuntime", "FleetService",
                "FleetSettings", "FleetTUI", "Pictures", "Printing", "Spreadsheets",
                "TerminalGraphics",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(
            url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // The client: a terminal, files, labels, and a home with its backups.
        .executableTarget(
            name: "fleet",
            dependencies: [
                "FleetClient", "FleetCommandLine", "FleetCore", "FleetFeeds", "FleetLabels",
                "FleetOutput", "FleetRuntime", "FleetSettings", "FleetSQL", "FleetTeam", "FleetTUI",
                "POSIX", "Printing", "QRCode", argumentParser, system,
            ],
            swiftSettings: swiftSettings,
            linkerSettings: linkerSettings
        ),
        // The server, which `fleet serve` starts by exec.
        .executableTarget(
            name: "fleet-server",
            dependencies: [
                "FleetCommandLine", "FleetCore", "FleetFeeds", "FleetRuntime", "FleetServer",
                "FleetSettings", "FleetSQL", "FleetTeam", "POSIX", argumentParser, logging, system,
            ],
            swiftSettings: swiftSettings,
            linkerSettings: linkerSettings
        ),
        .target(
            name: "FleetCommandLine",
            dependencies: [
                "CProgram", "FleetCore", "FleetRuntime", "FleetTeam", "POSIX", argumentParser,
                system,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetOutput",
            dependencies: [
                "FleetClient", "FleetCore", "FleetFeeds", "FleetLabels", "FleetRuntime",
                "FleetService", "FleetSettings", "FleetSQL", "FleetTeam", "FleetTUI", "POSIX",
                "Pictures", "Printing", "QRCode", "TerminalGraphics", subprocess, system,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetRuntime",
            dependencies: [
                "FleetClient", "FleetCore", "FleetFeeds", "FleetPostgres", "FleetService",
                "FleetSettings", "FleetSQL", "FleetSQLite", "FleetTeam", "POSIX", "Printing",
                "TerminalGraphics",
                nioCore, nioPosix, subprocess, system,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetClient",
            dependencies: ["FleetCore", "FleetFeeds", "FleetSettings", "FleetTeam"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetCore", dependencies: ["CRE2", "CSodium", "Spreadsheets"],
            swiftSettings: swiftSettings),
        .target(
            name: "FleetFeeds",
            dependencies: [
                "CZlib", "FleetCore", "JSON", "POSIX", "Signatures", "Spreadsheets",
                asyncHTTPClient,
                nioCore, nioPosix, nioHTTP1, nioSSL, system,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetLabels", dependencies: ["QRCode", "CPangoCairo", "CZBar", "CZlib"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetServer",
            dependencies: [
                "CBrotli", "CWebFiles", "CZlib", "FleetCore", "FleetLabels", "FleetService",
                "FleetSettings",
                "FleetSQL", "FleetTeam", "JSON", "POSIX", "Pictures", "QRCode", httpTypes,
                hummingbird,
                hummingbirdCore,
                hummingbirdTLS, logging, mustache, nioCore, nioHTTP1, nioHTTPTypes,
                nioHTTPTypesHTTP1, nioPosix, nioSSL, serviceLifecycle, system,
            ],
            exclude: ["Web"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetPostgres",
            dependencies: ["CPostgres", "FleetCore", "FleetSettings", "FleetSQL", "POSIX"],
            swiftSettings: swiftSettings
        ),
        .target(name: "FleetService", dependencies: ["FleetCore"], swiftSettings: swiftSettings),
        .target(
            name: "FleetSettings",
            dependencies: ["CSodium", "FleetCore", "POSIX", "Printing", system],
            swiftSettings: swiftSettings
        ),
        .target(name: "FleetSQL", dependencies: ["FleetCore"], swiftSettings: swiftSettings),
        .target(
            name: "FleetSQLite",
            dependencies: [
                "FleetCore", "FleetSettings", "FleetSQL", "POSIX", grdb, sqlite, system,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetTeam",
            dependencies: ["CSodium", "FleetCore", "FleetSettings", "FleetSQL", "POSIX"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetTUI",
            dependencies: [
                "FleetCore", "FleetService", "QRCode", "TerminalGraphics", "CNcurses",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "Pictures", dependencies: ["CPictures", "CZlib"], swiftSettings: swiftSettings),
        .target(
            name: "Printing", dependencies: ["CCUPS", nioCore, nioPosix, system],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "QRCode", dependencies: ["CQRencode", "CPNG"], swiftSettings: swiftSettings),
        .target(name: "POSIX", dependencies: [system], swiftSettings: swiftSettings),
        .target(
            name: "TerminalGraphics", dependencies: ["CNcurses", "POSIX", system],
            swiftSettings: swiftSettings
        ),
        .target(name: "JSON", dependencies: ["CSimdjson"], swiftSettings: swiftSettings),
        .target(name: "Signatures", dependencies: ["COpenSSL"], swiftSettings: swiftSettings),
        .target(
            name: "Spreadsheets", dependencies: ["CExpat", "CZlib"], swiftSettings: swiftSettings),
        .target(
            name: "CSimdjson",
            cxxSettings: [
                .define("SIMDJSON_THREADS_ENABLED", to: "1"),
                // Unoptimized, simdjson takes nine times as long, in every test that reads a feed.
                .unsafeFlags(["-O2"], .when(configuration: .debug)),
                // The header of simdjson 3.6, in Ubuntu 24.04, has a template that clang 19 and later
                // reject even if it is unused (fixed by simdjson's commit 5d35e7ca).
                .unsafeFlags(["-fdelayed-template-parsing"], .when(platforms: [.linux])),
            ],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),
        .target(
            name: "CProgram",
            cSettings: [
                // The Makefile sets them for release builds.
                .define("FLEET_COMMIT", to: "\"\(Context.environment["FLEET_COMMIT"] ?? "")\""),
                .define(
                    "FLEET_PACKAGES", to: "\"\(Context.environment["FLEET_PACKAGES"] ?? "")\""),
                .define(
                    "FLEET_SERVER_PACKAGES",
                    to: "\"\(Context.environment["FLEET_SERVER_PACKAGES"] ?? "")\""),
                .define("FLEET_ICU", to: Context.environment["FLEET_ICU"] ?? ""),
            ]
        ),
        // libbrotlienc.
        .target(name: "CBrotli", dependencies: ["CLibrary"]),
        // libcups.
        .target(name: "CCUPS", dependencies: ["CLibrary"]),
        // The files of the web pages.
        .target(name: "CWebFiles"),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        // Opens libraries at run time, on first use.
        .target(name: "CLibrary"),
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        .target(name: "CPangoCairo", dependencies: ["CLibrary"]),
        // The JPEG and WebP decoders.
        .target(
            name: "CPictures", dependencies: ["CLibrary", "CPNG"],
            linkerSettings: [.linkedLibrary("png")]),
        // libcrypto.
        .target(name: "COpenSSL", dependencies: ["CLibrary"]),
        // libpq.
        .target(name: "CPostgres", dependencies: ["CLibrary"]),
        // QR codes as PNG images, and what all calls of libpng share.
        .target(
            name: "CPNG", dependencies: ["CZlib"], linkerSettings: [.linkedLibrary("png")]),
        .target(name: "CZBar", dependencies: ["CLibrary"]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CExpat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CSodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(
            name: "CQRencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .target(
            name: "FleetTestSupport",
            dependencies: [
                "FleetCore", "FleetService", "FleetSQL", nioCore, nioEmbedded, nioSSL,
            ],
            path: "Tests/FleetTestSupport", swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetCommandTests",
            dependencies: [
                "fleet", "fleet-server", "FleetCommandLine", "FleetCore", "FleetPostgres",
                "FleetRuntime", "FleetSettings", "FleetSQL", "FleetSQLite", "FleetTeam",
                "FleetTestSupport", "POSIX", system,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetCoreTests", dependencies: ["FleetCore", "FleetTestSupport"],
            exclude: [
                "Oracle/history.py", "Oracle/outlines.py", "Oracle/policies.py", "Oracle/read.py",
                "Oracle/validate.py", "Oracle/vehicle_status.schema.json", "Oracle/zones.py",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetFeedsTests",
            dependencies: [
                "FleetCore", "FleetFeeds", "FleetTestSupport", "JSON", "POSIX", "Spreadsheets",
            ],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetLabelsTests", dependencies: ["FleetLabels", "FleetTestSupport", "QRCode"],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetPostgresTests",
            dependencies: [
                "FleetCore", "FleetPostgres", "FleetSettings", "FleetSQL", "FleetSQLite",
                "FleetTestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetServerTests",
            dependencies: [
                "FleetCore", "FleetFeeds", "FleetPostgres", "FleetRuntime", "FleetServer",
                "FleetService", "FleetSettings", "FleetSQL", "FleetSQLite", "FleetTeam",
                "FleetTestSupport", "POSIX", "Pictures",
                httpTypes, hummingbird, hummingbirdCore, logging, nioCore, nioEmbedded,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetServiceTests",
            dependencies: ["FleetCore", "FleetService", "FleetTestSupport"],
            swiftSettings: swiftSettings
        ),
        // A home for the tests of the modules that use a source.
        .target(
            name: "FleetRuntimeTestSupport",
            dependencies: ["FleetCore", "FleetRuntime", "FleetSettings", "FleetTestSupport"],
            path: "Tests/FleetRuntimeTestSupport", swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetRuntimeTests",
            dependencies: [
                "FleetCore", "FleetRuntime", "FleetRuntimeTestSupport", "FleetService",
                "FleetSettings", "FleetSQL", "FleetSQLite", "FleetTeam", "FleetTestSupport",
                "POSIX", "Printing", subprocess, system,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetOutputTests",
            dependencies: [
                "FleetCore", "FleetLabels", "FleetOutput", "FleetRuntime",
                "FleetRuntimeTestSupport", "FleetService", "FleetSettings", "FleetTeam", "FleetTUI",
                "FleetTestSupport", "POSIX", "Printing", "QRCode", "TerminalGraphics", system,
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetSettingsTests",
            dependencies: ["FleetCore", "FleetSettings", "FleetTestSupport"],
            swiftSettings: swiftSettings
        ),
        // The tests of both adapters of FleetSQL.
        .testTarget(
            name: "FleetSQLTests",
            dependencies: [
                "FleetCore", "FleetPostgres", "FleetSettings", "FleetSQL", "FleetSQLite",
                "FleetTestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetTeamTests",
            dependencies: [
                "FleetCore", "FleetPostgres", "FleetSettings", "FleetSQL", "FleetSQLite",
                "FleetTeam", "FleetTestSupport", "POSIX",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetTUITests",
            dependencies: ["FleetCore", "FleetService", "FleetTUI", "QRCode"],
            exclude: ["Snapshots"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PicturesTests", dependencies: ["FleetTestSupport", "Pictures"],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "POSIXTests", dependencies: ["FleetTestSupport", "POSIX", system],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PrintingTests",
            dependencies: ["FleetTestSupport", "POSIX", "Printing"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SignaturesTests", dependencies: ["FleetTestSupport", "Signatures"],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SpreadsheetsTests", dependencies: ["FleetTestSupport", "Spreadsheets"],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "TerminalGraphicsTests", dependencies: ["TerminalGraphics"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "FleetCore", "FleetFeeds", "FleetOutput", "FleetRuntime", "FleetService",
                "FleetSettings", "FleetTUI", "FleetTestSupport", "Pictures", "Printing",
                "Spreadsheets", "TerminalGraphics",
            ],
            path: "Tests/Fuzz/Sources", swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "JSONTests", dependencies: ["FleetTestSupport", "JSON"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "QRCodeTests", dependencies: ["FleetTestSupport", "QRCode", "CQRencode", "CPNG"],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
    ],
    cxxLanguageStandard: .cxx17
)
