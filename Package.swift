// swift-tools-version: 6.3
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
let busy: Set = ["Formats", "History", "JSON", "Notices"]

/// A module of a layer, and its tests.
struct Module {
    let name: String
    let imports: String
    /// What its tests need beside its own imports.
    let tests: String
    /// Files that are put into the program.
    let resources: [String]
    /// Files among the tests that are no sources.
    let exclude: [String]

    init(
        _ name: String, _ imports: String = "", tests: String = "", resources: String = "",
        exclude: String = ""
    ) {
        (self.name, self.imports, self.tests) = (name, imports, tests)
        self.resources = resources.split(separator: " ").map(String.init)
        self.exclude = exclude.split(separator: " ").map(String.init)
    }
}

/// Modules by layers, of which each imports from itself and those before it.
///
/// `Docs/contributing/modules.md` describes each module.
// One module a line.
// swift-format-ignore
let layers: KeyValuePairs = [
    "Base": [
        Module("Basics"),
        Module("Linux", "Basics CLinux"),
        Module("JSON", "Basics"),
        Module("Settings", "Basics"),
        Module("DBus", "CDBus Linux", tests: "BusSupport"),
        Module("Mosquitto", "CMosquitto Linux", tests: "BrokerSupport ServingSupport"),
        Module("Patterns", "CPCRE2"),
        Module("PostgreSQL", "CPostgreSQL Linux", tests: "ServerSupport ServingSupport"),
        Module("QRCode", "CQREncode"),
        Module("Web", "Linux", tests: "WebSupport"),
    ],
    "Phone": [
        Module("AMS"),
        Module("ANCS", "Basics", exclude: "Fixtures/README.md"),
        Module("Radio", "JSON Linux"),
        Module("ATT", "Linux Radio", tests: "ANCS Features FuzzTargets LinkSupport"),
        Module("Features", "AMS ANCS Linux Radio", tests: "LinkSupport"),
        Module("SimulatedPhone", "Basics JSON Linux Radio", resources: "Scenarios/bad-phone.json Scenarios/beacons.json Scenarios/collision.json Scenarios/demo.json Scenarios/flood.json Scenarios/reconnect.json Scenarios/late-services.json Scenarios/media.json Scenarios/no-mtu-answer.json Scenarios/real-phones.json Scenarios/two-phones.json"),
        Module("BlueZRadio", "Basics DBus Linux Radio", tests: "ANCS BusSupport Features LinkSupport"),
        Module("KernelRadio", "ATT CBluetooth JSON Linux Radio", tests: "ANCS Features LinkSupport"),
    ],
    "Contract": [
        Module("Control", "Formats JSON Linux Notices", tests: "ANCS Beacons ContractSupport ControlSupport RecordedLines", exclude: "Recorded"),
        Module("Notices", "AMS ANCS Basics Linux Patterns", tests: "Beacons ControlSupport", exclude: "Codes/Corpus"),
        Module("Board", "ANCS Linux Notices", tests: "Beacons"),
        Module("Formats", "ANCS Basics Board JSON Linux Notices", tests: "EventSupport Outlets"),
        Module("Commands", "Basics Board Formats Linux Notices Radio Settings"),
    ],
    "Keeping": [
        Module("History", "ANCS CSQLite JSON Linux Notices", tests: "Beacons", exclude: "Schema/history-1.db Schema/history-2.db Schema/history-4.db"),
        Module("HistoryCommands", "Basics Commands Formats History JSON Linux Notices Settings", tests: "Callboard"),
        Module("Captures", "AMS ANCS Basics Features JSON Linux Notices Radio", tests: "LinkSupport", exclude: "Fixtures"),
    ],
    "Showing": [
        Module("Scenes", "JSON"),
        Module("Drawing", "CPango Linux Scenes", exclude: "Pictures Scenes Support/fonts.conf"),
        Module("Outlets", "Board Control Formats Linux Notices Settings", tests: "ANCS EventSupport JSON Screen"),
        Module("Serial", "ANCS Board Control Formats JSON Linux Notices Outlets Settings", tests: "EventSupport"),
        Module("Screen", "Board Commands Control Formats History Linux Notices Outlets Settings", tests: "ANCS EventSupport Image", exclude: "Pictures"),
        Module("LCD", "Board Control Formats Linux Notices Outlets Settings", tests: "ANCS Beacons EventSupport Image Serial", exclude: "Pictures"),
        Module("Image", "Board Control Formats Linux Notices Outlets Scenes Settings", tests: "ANCS CallboardDraw EventSupport LCD"),
    ],
    "Bridge": [
        Module("Beacons", "Notices Radio"),
        Module("BeaconMonitoring", "Basics Beacons Control Formats JSON Linux Notices Outlets Radio Settings", tests: "ANCS"),
        Module("Configuration", "ANCS Basics BeaconMonitoring Commands Control Formats Image LCD Linux Notices Outlets Patterns Radio Screen Serial Settings SimulatedPhone", tests: "Beacons BlueZRadio Board Doctor Scenes"),
        Module("Bridge", "AMS ANCS ATT BlueZRadio Commands Configuration Control Features Formats JSON KernelRadio Linux Notices Outlets Radio Settings SimulatedPhone", tests: "Beacons LinkSupport Service"),
        Module("Doctor", "BeaconMonitoring BlueZRadio Bridge Commands Configuration Control Features Formats KernelRadio LCD Linux Notices Outlets Radio Screen Serial Settings", tests: "DBus JSON RecordedLines Service", exclude: "Recorded"),
        Module("Clients", "Basics BeaconMonitoring Board Bridge Captures Commands Configuration Control Formats History HistoryCommands JSON Linux Notices Outlets Radio Screen Settings", tests: "ANCS Callboard ControlSupport Service"),
        Module("Service", "ANCS Basics BeaconMonitoring Beacons Bridge Captures Commands Configuration Control Formats History HistoryCommands JSON Linux Notices Outlets Radio Settings SimulatedPhone", tests: "Callboard ContractSupport Doctor KernelRadio"),
        Module("Trials", "ANCS Basics Bridge Commands Configuration Control JSON Linux Notices Radio Settings", tests: "Callboard Outlets SimulatedPhone"),
    ],
    "AddOns": [
        Module("AddOnRuntime", "Commands Configuration Control Formats Linux Settings", tests: "CallboardCentral CallboardMQTT CallboardWall ServingSupport"),
        Module("Central", "ANCS AddOnRuntime Basics Board Commands Control Formats History HistoryCommands JSON Linux Notices Outlets PostgreSQL Screen Settings", tests: "BridgeServiceSupport CallboardCentral CallboardWall ServerSupport ServingSupport", exclude: "Database/Fixtures"),
        Module("Desktop", "AddOnRuntime Commands Configuration Control DBus Formats Linux Notices Settings", tests: "BusSupport Callboard CallboardDesktop ControlSupport JSON ServingSupport"),
        Module("MQTT", "AddOnRuntime Board Commands Control Formats JSON Linux Mosquitto Notices Settings", tests: "ANCS Beacons BrokerSupport CallboardMQTT ControlSupport RecordedLines ServingSupport", exclude: "Recorded"),
        Module("Wall", "AddOnRuntime Board Commands Control Formats Image JSON Linux Notices QRCode Scenes Settings Web", tests: "ANCS Beacons Callboard CallboardWall ControlSupport RecordedLines ServingSupport WebSupport", resources: "Page/wall.html Page/wall.css Page/wall.js Page/controls.js Page/icon.svg Page/frame.html Page/inside.html Page/link.html Page/refused.html", exclude: "Board/Recorded Program/Recorded"),
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
        [
            module(it, in: layer),
            tests(
                it.name, "\(it.name) \(it.imports) \(it.tests)", in: layer, exclude: it.exclude),
        ]
    }
}

