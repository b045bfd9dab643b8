import BlueZRadio
import Configuration
import Formats
import KernelRadio
import Outlets
import Radio
import Testing

@testable import Doctor

/// What is said of the air, with each radio.
struct DoctorBeaconTests {
    typealias Case = DoctorCheckTests.Case

    @Test(arguments: [
        Case("beacon-listening", .ok, "nothing listens") { _ in },
        Case("beacon-listening", .skipped, "see configuration") { $0.beacons = nil },
        Case("beacon-listening", .ok, "bluetoothd scans actively, ") {
            $0.beacons = BeaconFacts(listening: "continuous")
        },
        Case("beacon-listening", .fail, "bluetoothd does not scan", fix: "restart") {
            $0.beacons = BeaconFacts(listening: "continuous")
            $0.changeBridge {
                $0.beacons = "it does not listen: bluetoothd does not scan: busy"
            }
        },
        Case("beacon-sending", .ok, "no broadcast") { _ in },
        Case("beacon-sending", .skipped, "see configuration") { $0.beacons = nil },
        Case("beacon-sending", .skipped, "does not say") {
            $0.beacons = BeaconFacts(broadcasts: 1)
        },
        Case("beacon-sending", .skipped, "see adapter-chosen") {
            $0.beacons = BeaconFacts(broadcasts: 1)
            $0.survey.chosen = nil
        },
        Case("beacon-sending", .ok, "turns of 1 s") {
            $0.beacons = BeaconFacts(broadcasts: 1)
            $0.survey.adapters[0].advertising?.isExtended = false
        },
        Case("beacon-sending", .warn, "each 1.28 s", fix: "MinAdvertisementInterval") {
            $0.beacons = BeaconFacts(broadcasts: 1)
            $0.survey.adapters[0].advertising?.isExtended = true
        },
    ])
    func `through bluetoothd`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("beacon-listening", .ok, "scans passively, 3s every 15s") {
            $0.beacons = BeaconFacts(listening: "3s every 15s")
        },
        Case("beacon-sending", .skipped, "see kernel-chosen") {
            $0.beacons = BeaconFacts(broadcasts: 1)
            $0.kernel.chosen = nil
        },
        Case("beacon-sending", .ok, "half of the time") {
            $0.beacons = BeaconFacts(broadcasts: 1)
            $0.kernel.adapters[0].hasExtendedAdvertising = false
        },
        Case("beacon-sending", .ok, "its own interval") {
            $0.beacons = BeaconFacts(broadcasts: 1)
            $0.kernel.adapters[0].hasExtendedAdvertising = true
        },
    ])
    func `through the kernel`(_ one: Case) { one.check(on: .healthyKernel) }
}
