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

/// Rooms that compute much for the tests, which are optimized even where the others are not.
let busy: Set = ["Charsets", "History", "JSON", "Notices"]

/// One room of the house; `Docs/architecture.md` says what each knows.
func room(
    _ name: String, imports: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
    .target(
        name: name, dependencies: imports, resources: resources,
        swiftSettings: strict
            + (busy.contains(name) ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []),
        // Rounding is a call into the mathematics library where it is not inlined.
        linkerSettings: [.linkedLibrary("m")])
}

/// The tests of one room, in a folder of the same name.
func tests(
    _ name: String, imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: imports + ["Expecting", "Support", "Waiting"],
        exclude: exclude,
        swiftSettings: strict)
}

/// A tool that serves the tests and is no part of the product.
func tool(
    _ name: String, path: String, imports: [Target.Dependency], isExecutable: Bool = false
) -> Target {
    if isExecutable {
        return .executableTarget(
            name: name, dependencies: imports, path: path, swiftSettings: strict)
    }
    return .target(name: name, dependencies: imports, path: path, swiftSettings: strict)
}

let package = Package(
    name: "callboard",
    products: [
        .executable(name: "callboard", targets: ["Callboard"]),
        .executable(name: "callboard-draw", targets: ["CallboardDraw"]),
        .executable(name: "callboard-mqtt", targets: ["CallboardMQTT"]),
        .executable(name: "callboard-central", targets: ["CallboardCentral"]),
        .executable(name: "callboard-wall", targets: ["CallboardWall"]),
    ],
    targets: [
        .systemLibrary(name: "CBluetooth", providers: [.apt(["libbluetooth-dev"])]),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(
            name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(
            name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        room("Timing"),
        room("Linux", imports: ["CLinux", "Timing"]),
        room("Spelling"),
        room("JSON", imports: ["Spelling"]),
        room("Arguments", imports: ["Spelling"]),
        room("Contract", imports: ["JSON", "Linux"]),
        room("Control", imports: ["Contract", "JSON", "Linux"]),
        room("Settings", imports: ["Arguments", "Spelling"]),
        room("ANCS", imports: ["Timing"]),
        room("Beacons", imports: ["Radio"]),
        room("ATT", imports: ["Linux"]),
        room(
            "BeaconDesk",
            imports: [
                "ANCS", "Beacons", "Contract", "Formats", "JSON", "Linux", "Notices", "Outlets",
                "PhoneMemory", "Radio", "Settings", "Spelling",
            ]),
        room("Bluetooth", imports: ["CBluetooth", "Linux"]),
        room("DBus", imports: ["CDBus", "Linux"]),
        room("Radio", imports: ["Linux"]),
        room("Features", imports: ["ANCS", "Radio"]),
        room(
            "SimulatedPhone", imports: ["JSON", "Linux", "Radio", "Spelling"],
            resources: [
                .embedInCode("Scenarios/bad-phone.json"), .embedInCode("Scenarios/beacons.json"),
                .embedInCode("Scenarios/collision.json"), .embedInCode("Scenarios/demo.json"),
                .embedInCode("Scenarios/flood.json"), .embedInCode("Scenarios/reconnect.json"),
                .embedInCode("Scenarios/late-services.json"),
                .embedInCode("Scenarios/no-mtu-answer.json"),
                .embedInCode("Scenarios/real-phones.json"),
                .embedInCode("Scenarios/two-phones.json"),
            ]),
        room("PhoneMemory", imports: ["JSON", "Linux", "Radio"]),
        room("PhoneLinks", imports: ["ATT", "Linux", "Radio"]),
        room("BlueZRadio", imports: ["DBus", "Linux", "PhoneMemory", "Radio"]),
        room(
            "KernelRadio",
            imports: [
                "ATT", "Bluetooth", "JSON", "Linux", "PhoneLinks", "PhoneMemory", "Radio",
            ]),
        room("SimulatedRadio", imports: ["Linux", "PhoneLinks", "Radio", "SimulatedPhone"]),
        room("Mosquitto", imports: ["CMosquitto", "Linux"]),
        room("Centre"),
        room("Patterns", imports: ["CPCRE2"]),
        room("PostgreSQL", imports: ["CPostgreSQL", "Linux"]),
        room("Codes"),
        room("Notices", imports: ["ANCS", "Beacons", "Codes", "Linux", "Patterns", "Timing"]),
        room("Captures", imports: ["ANCS", "Features", "JSON", "Linux", "Notices", "Radio"]),
        room("Statistics", imports: ["ANCS", "Beacons", "JSON", "Linux", "Notices"]),
        room("Keeping"),
        room("SampleYear", imports: ["ANCS", "Linux", "Notices"]),
        room(
            "History",
            imports: [
                "ANCS", "Beacons", "CSQLite", "JSON", "Keeping", "Linux", "Notices", "Statistics",
            ]),
        room("Board", imports: ["ANCS", "Beacons", "Linux", "Notices"]),
        room("Charsets", imports: ["Notices"]),
        room("Scenes", imports: ["JSON"]),
        room("Drawing", imports: ["CPango", "Linux", "Scenes"]),
        room(
            "Formats",
            imports: [
                "ANCS", "Beacons", "Board", "Charsets", "JSON", "Linux", "Notices", "Spelling",
            ]),
        room(
            "Outlets",
            imports: [
                "Arguments", "Board", "Contract", "Formats", "JSON", "Linux", "Notices", "Settings",
            ]),
        room(
            "Serial",
            imports: [
                "ANCS", "Arguments", "Board", "Charsets", "Contract", "Formats", "JSON", "Linux",
                "Notices", "Outlets", "Settings",
            ]),
        room(
            "Screen",
            imports: [
                "Board", "Charsets", "Contract", "Formats", "Linux", "Notices", "Outlets",
                "Settings",
            ]),
        room(
            "LCD",
            imports: [
                "ANCS", "Board", "Charsets", "Contract", "Formats", "Linux", "Notices", "Outlets",
                "Settings",
            ]),
        room(
            "Image",
            imports: [
                "Board", "Contract", "Formats", "Linux", "Notices", "Outlets", "Scenes", "Settings",
            ]),
        room(
            "LED",
            imports: ["ANCS", "Arguments", "Contract", "Linux", "Notices", "Outlets", "Settings"]),
        room(
            "OutletKinds",
            imports: [
                "Arguments", "Image", "LCD", "LED", "Linux", "Outlets", "Screen", "Serial",
                "Settings",
            ]),
        room(
            "Commands",
            imports: [
                "Arguments", "Formats", "Linux", "Notices", "PhoneMemory", "Settings", "Spelling",
            ]),
        room(
            "SmartHome",
            imports: ["ANCS", "Beacons", "Board", "Formats", "JSON", "Linux", "Notices"]),
        room(
            "Companions",
            imports: [
                "Arguments", "Commands", "CompanionSections", "Configuration", "Contract",
                "Control", "Following", "Linux", "Outlets", "Settings",
            ]),
        room(
            "Central",
            imports: [
                "ANCS", "Arguments", "Board", "Centre", "Commands", "CompanionSections",
                "Companions", "Contract", "Control", "Following", "Formats", "History",
                "HistoryCommands",
                "JSON", "Linux", "Notices", "Outlets", "PostgreSQL", "Screen", "Spelling",
                "Statistics", "Watching",
            ]),
        room(
            "MQTT",
            imports: [
                "Arguments", "Commands", "CompanionSections", "Companions", "Contract", "Control",
                "Following",
                "JSON", "Linux", "Mosquitto", "Notices", "Outlets", "SmartHome",
            ]),
        room("CompanionSections", imports: ["Board", "Notices", "Settings"]),
        room(
            "Configuration",
            imports: [
                "ANCS", "Arguments", "BeaconDesk", "Commands", "CompanionSections", "Contract",
                "Control", "Formats", "Keeping", "Linux", "Notices", "OutletKinds", "Outlets",
                "Patterns", "Radio", "Settings", "SimulatedPhone", "Spelling",
            ]),
        room(
            "Radios",
            imports: [
                "BlueZRadio", "Commands", "Configuration", "KernelRadio", "Linux", "Notices",
                "PhoneMemory", "Radio",
            ]),
        room(
            "Bridge", imports: ["ANCS", "Features", "Linux", "Notices", "Outlets", "Radio"]),
        room(
            "HistoryCommands",
            imports: [
                "ANCS", "Arguments", "BeaconDesk", "Commands", "Configuration", "Contract",
                "Formats",
                "History",
                "JSON", "Keeping", "Linux", "Notices", "Outlets", "SampleYear", "Settings",
                "Spelling", "Statistics",
            ]),
        room(
            "Rack",
            imports: [
                "ANCS", "Arguments", "Bridge", "Commands", "Contract", "Control", "JSON", "Linux",
                "Notices", "OutletKinds", "Outlets", "Radio",
            ]),
        room(
            "Doctor",
            imports: [
                "Arguments", "BeaconDesk", "BlueZRadio", "Commands", "CompanionSections",
                "Configuration", "Contract", "Control", "Features", "Formats", "JSON",
                "KernelRadio", "LCD",
                "Linux", "Notices", "OutletKinds", "Outlets", "PhoneMemory", "Rack", "Radio",
                "Radios", "Screen", "Serial", "Settings",
            ]),
        room(
            "Following",
            imports: ["ANCS", "Contract", "Control", "Formats", "JSON", "Linux", "Notices"]),
        room("QRCode"),
        room("Web", imports: ["Linux"]),
        room(
            "Wall",
            imports: [
                "Arguments", "Board", "Commands", "CompanionSections", "Companions",
                "Contract", "Control",
                "Following", "Formats", "Image", "JSON", "Linux", "Notices", "Outlets", "QRCode",
                "Scenes", "Web",
            ],
            resources: [
                .embedInCode("Page/wall.html"), .embedInCode("Page/wall.css"),
                .embedInCode("Page/wall.js"), .embedInCode("Page/controls.js"),
                .embedInCode("Page/icon.svg"),
                .embedInCode("Page/frame.html"), .embedInCode("Page/inside.html"),
                .embedInCode("Page/link.html"), .embedInCode("Page/refused.html"),
            ]),
        room(
            "Watching",
            imports: [
                "Arguments", "Board", "Commands", "History", "Linux", "Notices", "Outlets",
                "Screen", "Settings",
            ]),
        room(
            "Clients",
            imports: [
                "ANCS", "Arguments", "Beacons", "Board", "Bridge", "Captures", "Commands",
                "Configuration", "Contract", "Control", "Following", "Formats", "History",
                "HistoryCommands",
                "JSON", "Linux", "Notices", "OutletKinds", "Outlets", "Rack", "Radio", "Screen",
                "Settings", "Spelling", "Watching",
            ]),
        room(
            "Phones",
            imports: [
                "Arguments", "Bridge", "Clients", "Commands", "Configuration", "Contract",
                "Control", "Formats",
                "JSON", "Linux", "Notices", "Outlets", "PhoneMemory", "Radio", "Radios", "Settings",
            ]),
        room(
            "Service",
            imports: [
                "ANCS", "Arguments", "BeaconDesk", "Beacons", "Bridge", "Captures", "Commands",
                "Configuration", "Contract", "Control", "Formats", "History", "HistoryCommands",
                "JSON", "Keeping",
                "Linux", "Notices", "OutletKinds", "Outlets", "PhoneMemory", "Phones", "Rack",
                "Radio", "Radios", "Settings", "SimulatedPhone", "SimulatedRadio", "Spelling",
                "Statistics",
            ]),
        room(
            "Trials",
            imports: [
                "ANCS", "Arguments", "Commands", "Configuration", "Contract", "Control", "Doctor",
                "Following",
                "JSON", "Linux", "Notices", "Phones", "Radio", "Spelling",
            ]),
        .executableTarget(
            name: "Callboard",
            dependencies: [
                "Arguments", "Clients", "Commands", "Configuration", "Doctor", "HistoryCommands",
                "Phones", "Service", "Settings", "Trials",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "CallboardDraw", dependencies: ["Drawing", "Linux", "Scenes"],
            swiftSettings: strict),
        .executableTarget(
            name: "CallboardCentral", dependencies: ["Central", "Commands"],
            swiftSettings: strict),
        .executableTarget(
            name: "CallboardMQTT", dependencies: ["Commands", "MQTT"],
            swiftSettings: strict),
        .executableTarget(
            name: "CallboardWall", dependencies: ["Commands", "Wall"],
            swiftSettings: strict),
        tool("Expecting", path: "Tests/Expecting", imports: []),
        tool("RecordedLines", path: "Tests/RecordedLines", imports: []),
        tool("Waiting", path: "Tests/Waiting", imports: []),
        tool("Support", path: "Tests/Support", imports: ["Linux", "Waiting"]),
        tool(
            "LinkSupport", path: "Tests/LinkSupport", imports: ["Features", "Linux", "Radio"]),
        tool(
            "ContractSupport", path: "Tests/ContractSupport",
            imports: ["Contract", "Control", "Linux"]),
        tool(
            "ControlSupport", path: "Tests/ControlSupport",
            imports: [
                "ANCS", "Contract", "ContractSupport", "Control", "Formats", "JSON", "Linux",
                "Notices", "Outlets", "Waiting",
            ]),
        tool("WebSupport", path: "Tests/WebSupport", imports: ["Linux", "Waiting"]),
        tool("ServingSupport", path: "Tests/ServingSupport", imports: ["Waiting"]),
        tool(
            "BrokerSupport", path: "Tests/BrokerSupport",
            imports: ["Linux", "Mosquitto", "ServingSupport", "Waiting"]),
        tool(
            "ServerSupport", path: "Tests/ServerSupport", imports: ["ServingSupport", "Waiting"]),
        tool(
            "HallSupport", path: "Tests/HallSupport",
            imports: [
                "Contract", "ContractSupport", "Control", "History", "JSON", "Linux", "Service",
            ]),
        tool("BusSupport", path: "Tests/BusSupport", imports: ["DBus", "Linux", "Support"]),
        tool(
            "callboard-bench", path: "Tests/Benchmarks/Decoder",
            imports: ["ANCS", "Charsets", "Linux"],
            isExecutable: true),
        tool(
            "callboard-history-bench", path: "Tests/Benchmarks/History",
            imports: [
                "BenchSupport", "SampleYear", "Statistics", "CSQLite", "History", "Linux",
                "Notices",
            ],
            isExecutable: true),
        tool(
            "callboard-beacon-bench", path: "Tests/Benchmarks/Beacons",
            imports: ["BenchSupport", "Beacons", "Linux"], isExecutable: true),
        tool(
            "callboard-mqtt-bench", path: "Tests/Benchmarks/MQTT",
            imports: [
                "BenchSupport", "BrokerSupport", "Contract", "Control", "ControlSupport", "JSON",
                "Linux",
                "Mosquitto", "Notices", "ServingSupport",
            ], isExecutable: true),
        tool(
            "callboard-central-bench", path: "Tests/Benchmarks/Central",
            imports: [
                "ANCS", "BenchSupport", "Centre", "Contract", "Control", "HallSupport", "History",
                "Linux",
                "Notices",
                "PostgreSQL", "SampleYear", "ServerSupport", "ServingSupport",
            ], isExecutable: true),
        tool(
            "callboard-wall-bench", path: "Tests/Benchmarks/Wall",
            imports: [
                "BenchSupport", "BrokerSupport", "Contract", "Control", "ControlSupport", "JSON",
                "Linux",
                "Notices", "ServingSupport", "WebSupport",
            ], isExecutable: true),
        tool("BenchSupport", path: "Tests/Benchmarks/Support", imports: ["Linux"]),
        tool(
            "FuzzTargets", path: "Tests/Fuzz/Targets",
            imports: [
                "ANCS", "ATT", "Beacons", "Bluetooth", "Board", "Captures", "Charsets", "Codes",
                "CompanionSections",
                "Contract", "ContractSupport", "Control", "History", "HistoryCommands", "JSON",
                "LCD", "Linux", "Mosquitto",
                "Notices", "Outlets", "Radio", "Scenes", "Screen", "Settings", "SimulatedPhone",
                "SmartHome", "Wall", "Web",
            ]),
        tests("Architecture"),
        tests("ANCS", imports: ["ANCS"], exclude: ["Fixtures/README.md"]),
        tests("Arguments", imports: ["Arguments"]),
        tests("Beacons", imports: ["Beacons", "Radio"]),
        tests("ATT", imports: ["ATT", "FuzzTargets", "Linux"]),
        tests("Bluetooth", imports: ["Bluetooth", "Linux"]),
        tests(
            "Callboard",
            imports: [
                "Arguments", "Callboard", "Commands", "Linux", "Notices", "Outlets",
                "RecordedLines",
            ],
            exclude: ["Recorded", "Service/Screens"]),
        tests(
            "Captures",
            imports: ["ANCS", "Captures", "Features", "LinkSupport", "Linux", "Notices", "Radio"],
            exclude: ["Fixtures"]),
        tests("Board", imports: ["ANCS", "Beacons", "Board", "Linux", "Notices"]),
        tests(
            "BlueZRadio",
            imports: [
                "ANCS", "BlueZRadio", "BusSupport", "DBus", "Features", "LinkSupport", "Linux",
                "PhoneMemory", "Radio",
            ]),
        tests(
            "Bridge",
            imports: [
                "ANCS", "Bridge", "Features", "LinkSupport", "Linux", "Notices", "Outlets",
                "Radio", "SimulatedPhone", "SimulatedRadio",
            ]),
        tests(
            "Clients",
            imports: [
                "ANCS", "Arguments", "Beacons", "Board", "Callboard", "Clients", "Commands",
                "Contract", "Control", "ControlSupport", "Formats", "HistoryCommands", "JSON",
                "Linux",
                "Notices", "Outlets",
                "Screen", "Service", "Watching",
            ]),
        tests(
            "Following",
            imports: [
                "ANCS", "Beacons", "Contract", "Control", "ControlSupport", "Following", "Formats",
                "Linux", "Notices",
            ]),
        tests(
            "Configuration",
            imports: [
                "ANCS", "BeaconDesk", "Beacons", "BlueZRadio", "Board", "Charsets", "Configuration",
                "Contract", "Control", "Doctor",
                "Formats", "Image", "LCD", "LED", "Linux", "Notices", "OutletKinds", "Outlets",
                "Radio", "Scenes", "Screen", "Serial", "Settings",
            ]),
        tests(
            "Doctor",
            imports: [
                "BlueZRadio", "Commands", "Configuration", "Contract", "Control", "DBus", "Doctor",
                "JSON",
                "KernelRadio", "LCD", "Linux", "Notices", "OutletKinds", "Outlets", "PhoneMemory",
                "Rack", "Radio", "Radios", "Screen", "Serial", "Service", "Settings",
            ]),
        tests(
            "HistoryCommands",
            imports: [
                "Arguments", "Callboard", "Commands", "History", "HistoryCommands", "Linux",
                "Notices",
            ]),
        tests(
            "Phones",
            imports: [
                "Bridge", "Configuration", "Contract", "Control", "JSON", "Linux", "Notices",
                "Outlets",
                "Phones", "Radio", "Radios", "Service",
            ]),
        tests(
            "Service",
            imports: [
                "ANCS", "Arguments", "Beacons", "Callboard", "Commands", "Configuration",
                "Contract", "ContractSupport", "Control", "Doctor", "Formats", "History", "JSON",
                "Keeping", "KernelRadio", "Linux",
                "Notices", "Outlets", "Rack", "Radios", "Service", "Settings", "SimulatedPhone",
            ]),
        tests(
            "Mosquitto", imports: ["BrokerSupport", "Linux", "Mosquitto", "ServingSupport"]),
        tests(
            "Centre",
            imports: ["ANCS", "Centre", "JSON", "Linux", "Notices", "PostgreSQL", "ServerSupport"],
            exclude: ["Fixtures"]),
        tests(
            "Central",
            imports: [
                "ANCS", "Board", "CallboardCentral", "CallboardWall", "Central", "Centre",
                "Commands", "CompanionSections", "Companions", "Contract", "Control", "Following",
                "HallSupport", "History", "JSON", "Keeping", "Linux", "Notices", "Outlets",
                "PostgreSQL", "SampleYear", "Screen", "ServerSupport", "Service", "ServingSupport",
                "Settings",
                "Statistics", "Watching",
            ]),
        tests(
            "PostgreSQL", imports: ["Linux", "PostgreSQL", "ServerSupport", "ServingSupport"]),
        tests(
            "SmartHome",
            imports: [
                "ANCS", "Beacons", "Board", "ControlSupport", "JSON", "Linux", "Notices",
                "SmartHome",
            ]),
        tests("QRCode", imports: ["QRCode"]),
        tests(
            "Trials",
            imports: [
                "ANCS", "Arguments", "Bridge", "Callboard", "JSON", "Linux", "Notices", "Outlets",
                "Radio", "SimulatedPhone", "SimulatedRadio", "Trials",
            ]),
        tests("Web", imports: ["Linux", "Web", "WebSupport"]),
        tests(
            "Wall",
            imports: [
                "ANCS", "Beacons", "Board", "Callboard", "CallboardWall", "Commands",
                "CompanionSections", "Companions", "Contract", "Control", "ControlSupport",
                "Following", "Formats", "JSON", "Linux", "Notices", "RecordedLines",
                "ServingSupport", "Settings", "Wall", "Web", "WebSupport",
            ],
            exclude: ["Desk/Recorded", "Program/Recorded"]),
        tests("CompanionSections", imports: ["Board", "CompanionSections", "Settings"]),
        tests(
            "Companions",
            imports: [
                "Arguments", "CallboardCentral", "CallboardMQTT", "CallboardWall",
                "CompanionSections", "Companions", "Configuration", "Linux", "ServingSupport",
                "Settings",
            ]),
        tests(
            "MQTT",
            imports: [
                "BrokerSupport", "CallboardMQTT", "Commands", "CompanionSections", "Companions",
                "Contract", "Control", "ControlSupport", "Following", "Linux", "MQTT", "Mosquitto",
                "Notices", "RecordedLines", "ServingSupport", "Settings", "SmartHome",
            ],
            exclude: ["Recorded"]),
        tests("Charsets", imports: ["Charsets", "Notices"]),
        tests("Codes", imports: ["Codes"], exclude: ["Corpus"]),
        tests(
            "Control", imports: ["Contract", "ContractSupport", "Control", "JSON", "Linux"]),
        tests(
            "Contract",
            imports: ["Contract", "ContractSupport", "JSON", "Linux", "RecordedLines"],
            exclude: ["Recorded"]),
        tests(
            "Drawing", imports: ["CPango", "Drawing", "Linux", "Scenes"],
            exclude: ["Pictures", "Scenes", "Support/fonts.conf"]),
        tests("DBus", imports: ["BusSupport", "DBus", "Linux"]),
        tests("Fuzz", imports: ["FuzzTargets"], exclude: ["Fixtures"]),
        tests(
            "Statistics",
            imports: ["ANCS", "Beacons", "JSON", "Linux", "Notices", "Statistics"]),
        tests("SampleYear", imports: ["ANCS", "Linux", "Notices", "SampleYear", "Statistics"]),
        tests(
            "History",
            imports: [
                "ANCS", "Beacons", "CSQLite", "SampleYear", "Statistics", "History", "JSON",
                "Keeping", "Linux", "Notices",
            ],
            exclude: ["Schema/history-1.db", "Schema/history-2.db"]),
        tests("JSON", imports: ["JSON"]),
        tests(
            "KernelRadio",
            imports: [
                "ANCS", "ATT", "Bluetooth", "Features", "KernelRadio", "LinkSupport", "Linux",
                "PhoneLinks", "PhoneMemory", "Radio",
            ]),
        tests("Linux", imports: ["CLinux", "Linux"]),
        tests(
            "Notices",
            imports: ["ANCS", "Beacons", "ControlSupport", "Linux", "Notices", "Patterns"]),
        tests(
            "Outlets",
            imports: [
                "ANCS", "Beacons", "Board", "CallboardDraw", "Charsets", "Formats", "Image", "JSON",
                "LCD", "LED", "Linux", "Notices", "Outlets", "Scenes", "Screen", "Serial",
                "Settings",
            ],
            exclude: ["LCD/Pictures", "Screen/Pictures"]),
        tests(
            "BeaconDesk",
            imports: [
                "ANCS", "BeaconDesk", "Beacons", "Linux", "Notices", "PhoneMemory", "Radio",
            ]),
        tests("Patterns", imports: ["Patterns"]),
        tests(
            "PhoneLinks",
            imports: ["ANCS", "ATT", "Features", "LinkSupport", "Linux", "PhoneLinks", "Radio"]),
        tests("PhoneMemory", imports: ["Linux", "PhoneMemory", "Radio"]),
        tests("Radio", imports: ["Radio"]),
        tests("Scenes", imports: ["Scenes"]),
        tests("Settings", imports: ["Settings"]),
        tests("SimulatedPhone", imports: ["JSON", "Linux", "Radio", "SimulatedPhone"]),
        tests("Spelling", imports: ["Spelling"]),
        tests("Timing", imports: ["Timing"]),
        tests(
            "SimulatedRadio",
            imports: [
                "ANCS", "Beacons", "Features", "LinkSupport", "Linux", "Radio", "SimulatedPhone",
                "SimulatedRadio",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer brings its own main function, so the entry is built for it alone.
if Context.environment["CALLBOARD_FUZZ"] != nil {
    package.targets.append(
        tool(
            "callboard-fuzz", path: "Tests/Fuzz/Entry", imports: ["FuzzTargets", "Linux"],
            isExecutable: true))
}
