import BlueZRadio
import Expecting
import Formats
import Linux
import Notices
import Outlets
import Radio
import Testing

@testable import Configuration
@testable import Doctor

/// What phones see of the host, and what makes them ask to pair.
struct DoctorFindingTests {
    typealias Case = DoctorCheckTests.Case

    private static let daemon = "/usr/libexec/bluetooth/bluetoothd"

    private static func started(_ words: String...) -> [RunningProgram] {
        [
            RunningProgram(
                process: 7, command: "bluetoothd", names: ["org.bluez"],
                arguments: [daemon] + words)
        ]
    }

    /// A device that nobody paired.
    private static func stranger(isConnected: Bool, offers: [String]) -> BlueZSurvey.Device {
        var device = BlueZSurvey.Device(adapter: "hci0", address: "CC:CC:CC:CC:CC:03")
        (device.isConnected, device.services) = (isConnected, offers)
        return device
    }

    @Test(arguments: [
        Case("shape", .skipped, "see configuration") { $0.shape = nil },
        Case("shape", .ok, "set shape = keypad under [radio]") { $0.shape = .hid },
        Case("shape", .ok, "set shape = look under [radio]") { $0.shape = .keypad },
        Case("shape", .ok, "set shape = hid under [radio] again") { $0.shape = .look },
        Case("shape", .ok, "a plain host") { $0.shape = .solicit },
        Case("shape", .ok, "a plain host") { ($0.shape, $0.phones) = (.solicit, nil) },
        Case("shape", .warn, "iOS 18 does not list", fix: "set shape = hid under [radio]") {
            ($0.shape, $0.phones) = (.solicit, [])
        },
        Case("shape", .warn, "iOS 18", fix: "in /a b, then: sudo systemctl restart callboard") {
            ($0.shape, $0.phones) = (.solicit, [])
            $0.configuration = .inOrder(path: "/a b", isThere: true)
        },
        Case("phones-paired", .warn, "no phone", fix: "Switches > Bluetooth Devices") {
            $0.phones = []
        },
    ])
    func `what phones see`(_ one: Case) {
        one.check()
        one.check(on: .healthyKernel)
    }

    @Test func `every shape is told of, by its name`() {
        for shape in Shape.allCases {
            let verdict = MachineFacts.healthy.with { $0.shape = shape }.verdicts("shape").first
            expect(verdict?.says.contains("(\(shape.rawValue))"), is: true)
        }
    }

    @Test(arguments: [
        Case("battery-reads", .skipped, "cannot be read") { $0.programs = nil },
        Case("battery-reads", .skipped, "cannot be read") { $0.programs = [] },
        Case("battery-reads", .skipped, "cannot be read") { $0.programs?[0].arguments = [] },
        Case("battery-reads", .ok, "plugin battery") { $0.programs = DoctorFindingTests.started() },
        Case("battery-reads", .ok, "plugin battery") {
            // A headset that nobody paired is no phone.
            $0.survey.devices.append(
                DoctorFindingTests.stranger(isConnected: true, offers: ["110b"]))
        },
        Case("battery-reads", .ok, "plugin battery") { facts in
            facts.survey.devices.append(
                DoctorFindingTests.stranger(
                    isConnected: false, offers: facts.survey.devices[0].services))
        },
        Case("battery-reads", .warn, "may ask to pair", fix: "-P battery") { facts in
            facts.survey.devices.append(
                DoctorFindingTests.stranger(
                    isConnected: true, offers: facts.survey.devices[0].services))
        },
        Case("battery-reads", .warn, "may ask to pair", fix: "systemctl edit bluetooth") {
            $0.changeBridge { $0.phones[0].state = .notSecure }
        },
        Case("battery-reads", .ok, "does not read the battery") { facts in
            facts.programs = DoctorFindingTests.started("-P", "battery")
            facts.changeBridge { $0.phones[0].state = .notSecure }
        },
    ])
    func `what makes a phone ask to pair`(_ one: Case) { one.check() }

    @Test(arguments: [
        ([], true, "nothing is said"), (["-P", "battery"], false, "the short option"),
        (["-Pbattery"], false, "in one word"), (["--noplugin=battery"], false, "the long option"),
        (["--noplugin", "battery"], false, "the long option in two words"),
        (["-P", "sap,battery"], false, "a list"), (["-P", "sap battery"], false, "with blanks"),
        (["-P", "*"], false, "all"), (["-P", "bat*"], false, "a pattern"),
        (["-P", "b?ttery"], false, "one byte"), (["-P", "b*y"], false, "both ends"),
        (["-P", "bat"], true, "only the beginning"), (["-P", "battery?"], true, "one byte more"),
        (["-P", "sap"], true, "another one"), (["-P"], true, "the name is missing"),
        (["-d", "-P", "battery", "-E"], false, "among others"),
        (["-P", "battery", "-P", "sap"], true, "the last one counts"),
        (["-p", "battery,gap"], true, "among those that are wanted"),
        (["--plugin=gap"], false, "not among those that are wanted"),
        (["-p", "battery", "-P", "battery"], false, "wanted and unwanted"),
        (["--plugins=gap"], true, "no option of this name"),
    ])
    func `the plugins of bluetoothd are read from its command line`(
        arguments: [String], isLoaded: Bool, why: String
    ) {
        expect(DaemonPlugins(arguments: arguments).load("battery"), is: isLoaded, "\(why)")
    }

    @Test func `how bluetoothd was started stands in the kernel's files, and of it alone`() throws {
        let host = DoctorHostFolder()
        for process in [7, 8] {
            try host.write("program\n", to: "/proc/\(process)/comm")
            try host.write("\(Self.daemon)\0-P\0battery\0", to: "/proc/\(process)/cmdline")
        }
        func arguments(_ process: Int32, _ names: [String]) -> [String] {
            RunningProgram(.init(process: process, names: names), host.files).arguments
        }
        expect(arguments(7, [":1.2", "org.bluez"]), is: [Self.daemon, "-P", "battery"])
        expect(arguments(8, ["org.bluez.obex"]), is: [])
        expect(arguments(9, ["org.bluez"]), is: [])
    }
}