let package = Package(
    name: "callboard",
    products: [
        .executable(name: "callboard", targets: ["Callboard"]),
        .executable(name: "callboard-draw", targets: ["CallboardDraw"]),
        .executable(name: "callboard-mqtt", targets: ["CallboardMQTT"]),
        .executable(name: "callboard-desktop", targets: ["CallboardDesktop"]),
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
            "Bridge Clients Commands Configuration Doctor HistoryCommands Service Settings "
                + "Trials"),
        program("CallboardDraw", "Drawing Linux Scenes"),
        program("CallboardCentral", "Central Commands"),
        program("CallboardDesktop", "Commands Desktop"),
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
        support("ContractSupport", "Control Linux"),
        support(
            "ControlSupport",
            "ANCS ContractSupport Control Formats JSON Linux Notices Outlets Waiting"),
        support("WebSupport", "Linux Waiting"),
        support("ServingSupport", "Waiting"),
        support("BrokerSupport", "Linux Mosquitto ServingSupport Waiting"),
        support("ServerSupport", "ServingSupport Waiting"),
        support(
            "BridgeServiceSupport",
            "ContractSupport Control History JSON Linux Service"),
        support("BusSupport", "DBus Linux Support Waiting"),
        support("BenchSupport", "Linux", in: "Benchmarks/Support"),
        support(
            "FuzzTargets",
            "AMS ANCS ATT Beacons Board Captures Commands ContractSupport Control Formats "
                + "History HistoryCommands JSON KernelRadio LCD Linux MQTT Mosquitto Notices "
                + "Outlets Radio Scenes Screen Settings SimulatedPhone Wall Web", in: "Fuzz/Targets"
        ),
        tool("callboard-fuzz-inputs", "FuzzTargets Linux", in: "Fuzz/Inputs"),
        tool("callboard-bench", "ANCS Formats Linux", in: "Benchmarks/Decoder"),
        tool(
            "callboard-history-bench", "BenchSupport CSQLite History Linux Notices",
            in: "Benchmarks/History"),
        tool("callboard-beacon-bench", "Beacons BenchSupport Notices", in: "Benchmarks/Beacons"),
        tool(
            "callboard-mqtt-bench",
            "BenchSupport BrokerSupport Control ControlSupport JSON Linux "
                + "Mosquitto Notices ServingSupport", in: "Benchmarks/MQTT"),
        tool(
            "callboard-central-bench",
            "ANCS BenchSupport BridgeServiceSupport Central Control History Linux "
                + "Notices PostgreSQL ServerSupport ServingSupport", in: "Benchmarks/Central"),
        tool(
            "callboard-wall-bench",
            "BenchSupport BrokerSupport Control ControlSupport JSON Linux Notices "
                + "ServingSupport WebSupport", in: "Benchmarks/Wall"),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer brings its own main function, so the entry is built for it alone.
if Context.environment["CALLBOARD_FUZZ"] != nil {
    package.targets.append(tool("callboard-fuzz", "FuzzTargets Linux", in: "Fuzz/Entry"))
}
