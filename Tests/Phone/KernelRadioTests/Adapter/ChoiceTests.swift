import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct ChoiceTests {
    private static let both = [
        Sample.controller(), Sample.controller(Sample.otherAdapter, isOn: true),
    ]

    static let choices: [(AdapterChoice, ControllerIndex, String)] = [
        (.any, Sample.hci1, "the one that is on"), (.named("hci0"), Sample.hci0, "by its name"),
        (.named("hci1"), Sample.hci1, "by its name"),
        (.at("00:22:33:44:55:10"), Sample.hci0, "by its address"),
        (.at("00:22:33:44:55:11"), Sample.hci1, "by its address"),
    ]

    @Test(arguments: choices)
    func `the adapter that is wanted is used, and no other is touched`(
        choice: AdapterChoice, used: ControllerIndex, why: String
    ) async throws {
        try await RadioBench.run(Self.both) { bench in
            await bench.start(choice)
            expect(bench.radio?.adapter?.index, is: used, "\(why)")
            let other = used == Sample.hci0 ? Sample.hci1 : Sample.hci0
            expect(bench.fake.commands(to: other), is: [.readControllerInfo])
        }
    }

    @Test(arguments: [Sample.adapter, Sample.otherAdapter])
    func `the adapter that is home to phones is used, and no other is touched`(
        home: BluetoothAddress
    ) async throws {
        try await RadioBench.run(Self.both, bonds: [Sample.bond(on: home)]) { bench in
            await bench.start()
            expect(bench.radio?.adapter?.address.address, is: home)
            let other = home == Sample.adapter ? Sample.hci1 : Sample.hci0
            expect(bench.fake.commands(to: other), is: [.readControllerInfo])
        }
    }

    static let unfit: [(AdapterChoice, [ControllerInfo], String)] = [
        (.named("hci7"), both, "there is no adapter hci7 with Bluetooth Low Energy"),
        (
            .at("00:00:00:00:00:01"), both,
            "there is no adapter 00:00:00:00:00:01 with Bluetooth Low Energy"
        ),
        (.any, [Sample.controller(supported: [.powered, .bredr])], anyWords),
        (.any, [Sample.controller(.zero)], anyWords),
    ]
    private static let anyWords = "there is no adapter with Bluetooth Low Energy"

    @Test(arguments: unfit)
    func `an adapter to which phones cannot come is none`(
        choice: AdapterChoice, controllers: [ControllerInfo], words: String
    ) async throws {
        try await RadioBench.run(controllers) { bench in
            await bench.start(choice)
            expect(bench.states, is: [.noAdapter])
            expect(bench.words, is: [words])
            expect(bench.commands, is: [.readControllerInfo])
        }
    }

    @Test func `an adapter that does not say what it is hides no other`() async throws {
        try await RadioBench.run(Self.both) { bench in
            bench.fake.unplug(Sample.hci0)
            bench.fake.hold(.readIndexList)
            await bench.start()
            bench.fake.plug(Sample.controller(), at: Sample.hci0)
            bench.fake.release()
            bench.fake.unplug(Sample.hci0)
            await bench.settle()
            expect(bench.radio?.adapter?.index, is: Sample.hci1)
            expect(bench.states.last, is: .listening)
        }
    }
}
