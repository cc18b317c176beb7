// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "fleet-benchmarks",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "LabelBaseline",
            linkerSettings: [.linkedLibrary("qrencode"), .linkedLibrary("png")]
        ),
        .executableTarget(name: "peak-memory"),
        .executableTarget(
            name: "fleet-benchmarks",
            dependencies: ["LabelBaseline", "peak-memory"],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        ),
    ]
)
