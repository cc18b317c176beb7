// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "fleet-benchmarks",
    platforms: [.macOS(.v15)],
    targets: [
        .executableTarget(
            name: "fleet-benchmarks",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        )
    ]
)
