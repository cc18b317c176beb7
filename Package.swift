// swift-tools-version: 6.1

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

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let asyncHTTPClient = Target.Dependency.product(
    name: "AsyncHTTPClient", package: "async-http-client")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPCompression = Target.Dependency.product(
    name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

let package = Package(
    name: "fleet",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "fleet", targets: ["fleet"]),
        .library(name: "QRCode", targets: ["QRCode"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "fleet",
            dependencies: [
                "FleetCore", "FleetFeeds", "FleetLabels", "FleetService", "FleetSession",
                "FleetStore", "FleetTUI", "Pictures", "QRCode", "TerminalGraphics", argumentParser,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetSession",
            dependencies: [
                "FleetCore", "FleetFeeds", "FleetLabels", "FleetService", "FleetStore", "FleetTUI",
                "Pictures", "QRCode", "TerminalGraphics", nioCore, nioPosix,
            ],
            swiftSettings: swiftSettings
        ),
        .target(name: "FleetCore", swiftSettings: swiftSettings),
        .target(
            name: "FleetFeeds",
            dependencies: [
                "FleetCore", "JSON", asyncHTTPClient, nioCore, nioPosix, nioHTTP1,
                nioHTTPCompression, nioSSL,
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "FleetLabels", dependencies: ["QRCode", "CPangoCairo", "CZBar"],
            swiftSettings: swiftSettings
        ),
        .target(name: "FleetService", dependencies: ["FleetCore"], swiftSettings: swiftSettings),
        .target(
            name: "FleetStore", dependencies: ["FleetCore", crypto, grdb, sqlite],
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
            name: "QRCode", dependencies: ["CQRencode", "CPNG"], swiftSettings: swiftSettings),
        .target(name: "TerminalGraphics", swiftSettings: swiftSettings),
        .target(name: "JSON", dependencies: ["CSimdjson"], swiftSettings: swiftSettings),
        .target(
            name: "CSimdjson",
            cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),
        .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
        // Loads its libraries at run time, on first use.
        .target(name: "CPangoCairo"),
        // Loads the JPEG and WebP decoders at run time, on first use.
        .target(name: "CPictures", linkerSettings: [.linkedLibrary("png")]),
        .target(
            name: "CPNG", dependencies: ["CZlib"], linkerSettings: [.linkedLibrary("png")]),
        .target(name: "CZBar"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CQRencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .target(
            name: "FleetTestSupport", dependencies: [nioCore, nioEmbedded, nioSSL],
            path: "Tests/FleetTestSupport", swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetCommandTests",
            dependencies: ["fleet", "FleetCore", "FleetSession", "FleetTestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetCoreTests", dependencies: ["FleetCore", "FleetTestSupport"],
            exclude: [
                "Oracle/read.py", "Oracle/validate.py", "Oracle/vehicle_status.schema.json",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetFeedsTests",
            dependencies: ["FleetCore", "FleetFeeds", "FleetTestSupport", "JSON"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetLabelsTests", dependencies: ["FleetLabels", "FleetTestSupport", "QRCode"],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetServiceTests",
            dependencies: ["FleetCore", "FleetService", "FleetTestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetSessionTests",
            dependencies: ["FleetCore", "FleetLabels", "FleetSession", "FleetStore", "QRCode"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetStoreTests",
            dependencies: ["FleetCore", "FleetStore", "FleetTestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "FleetTUITests", dependencies: ["FleetCore", "FleetService", "FleetTUI"],
            exclude: ["Snapshots"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PicturesTests", dependencies: ["FleetTestSupport", "Pictures"],
            exclude: ["Oracle"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "TerminalGraphicsTests", dependencies: ["TerminalGraphics"],
            swiftSettings: swiftSettings
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
