/// Reports by others about adapters that received an iPhone's notifications, or did not.
///
/// `Docs/reference/hardware.md` contains the same table.
enum KnownAdapters {
    /// Outcome of the reports.
    enum Outcome: String, Sendable {
        case works
        case mixed
        case fails
    }

    /// Criterion that identifies an adapter.
    enum Mark: Hashable, Sendable {
        /// Vendor and product on USB.
        case usb(Int, Int)
        /// Prefix of the device tree name.
        case board(String)
        /// Kernel driver.
        case driver(String)
        /// Manufacturer as numbered by the Bluetooth SIG.
        case manufacturer(Int)
    }

    /// Entry about some adapters.
    struct Entry: Sendable {
        let mark: Mark
        let name: String
        let outcome: Outcome
        /// Report, as a clause.
        let told: String
        /// GitHub issues with the reports: `OWNER/REPOSITORY#NUMBER`, or a repository alone.
        let source: String
        /// Known fix, if any.
        var fix: String?
    }

    private static let realtek =
        "with kernel 6.17.8 or newer, which fixes some of these; else use an Intel adapter, or one "
        + "of Docs/reference/hardware.md that works"
    private static let another =
        "use another adapter: Docs/reference/hardware.md lists some that work"

    /// All entries, most specific criteria first.
    static let all: [Entry] = [
        Entry(
            mark: .usb(0x0E8D, 0x0616), name: "MediaTek 0e8d:0616", outcome: .works,
            told: "notifications came, with two iPhones and bluetoothd 5.87",
            source: "erikwb/blueferry#15, #96"),
        Entry(
            mark: .usb(0x0E8D, 0x0717), name: "MediaTek 0e8d:0717", outcome: .mixed,
            told: "the phone connected and offered its notifications, and none were shared",
            source: "erikwb/blueferry#166",
            fix:
                "allow them on the iPhone: Settings > Bluetooth > (i) beside this host > Share System "
                + "Notifications"),
        Entry(
            mark: .usb(0x0E8D, 0xC616), name: "MediaTek 0e8d:c616", outcome: .fails,
            told: "pairing failed before a number was shown", source: "erikwb/blueferry#33",
            fix: another),
        Entry(
            mark: .usb(0x8087, 0x0033), name: "Intel AX211 (8087:0033)", outcome: .mixed,
            told: "notifications came for one user, and pairing failed for two others",
            source: "erikwb/blueferry#167, #142, #157",
            fix: "sudo apt update && sudo apt install --only-upgrade firmware-iwlwifi    # another "
                + "firmware is what was advised there"),
        Entry(
            mark: .usb(0x0BDA, 0x8771), name: "Realtek RTL8761BU (0bda:8771)", outcome: .fails,
            told: "the phone paired by Classic Bluetooth, and its notifications never came",
            source: "erikwb/blueferry#2, #17", fix: realtek),
        Entry(
            mark: .usb(0x2357, 0x0604), name: "TP-Link UB500 (2357:0604)", outcome: .mixed,
            told: "it solved the problem of one user, and another user's notifications never came",
            source: "erikwb/blueferry#144, zackb/tether#69", fix: realtek),
        Entry(
            mark: .usb(0x0BDA, 0x8922), name: "Realtek 0bda:8922", outcome: .fails,
            told: "notifications never came", source: "erikwb/blueferry#68", fix: realtek),
        Entry(
            mark: .usb(0x0BDA, 0xC85C), name: "Realtek 0bda:c85c", outcome: .fails,
            told: "the phone paired, and its notifications never came",
            source: "erikwb/blueferry#109", fix: realtek),
        Entry(
            mark: .usb(0x0BDA, 0x4853), name: "Realtek 0bda:4853", outcome: .fails,
            told: "the phone paired, and its notifications never came",
            source: "erikwb/blueferry#1", fix: realtek),
        Entry(
            mark: .usb(0x0A12, 0x0001), name: "CSR 4.0 (0a12:0001), and the many copies of it",
            outcome: .fails, told: "phones pair, and nothing comes by Low Energy",
            source: "erikwb/blueferry#70, zackb/tether#69", fix: another),
        Entry(
            mark: .usb(0x0A5C, 0x21E8), name: "Broadcom BCM20702 (0a5c:21e8, Kinivo BTD-400)",
            outcome: .fails, told: "notifications never came", source: "zackb/tether#128",
            fix: another),
        Entry(
            mark: .usb(0x33FA, 0x0010), name: "UGREEN 33fa:0010", outcome: .mixed,
            told:
                "notifications came, and the adapter broke down each time the phone was out of range",
            source: "zackb/tether#128", fix: another),
        Entry(
            mark: .board("brcm,"), name: "the Bluetooth of a Raspberry Pi", outcome: .works,
            told: "notifications came on a Raspberry Pi 3", source: "sandeepmistry/node-ancs#10"),
        Entry(
            mark: .driver("btintel_pcie"), name: "Intel on PCI Express (8086:e376)",
            outcome: .works,
            told: "notifications came in the shape `hid`, with an iPhone 15 Pro on iOS 26.6",
            source: "mateuszkowalczyk/ancs-bridge"),
        Entry(
            mark: .manufacturer(2), name: "Intel", outcome: .works,
            told: "other projects require the AX series", source: "erikwb/blueferry#2"),
        Entry(
            mark: .manufacturer(93), name: "Realtek", outcome: .fails,
            told: "notifications often never come", source: "erikwb/blueferry#2, #89, #118",
            fix: realtek),
        Entry(
            mark: .manufacturer(15), name: "Broadcom", outcome: .fails,
            told: "notifications often never come", source: "erikwb/blueferry#113, #118, #143",
            fix: another),
    ]

