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
        .target(name: "PasswordBaseline", linkerSettings: [.linkedLibrary("sodium")]),
        .executableTarget(name: "peak-memory"),
        .executableTarget(
            name: "fleet-benchmarks",
            dependencies: ["LabelBaseline", "PasswordBaseline", "peak-memory"],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        ),
    ]
)
