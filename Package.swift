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

/// Modules that compute much for the tests, which are optimized even where the others are not.
let busy: Set = ["Charsets", "History", "JSON", "Notices"]

/// A module of a layer, and its tests.
struct Module {
    let name: String
    var imports = ""
    /// What its tests need beside its own imports; nil without a folder of tests of its own.
    var tests: String? = ""
    /// Files that are put into the program.
    var resources: [String] = []
    /// Files among the tests that are no sources.
    var exclude: [String] = []
}

/// Modules by layers, of which each imports from itself and those before it.
///
/// `Docs/architecture.md` says what each module knows.
let layers: KeyValuePairs = [
    "Base": [
        Module(name: "Timing"),
        Module(name: "Linux", imports: "CLinux Timing"),
        Module(name: "Spelling"),
        Module(name: "JSON", imports: "Spelling"),
        Module(name: "Arguments", imports: "Spelling"),
        Module(name: "Settings", imports: "Arguments Spelling"),
        Module(name: "Bluetooth", imports: "CBluetooth Linux"),
        Module(name: "DBus", imports: "CDBus Linux", tests: "BusSupport"),
        Module(
            name: "Mosquitto", imports: "CMosquitto Linux", tests: "BrokerSupport ServingSupport"),
        Module(name: "Patterns", imports: "CPCRE2"),
        Module(
            name: "PostgreSQL", imports: "CPostgreSQL Linux", tests: "ServerSupport ServingSupport"),
        Module(name: "QRCode"),
        Module(name: "Web", imports: "Linux", tests: "WebSupport"),
    ],
    "Phone": [
        Module(name: "ANCS", imports: "Timing", exclude: ["Fixtures/README.md"]),
        Module(name: "Beacons", imports: "Radio"),
        Module(name: "ATT", imports: "Linux", tests: "FuzzTargets"),
        Module(name: "Radio", imports: "Linux"),
        Module(name: "Features", imports: "ANCS Radio", tests: nil),
        Module(
            name: "SimulatedPhone", imports: "JSON Linux Radio Spelling",
            resources: [
                "Scenarios/bad-phone.json", "Scenarios/beacons.json", "Scenarios/collision.json",
                "Scenarios/demo.json", "Scenarios/flood.json", "Scenarios/reconnect.json",
                "Scenarios/late-services.json", "Scenarios/no-mtu-answer.json",
                "Scenarios/real-phones.json", "Scenarios/two-phones.json",
            ]),
        Module(name: "PhoneMemory", imports: "JSON Linux Radio"),
        Module(name: "PhoneLinks", imports: "ATT Linux Radio", tests: "ANCS Features LinkSupport"),
        Module(
            name: "BlueZRadio", imports: "DBus Linux PhoneMemory Radio",
            tests: "ANCS BusSupport Features LinkSupport"),
        Module(
            name: "KernelRadio", imports: "ATT Bluetooth JSON Linux PhoneLinks PhoneMemory Radio",
            tests: "ANCS Features LinkSupport"),
        Module(
            name: "SimulatedRadio", imports: "Linux PhoneLinks Radio SimulatedPhone",
            tests: "ANCS Beacons Features LinkSupport"),
    ],
    "Contract": [
        Module(
            name: "Contract", imports: "JSON Linux", tests: "ContractSupport RecordedLines",
            exclude: ["Recorded"]),
        Module(name: "Control", imports: "Contract JSON Linux", tests: "ContractSupport"),
        Module(name: "Codes", imports: "", exclude: ["Corpus"]),
        Module(
            name: "Notices", imports: "ANCS Beacons Codes Linux Patterns Timing",
            tests: "ControlSupport"),
        Module(name: "Board", imports: "ANCS Beacons Linux Notices"),
        Module(name: "Charsets", imports: "Notices"),
        Module(
            name: "Formats", imports: "ANCS Beacons Board Charsets JSON Linux Notices Spelling",
            tests: nil),
        Module(
            name: "Commands",
            imports: "Arguments Formats Linux Notices PhoneMemory Settings Spelling", tests: nil),
        Module(name: "CompanionSections", imports: "Board Notices Settings"),
        Module(
            name: "Following", imports: "ANCS Contract Control Formats JSON Linux Notices",
            tests: "Beacons ControlSupport"),
    ],
    "Keeping": [
        Module(
            name: "Centre", imports: "", tests: "ANCS JSON Linux Notices PostgreSQL ServerSupport",
            exclude: ["Fixtures"]),
        Module(
            name: "Captures", imports: "ANCS Features JSON Linux Notices Radio",
            tests: "LinkSupport", exclude: ["Fixtures"]),
        Module(name: "Statistics", imports: "ANCS Beacons JSON Linux Notices"),
        Module(name: "Keeping", imports: "", tests: nil),
        Module(name: "SampleYear", imports: "ANCS Linux Notices", tests: "Statistics"),
        Module(
            name: "History", imports: "ANCS Beacons CSQLite JSON Keeping Linux Notices Statistics",
            tests: "SampleYear", exclude: ["Schema/history-1.db", "Schema/history-2.db"]),
    ],
    "Showing": [
        Module(name: "Scenes", imports: "JSON"),
        Module(
            name: "Drawing", imports: "CPango Linux Scenes",
            exclude: ["Pictures", "Scenes", "Support/fonts.conf"]),
        Module(
            name: "Outlets",
            imports: "Arguments Board Contract Formats JSON Linux Notices Settings",
            tests: "ANCS Beacons CallboardDraw Charsets Image LCD LED Scenes Screen Serial",
            exclude: ["LCD/Pictures", "Screen/Pictures"]),
        Module(
            name: "Serial",
            imports: "ANCS Arguments Board Charsets Contract Formats JSON Linux Notices "
                + "Outlets Settings", tests: nil),
        Module(
            name: "Screen",
            imports: "Board Charsets Contract Formats Linux Notices Outlets Settings", tests: nil),
        Module(
            name: "LCD",
            imports: "ANCS Board Charsets Contract Formats Linux Notices Outlets Settings",
            tests: nil),
        Module(
            name: "Image", imports: "Board Contract Formats Linux Notices Outlets Scenes Settings",
            tests: nil),
        Module(
            name: "LED", imports: "ANCS Arguments Contract Linux Notices Outlets Settings",
            tests: nil),
        Module(
            name: "OutletKinds",
            imports: "Arguments Image LCD LED Linux Outlets Screen Serial Settings", tests: nil),
        Module(
            name: "Watching",
            imports: "Arguments Board Commands History Linux Notices Outlets Screen Settings",
            tests: nil),
    ],
    "Bridge": [
        Module(
            name: "BeaconDesk",
            imports: "ANCS Beacons Contract Formats JSON Linux Notices Outlets PhoneMemory "
                + "Radio Settings Spelling"),
        Module(
            name: "Configuration",
            imports: "ANCS Arguments BeaconDesk Commands CompanionSections Contract Control "
                + "Formats Keeping Linux Notices OutletKinds Outlets Patterns Radio "
                + "Settings SimulatedPhone Spelling",
            tests: "Beacons BlueZRadio Board Charsets Doctor Image LCD LED Scenes Screen "
                + "Serial"),
        Module(
            name: "Radios",
            imports: "BlueZRadio Commands Configuration KernelRadio Linux Notices PhoneMemory "
                + "Radio", tests: nil),
        Module(
            name: "Bridge", imports: "ANCS Features Linux Notices Outlets Radio",
            tests: "LinkSupport SimulatedPhone SimulatedRadio"),
        Module(
            name: "HistoryCommands",
            imports: "ANCS Arguments BeaconDesk Commands Configuration Contract Formats "
                + "History JSON Keeping Linux Notices Outlets SampleYear Settings Spelling "
                + "Statistics", tests: "Callboard"),
        Module(
            name: "Rack",
            imports: "ANCS Arguments Bridge Commands Contract Control JSON Linux Notices "
                + "OutletKinds Outlets Radio", tests: nil),
        Module(
            name: "Doctor",
            imports: "Arguments BeaconDesk BlueZRadio Commands CompanionSections Configuration "
                + "Contract Control Features Formats JSON KernelRadio LCD Linux Notices "
                + "OutletKinds Outlets PhoneMemory Rack Radio Radios Screen Serial Settings",
            tests: "DBus Service"),
        Module(
            name: "Clients",
            imports: "ANCS Arguments Beacons Board Bridge Captures Commands Configuration "
                + "Contract Control Following Formats History HistoryCommands JSON Linux "
                + "Notices OutletKinds Outlets Rack Radio Screen Settings Spelling Watching",
            tests: "Callboard ControlSupport Service"),
        Module(
            name: "Phones",
            imports: "Arguments Bridge Clients Commands Configuration Contract Control Formats "
                + "JSON Linux Notices Outlets PhoneMemory Radio Radios Settings", tests: "Service"),
        Module(
            name: "Service",
            imports: "ANCS Arguments BeaconDesk Beacons Bridge Captures Commands Configuration "
                + "Contract Control Formats History HistoryCommands JSON Keeping Linux "
                + "Notices OutletKinds Outlets PhoneMemory Phones Rack Radio Radios "
                + "Settings SimulatedPhone SimulatedRadio Spelling Statistics",
            tests: "Callboard ContractSupport Doctor KernelRadio"),
        Module(
            name: "Trials",
            imports: "ANCS Arguments Commands Configuration Contract Control Doctor Following "
                + "JSON Linux Notices Phones Radio Spelling",
            tests: "Bridge Callboard Outlets SimulatedPhone SimulatedRadio"),
    ],
    "AddOns": [
        Module(
            name: "SmartHome", imports: "ANCS Beacons Board Formats JSON Linux Notices",
            tests: "ControlSupport"),
        Module(
            name: "Companions",
            imports: "Arguments Commands CompanionSections Configuration Contract Control "
                + "Following Linux Outlets Settings",
            tests: "CallboardCentral CallboardMQTT CallboardWall ServingSupport"),
        Module(
            name: "Central",
            imports: "ANCS Arguments Board Centre Commands CompanionSections Companions "
                + "Contract Control Following Formats History HistoryCommands JSON Linux "
                + "Notices Outlets PostgreSQL Screen Spelling Statistics Watching",
            tests: "CallboardCentral CallboardWall HallSupport Keeping SampleYear "
                + "ServerSupport Service ServingSupport Settings"),
        Module(
            name: "MQTT",
            imports: "Arguments Commands CompanionSections Companions Contract Control "
                + "Following JSON Linux Mosquitto Notices Outlets SmartHome",
            tests: "BrokerSupport CallboardMQTT ControlSupport RecordedLines ServingSupport "
                + "Settings", exclude: ["Recorded"]),
        Module(
            name: "Wall",
            imports: "Arguments Board Commands CompanionSections Companions Contract Control "
                + "Following Formats Image JSON Linux Notices Outlets QRCode Scenes Web",
            tests: "ANCS Beacons Callboard CallboardWall ControlSupport RecordedLines "
                + "ServingSupport Settings WebSupport",
            resources: [
                "Page/wall.html", "Page/wall.css", "Page/wall.js", "Page/controls.js",
                "Page/icon.svg", "Page/frame.html", "Page/inside.html", "Page/link.html",
                "Page/refused.html",
            ], exclude: ["Desk/Recorded", "Program/Recorded"]),
    ],
]

