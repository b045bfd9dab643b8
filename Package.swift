// swift-tools-version: 6.2
import PackageDescription

/// The settings every target is built with: strict, and the language's next defaults already on.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// One room of the house; `Docs/architecture.md` says what each knows.
func room(
    _ name: String, imports: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
    .target(name: name, dependencies: imports, resources: resources, swiftSettings: strict)
}

/// The tests of one room, in a folder of the same name.
func tests(_ name: String, imports: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: imports, path: "Tests/\(name)Tests",
        swiftSettings: strict)
}

let package = Package(
    name: "callboard",
    products: [.executable(name: "callboard", targets: ["Callboard"])],
    targets: [
        .systemLibrary(name: "CLinux"),
        room("Linux", imports: ["CLinux"]),
        room("JSON"),
        room("Arguments"),
        room("ANCS"),
        room("ATT", imports: ["Linux"]),
        room("Radio", imports: ["ANCS", "Linux"]),
        room("SimulatedPhone", imports: ["JSON", "Linux"]),
        room("SimulatedRadio", imports: ["ANCS", "ATT", "Linux", "Radio", "SimulatedPhone"]),
        room("Notices", imports: ["ANCS", "Linux"]),
        room("Outlets", imports: ["ANCS", "JSON", "Linux", "Notices"]),
        room(
            "Bridge",
            imports: [
                "ANCS", "Arguments", "Linux", "Notices", "Outlets", "Radio", "SimulatedPhone",
                "SimulatedRadio",
            ]),
        .executableTarget(
            name: "Callboard", dependencies: ["Arguments", "Bridge"], swiftSettings: strict),
        .target(
            name: "LoopThread", dependencies: ["Linux"], path: "Tests/LoopThread",
            swiftSettings: strict),
        tests("Arguments", imports: ["Arguments"]),
        tests("Notices", imports: ["Notices"]),
        tests("Outlets", imports: ["ANCS", "Linux", "LoopThread", "Notices", "Outlets"]),
    ],
    swiftLanguageModes: [.v6]
)