    /// Returns the entry about an adapter; nil if there is none.
    static func entry(for adapter: AdapterIdentity) -> Entry? {
        all.first { entry in
            switch entry.mark {
            case .usb(let vendor, let product):
                adapter.usb == AdapterIdentity.USB(vendor: vendor, product: product)
            case .board(let name): adapter.board?.hasPrefix(name) ?? false
            case .driver(let name): adapter.driver == name
            case .manufacturer(let number): adapter.manufacturer == number
            }
        }
    }
}

/// Kernels that refuse bluetoothd's advertisements.
enum KnownKernels {
    /// Range of broken kernels, and the first fixed version of their series.
    struct Entry: Sendable {
        let broken: ClosedRange<KernelVersion>
        /// First version that advertises again; nil if no source names one.
        let fixed: KernelVersion?
        let source: String
    }

    static let all = [
        Entry(
            broken: KernelVersion(6, 12, 93)...KernelVersion(6, 12, 93), fixed: nil,
            source: "bluez/bluez#2269, RPi-Distro/repo#407"),
        Entry(
            broken: KernelVersion(6, 18, 34)...KernelVersion(6, 18, 35),
            fixed: KernelVersion(6, 18, 36),
            source: "raspberrypi/linux#7473, pollen-robotics/reachy-mini-os#86"),
    ]

    /// Returns the entry about a kernel; nil if there is none.
    static func entry(for version: KernelVersion) -> Entry? {
        all.first { $0.broken.contains(version) }
    }
}

/// Three-part version of a kernel.
struct KernelVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    let numbers: [Int]

    init(_ major: Int, _ minor: Int, _ patch: Int) {
        numbers = [major, minor, patch]
    }

    /// Parses the start of a release such as `6.12.93+rpt-rpi-v8`.
    init?(release: String) {
        let start = release.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let numbers = start.split(separator: ".").prefix(3).compactMap { Int($0) }
        guard numbers.count >= 2 else { return nil }
        self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
    }

    static func < (left: KernelVersion, right: KernelVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }

    var description: String { numbers.map(String.init).joined(separator: ".") }
}