/// The targets with these names, between spaces.
func named(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map { .byName(name: String($0)) }
}

func library(_ name: String, pkgConfig: String? = nil, debian: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/Libraries/\(name)", pkgConfig: pkgConfig,
        providers: debian.map { [.apt([$0])] })
}

func module(_ module: Module, in layer: String) -> Target {
    .target(
        name: module.name, dependencies: named(module.imports),
        path: "Sources/\(layer)/\(module.name)",
        resources: module.resources.map { .embedInCode($0) },
        swiftSettings: strict
            + (busy.contains(module.name)
                ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []),
        // Rounding is a call into the mathematics library where it is not inlined.
        linkerSettings: [.linkedLibrary("m")])
}

func program(_ name: String, _ imports: String) -> Target {
    .executableTarget(
        name: name, dependencies: named(imports), path: "Sources/Programs/\(name)",
        swiftSettings: strict)
}

/// The tests of a module, in a folder that mirrors it.
func tests(_ name: String, _ imports: String, in layer: String, exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: named("\(imports) Expecting Support Waiting"),
        path: "Tests/\(layer)/\(name)Tests", exclude: exclude, swiftSettings: strict)
}

/// What several tests share and is no part of the product.
func support(_ name: String, _ imports: String = "", in folder: String? = nil) -> Target {
    .target(
        name: name, dependencies: named(imports), path: "Tests/\(folder ?? name)",
        swiftSettings: strict)
}

