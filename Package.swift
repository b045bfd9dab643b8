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
        Module(name: "Basics"),
        Module(name: "Linux", imports: "Basics CLinux"),
        Module(name: "JSON", imports: "Basics"),
        Module(name: "Settings", imports: "Basics"),
        Module(name: "DBus", imports: "CDBus Linux", tests: "BusSupport"),
        Module(
            name: "Mosquitto", imports: "CMosquitto Linux", tests: "BrokerSupport ServingSupport"),
        Module(name: "Patterns", imports: "CPCRE2"),
        Module(
            name: "PostgreSQL", imports: "CPostgreSQL Linux", tests: "ServerSupport ServingSupport"),
        Module(name: "QRCode", imports: "CQREncode"),
        Module(name: "Web", imports: "Linux", tests: "WebSupport"),
    ],
    "Phone": [
        Module(name: "ANCS", imports: "Basics", exclude: ["Fixtures/README.md"]),
        Module(name: "Radio", imports: "JSON Linux"),
        Module(name: "ATT", imports: "Linux Radio", tests: "ANCS Features FuzzTargets LinkSupport"),
        Module(name: "Features", imports: "ANCS Radio", tests: nil),
        Module(
            name: "SimulatedPhone", imports: "Basics JSON Linux Radio",
            resources: [
                "Scenarios/bad-phone.json", "Scenarios/beacons.json", "Scenarios/collision.json",
                "Scenarios/demo.json", "Scenarios/flood.json", "Scenarios/reconnect.json",
                "Scenarios/late-services.json", "Scenarios/no-mtu-answer.json",
                "Scenarios/real-phones.json", "Scenarios/two-phones.json",
            ]),
        Module(
            name: "BlueZRadio", imports: "Basics DBus Linux Radio",
            tests: "ANCS BusSupport Features LinkSupport"),
        Module(
            name: "KernelRadio", imports: "ATT CBluetooth JSON Linux Radio",
            tests: "ANCS Features LinkSupport"),
    ],
    "Contract": [
        Module(
            name: "Contract", imports: "JSON Linux", tests: "ContractSupport RecordedLines",
            exclude: ["Recorded"]),
        Module(
            name: "Control", imports: "Contract Formats JSON Linux Notices",
            tests: "ANCS Beacons ContractSupport ControlSupport"),
        Module(
            name: "Notices", imports: "ANCS Basics Linux Patterns", tests: "Beacons ControlSupport",
            exclude: ["Codes/Corpus"]),
        Module(name: "Board", imports: "ANCS Linux Notices", tests: "Beacons"),
        Module(
            name: "Formats", imports: "ANCS Basics Board JSON Linux Notices",
            tests: "EventSupport Outlets"),
        Module(name: "Commands", imports: "Basics Board Formats Linux Notices Radio Settings"),
    ],
    "Keeping": [
        Module(name: "Statistics", imports: "ANCS JSON Linux Notices", tests: "Beacons"),
        Module(
            name: "History", imports: "ANCS CSQLite JSON Linux Notices Statistics",
            tests: "Beacons", exclude: ["Schema/history-1.db", "Schema/history-2.db"]),
        Module(
            name: "HistoryCommands",
            imports: "Basics Commands Formats History JSON Linux Notices Settings Statistics",
            tests: "Callboard"),
        Module(
            name: "Captures", imports: "ANCS Basics Features JSON Linux Notices Radio",
            tests: "LinkSupport", exclude: ["Fixtures"]),
    ],
    "Showing": [
        Module(name: "Scenes", imports: "JSON"),
        Module(
            name: "Drawing", imports: "CPango Linux Scenes",
            exclude: ["Pictures", "Scenes", "Support/fonts.conf"]),
        Module(
            name: "Outlets", imports: "Board Contract Formats Linux Notices Settings",
            tests: "ANCS CallboardDraw EventSupport JSON Screen"),
        Module(
            name: "Serial",
            imports: "ANCS Board Contract Formats JSON Linux Notices Outlets Settings",
            tests: "EventSupport"),
        Module(
            name: "Screen",
            imports: "Board Commands Contract Formats History Linux Notices Outlets Settings",
            tests: "ANCS EventSupport Image", exclude: ["Pictures"]),
        Module(
            name: "LCD", imports: "Board Contract Formats Linux Notices Outlets Settings",
            tests: "ANCS Beacons EventSupport Image Serial", exclude: ["Pictures"]),
        Module(
            name: "Image", imports: "Board Contract Formats Linux Notices Outlets Scenes Settings",
            tests: "ANCS EventSupport LCD"),
    ],
    "Bridge": [
        Module(name: "Beacons", imports: "Notices Radio"),
        Module(
            name: "BeaconMonitoring",
            imports: "Basics Beacons Contract Formats JSON Linux Notices Outlets Radio "
                + "Settings", tests: "ANCS"),
        Module(
            name: "Configuration",
            imports: "ANCS Basics BeaconMonitoring Commands Contract Control Formats Image LCD "
                + "Linux Notices Outlets Patterns Radio Screen Serial Settings "
                + "SimulatedPhone", tests: "Beacons BlueZRadio Board Doctor Scenes"),
        Module(
            name: "Bridge",
            imports: "ANCS ATT BlueZRadio Commands Configuration Contract Control Features "
                + "Formats JSON KernelRadio Linux Notices Outlets Radio Settings "
                + "SimulatedPhone", tests: "Beacons LinkSupport Service"),
        Module(
            name: "Doctor",
            imports: "BeaconMonitoring BlueZRadio Bridge Commands Configuration Contract "
                + "Control Features Formats KernelRadio LCD Linux Notices Outlets Radio "
                + "Screen Serial Settings", tests: "DBus JSON Service"),
        Module(
            name: "Clients",
            imports: "Basics BeaconMonitoring Board Bridge Captures Commands Configuration "
                + "Contract Control Formats History HistoryCommands JSON Linux Notices "
                + "Outlets Radio Screen Settings Statistics",
            tests: "ANCS Callboard ControlSupport Service"),
        Module(
            name: "Service",
            imports: "ANCS Basics BeaconMonitoring Beacons Bridge Captures Commands "
                + "Configuration Contract Control Formats History HistoryCommands JSON "
                + "Linux Notices Outlets Radio Settings SimulatedPhone Statistics",
            tests: "Callboard ContractSupport Doctor KernelRadio"),
        Module(
            name: "Trials",
            imports: "ANCS Basics Bridge Commands Configuration Contract Control Doctor JSON "
                + "Linux Notices Radio Settings", tests: "Callboard Outlets SimulatedPhone"),
    ],
    "AddOns": [
        Module(
            name: "AddOnRuntime",
            imports: "Commands Configuration Contract Control Formats Linux Settings",
            tests: "CallboardCentral CallboardMQTT CallboardWall ServingSupport"),
        Module(
            name: "Central",
            imports: "ANCS AddOnRuntime Basics Board Commands Contract Control Formats History "
                + "HistoryCommands JSON Linux Notices Outlets PostgreSQL Screen Settings "
                + "Statistics",
            tests: "CallboardCentral CallboardWall HallSupport ServerSupport ServingSupport",
            exclude: ["Database/Fixtures"]),
        Module(
            name: "MQTT",
            imports: "AddOnRuntime Board Commands Contract Control Formats JSON Linux "
                + "Mosquitto Notices Settings",
            tests: "ANCS Beacons BrokerSupport CallboardMQTT ControlSupport RecordedLines "
                + "ServingSupport", exclude: ["Recorded"]),
        Module(
            name: "Wall",
            imports: "AddOnRuntime Board Commands Contract Control Formats Image JSON Linux "
                + "Notices QRCode Scenes Settings Web",
            tests: "ANCS Beacons Callboard CallboardWall ControlSupport RecordedLines "
                + "ServingSupport WebSupport",
            resources: [
                "Page/wall.html", "Page/wall.css", "Page/wall.js", "Page/controls.js",
                "Page/icon.svg", "Page/frame.html", "Page/inside.html", "Page/link.html",
                "Page/refused.html",
            ], exclude: ["Board/Recorded", "Program/Recorded"]),
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
        library("CQREncode", debian: "libqrencode-dev"),
        library("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
        program(
            "Callboard",
            "Bridge Clients Commands Configuration Doctor HistoryCommands Service Settings Trials"),
        program("CallboardDraw", "Drawing Linux Scenes"),
        program("CallboardCentral", "Central Commands"),
        program("CallboardMQTT", "Commands MQTT"),
        program("CallboardWall", "Commands Wall"),
        tests(
            "Callboard", "Callboard Commands Linux Notices Outlets RecordedLines",
            in: "Programs", exclude: ["Recorded", "Service/Screens"]),
        tests("Architecture", "", in: "."),
        tests("Fuzz", "FuzzTargets", in: ".", exclude: ["Fixtures"]),
        support("EventSupport", "ANCS Board Formats Linux Notices"),
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
        support("BusSupport", "DBus Linux Support Waiting"),
        support("BenchSupport", "Linux", in: "Benchmarks/Support"),
        support(
            "FuzzTargets",
            "ANCS ATT Beacons Board Captures Commands Contract ContractSupport Formats "
                + "History HistoryCommands JSON KernelRadio LCD Linux MQTT Mosquitto Notices "
                + "Outlets Radio Scenes Screen Settings SimulatedPhone Wall Web", in: "Fuzz/Targets"
        ),
        tool("callboard-bench", "ANCS Formats Linux", in: "Benchmarks/Decoder"),
        tool(
            "callboard-history-bench", "BenchSupport CSQLite History Linux Notices Statistics",
            in: "Benchmarks/History"),
        tool("callboard-beacon-bench", "Beacons BenchSupport Notices", in: "Benchmarks/Beacons"),
        tool(
            "callboard-mqtt-bench",
            "BenchSupport BrokerSupport Contract Control ControlSupport JSON Linux Mosquitto "
                + "Notices ServingSupport", in: "Benchmarks/MQTT"),
        tool(
            "callboard-central-bench",
            "ANCS BenchSupport Central Contract Control HallSupport History Linux Notices "
                + "PostgreSQL ServerSupport ServingSupport", in: "Benchmarks/Central"),
        tool(
            "callboard-wall-bench",
            "BenchSupport BrokerSupport Contract Control ControlSupport JSON Linux Notices "
                + "ServingSupport WebSupport", in: "Benchmarks/Wall"),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer brings its own main function, so the entry is built for it alone.
if Context.environment["CALLBOARD_FUZZ"] != nil {
    package.targets.append(tool("callboard-fuzz", "FuzzTargets Linux", in: "Fuzz/Entry"))
}
