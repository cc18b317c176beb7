// swift-tools-version: 6.2

import PackageDescription

// Compile with --sanitize fuzzer, which brings the main function, and with -enable-testing.
let package = Package(
    name: "fleet-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "fleet", path: "../..")],
    targets: [
        .executableTarget(
            name: "fleet-fuzz",
            dependencies: [.product(name: "FleetModules", package: "fleet")],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        )
    ]
)