/// A program that measures, or that the tests run.
func tool(_ name: String, _ imports: String, in folder: String) -> Target {
    .executableTarget(
        name: name, dependencies: named(imports), path: "Tests/\(folder)", swiftSettings: strict)
}

let modules = layers.flatMap { layer, modules in
    modules.flatMap { it in
        [module(it, in: layer)]
            + (it.tests.map { more in
                [
                    tests(
                        it.name, "\(it.name) \(it.imports) \(more)", in: layer, exclude: it.exclude)
                ]
            } ?? [])
    }
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
    targets: modules + [
        library("CBluetooth", debian: "libbluetooth-dev"),
        library("CDBus", pkgConfig: "dbus-1", debian: "libdbus-1-dev"),
        library("CLinux"),
        library("CMosquitto", debian: "libmosquitto-dev"),
        library("CPango", pkgConfig: "pangocairo", debian: "libpango1.0-dev"),
        library("CPCRE2", pkgConfig: "libpcre2-8", debian: "libpcre2-dev"),
        library("CPostgreSQL", pkgConfig: "libpq", debian: "libpq-dev"),
        library("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
        program(
            "Callboard",
            "Arguments Clients Commands Configuration Doctor HistoryCommands Phones Service Settings "
                + "Trials"),
        program("CallboardDraw", "Drawing Linux Scenes"),
        program("CallboardCentral", "Central Commands"),
        program("CallboardMQTT", "Commands MQTT"),
        program("CallboardWall", "Commands Wall"),
        tests(
            "Callboard", "Arguments Callboard Commands Linux Notices Outlets RecordedLines",
            in: "Programs", exclude: ["Recorded", "Service/Screens"]),
        tests("Architecture", "", in: "."),
        tests("Fuzz", "FuzzTargets", in: ".", exclude: ["Fixtures"]),
        support("Expecting"),
        support("RecordedLines"),
        support("Waiting"),
        support("Support", "Linux Waiting"),
        support("LinkSupport", "Features Linux Radio"),
        support("ContractSupport", "Contract Control Linux"),
        support(
            "ControlSupport",
            "ANCS Contract ContractSupport Control Formats JSON Linux Notices Outlets Waiting"),
        support("WebSupport", "Linux Waiting"),
        support("ServingSupport", "Waiting"),
        support("BrokerSupport", "Linux Mosquitto ServingSupport Waiting"),
        support("ServerSupport", "ServingSupport Waiting"),
        support("HallSupport", "Contract ContractSupport Control History JSON Linux Service"),
        support("BusSupport", "DBus Linux Support"),
        support("BenchSupport", "Linux", in: "Benchmarks/Support"),
        support(
            "FuzzTargets",
            "ANCS ATT Beacons Bluetooth Board Captures Charsets Codes CompanionSections Contract "
                + "ContractSupport Control History HistoryCommands JSON LCD Linux Mosquitto Notices "
                + "Outlets Radio Scenes Screen Settings SimulatedPhone SmartHome Wall Web",
            in: "Fuzz/Targets"),
        tool("callboard-bench", "ANCS Charsets Linux", in: "Benchmarks/Decoder"),
        tool(
            "callboard-history-bench",
            "BenchSupport SampleYear Statistics CSQLite History Linux Notices",
            in: "Benchmarks/History"),
        tool("callboard-beacon-bench", "BenchSupport Beacons Linux", in: "Benchmarks/Beacons"),
        tool(
            "callboard-mqtt-bench",
            "BenchSupport BrokerSupport Contract Control ControlSupport JSON Linux Mosquitto Notices "
                + "ServingSupport",
            in: "Benchmarks/MQTT"),
        tool(
            "callboard-central-bench",
            "ANCS BenchSupport Centre Contract Control HallSupport History Linux Notices PostgreSQL "
                + "SampleYear ServerSupport ServingSupport",
            in: "Benchmarks/Central"),
        tool(
            "callboard-wall-bench",
            "BenchSupport BrokerSupport Contract Control ControlSupport JSON Linux Notices "
                + "ServingSupport WebSupport",
            in: "Benchmarks/Wall"),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer brings its own main function, so the entry is built for it alone.
if Context.environment["CALLBOARD_FUZZ"] != nil {
    package.targets.append(tool("callboard-fuzz", "FuzzTargets Linux", in: "Fuzz/Entry"))
}
