import ANCS
import BusSupport
import DBus
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing
import Waiting

@testable import BlueZRadio

struct LinkTests {
    @Test(
        arguments: [
            ("not connected", "Connected"), ("not paired", "Paired"),
            ("its services not known", "ServicesResolved"),
        ])
    func `a phone has a link only when it is all there`(why: String, property: String) async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone(
                isConnected: property != "Connected", isPaired: property != "Paired",
                isResolved: property != "ServicesResolved")
            await bench.bluez.settle()
            #expect(radio.links.isEmpty, "\(why)")
            bench.bluez.set(phone, [property: .bool(true)])
            expect(await eventually { radio.links.count == 1 })
            expect(radio.links.first?.events, is: [.available])
            expect(
                radio.links.first?.link.phone, is: .init(bond: phone.address, name: "Ann's phone"))
        }
    }

    @Test func `a phone whose services bluetoothd does not find out is told of, once`() async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen(patience: LinkPatience(services: .milliseconds(1)))
            let phone = bench.bluez.addPhone(isResolved: false)
            expect(await eventually { !radio.advice.isEmpty })
            let advice = try #require(radio.advice.first)
            #expect(advice.hasPrefix("Ann's phone is connected, but bluetoothd has not discovered"))
            #expect(advice.contains("radio = kernel"))
            // bluetoothd says at the end that it knows them, lets go of the phone, and begins from the start.
            for _ in 0..<3 {
                bench.bluez.set(phone, ["ServicesResolved": .bool(true)])
                await bench.bluez.settle()
                bench.bluez.disconnect(phone)
                await bench.bluez.settle()
                bench.bluez.set(phone, ["Connected": .bool(true)])
                await bench.bluez.settle()
            }
            // It lets go of it, and it comes back.
            bench.bluez.set(phone, ["Connected": .bool(false)])
            await bench.bluez.settle()
            bench.bluez.connect(phone)
            expect(await eventually { radio.links.last?.events == [.available] })
            expect(radio.advice, is: [advice])
            bench.bluez.disconnect(phone)
            await bench.bluez.settle()
            bench.bluez.set(phone, ["Connected": .bool(true)])
            expect(await eventually { radio.advice == [advice, advice] }, "another time")
        }
    }

    @Test func `nothing is said of a phone whose services bluetoothd finds out in time`()
        async throws
    {
        try await RadioBench.run { bench in
            let radio = await bench.listen(patience: LinkPatience(services: .seconds(3600)))
            let phone = bench.bluez.addPhone(isResolved: false)
            await bench.bluez.settle()
            bench.bluez.set(phone, ["ServicesResolved": .bool(true)])
            expect(await eventually { radio.links.first?.events == [.available] })
            bench.bluez.disconnect(phone)
            await bench.bluez.settle()
            expect(radio.advice, is: [])
        }
    }

    @Test func `a name that comes after the pairing is heard and remembered`() async throws {
        try await RadioBench.run(allowed: []) { bench in
            let hyphens = FakePhone.address.replacing(":", with: "-")
            try bench.memory.remember(.init(address: FakePhone.address, name: FakePhone.address))
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone(name: hyphens)
            expect(await eventually { radio.links.first?.events == [.available] })
            expect(
                radio.links.first?.link.phone,
                is: .init(bond: phone.address, name: phone.address), "no name is its address")
            bench.bluez.set(phone, ["Alias": .string("Mara's iPhone")])
            expect(
                await eventually {
                    radio.links.first?.events == [.available, .named("Mara's iPhone")]
                })
            expect(
                radio.links.first?.link.phone, is: .init(bond: phone.address, name: "Mara's iPhone")
            )
            try expect(bench.memory.phones().map(\.name), is: ["Mara's iPhone"])
            // bluetoothd may forget a name when it begins anew; the list of phones does not.
            bench.bluez.set(phone, ["Alias": .string(hyphens)])
            await bench.bluez.settle()
            expect(radio.links.first?.events.count, is: 2)
            expect(radio.advice, is: [])
        }
    }

    @Test func `a phone that is forgotten is told of, once`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone()
            expect(await eventually { radio.links.count == 1 })
            try bench.memory.forget(phone.address)
            expect(await eventually { radio.forgotten == [phone.address] })
            expect(radio.links.first?.events.last, is: .closed(.lost))
            bench.bluez.set(phone, ["Connected": .bool(false)])
            await bench.bluez.settle()
            expect(radio.forgotten, is: [phone.address])
        }
    }

    @Test func `a phone that is connected already is welcomed at the start`() async throws {
        try await RadioBench.run { bench in
            bench.bluez.addPhone()
            let radio = await bench.listen()
            expect(await eventually { radio.links.first?.events == [.available] })
        }
    }

    @Test(arguments: 0..<3)
    func `the service is available only with all its characteristics`(
        missing: Int
    ) async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone(isPhone: false)
            bench.bluez.addService(of: phone, without: phone.characteristics[missing])
            await bench.bluez.settle()
            expect(radio.links.count, is: 1)
            expect(await eventually { radio.links.first?.events == [.unavailable] })
            bench.bluez.addService(of: phone)
            expect(await eventually { radio.links.first?.events.last == .available })
            bench.bluez.remove(phone.characteristics[missing])
            expect(await eventually { radio.links.first?.events.last == .unavailable })
            expect(radio.links.first?.events.count, is: 3)
        }
    }

    @Test func `a phone without the service gets it later`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone(isPhone: false)
            await bench.bluez.settle()
            expect(await eventually { radio.links.first?.events == [.unavailable] })
            expect(radio.advice, is: [])
            bench.bluez.addService(of: phone)
            expect(
                await eventually { radio.links.first?.events == [.unavailable, .available] })
        }
    }

    @Test func `a link that is opened late hears that the service is there`() async throws {
        try await RadioBench.run { bench in
            let radio = bench.start()
            radio.opensLinks = false
            bench.bluez.addPhone()
            expect(await eventually { radio.links.count == 1 })
            let link = try #require(radio.links.first)
            link.open()
            expect(link.events, is: [], "nobody is called back from within the call")
            expect(await eventually { link.events == [.available] })
        }
    }

    @Test func `a link keeps what every link keeps`() async throws {
        try await RadioBench.run { bench in
            let radio = bench.start()
            radio.opensLinks = false
            bench.bluez.addPhone()
            expect(await eventually { radio.links.count == 1 })
            let contract = LinkContract(try #require(radio.links.first).link) {
                await bench.bluez.settle()
            }
            await contract.open()
            expect(contract.events, is: [.available])
            await contract.askForWhatIsNotThere()
            await contract.close()
            expect(contract.problems, is: [])
        }
    }

    @Test func `a phone that was not paired here is ignored, with one advice`() async throws {
        try await RadioBench.run(allowed: []) { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone()
            let keyboard = bench.bluez.addPhone(FakePhone.other, isPhone: false)
            for name in ["Ann", "Bob", "Cleo"] {
                bench.bluez.set(phone, ["Alias": .string(name)])
                bench.bluez.set(keyboard, ["Alias": .string(name)])
            }
            await bench.bluez.settle()
            #expect(radio.links.isEmpty)
            #expect(
                radio.advice == [
                    "Ann's phone (\(FakePhone.address)) was not paired here and is ignored"
                ])
            expect(bench.bluez.count("StartNotify"), is: 0)
            expect(bench.bluez.count("AcquireNotify"), is: 0)
        }
    }

    @Test func `a list of phones that cannot be read allows nobody`() async throws {
        try await RadioBench.run { bench in
            try bench.write("{", to: "phones.json")
            let radio = await bench.listen()
            bench.bluez.addPhone()
            expect(await eventually { radio.advice.count == 1 })
            expect(radio.advice.first?.contains("phones.json:1"), is: true)
            #expect(radio.links.isEmpty)
        }
    }

    @Test func `a phone that goes and comes has a new link`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone()
            expect(await eventually { radio.links.count == 1 })
            bench.bluez.disconnect(phone)
            #expect(await radio.links[0].has(.closed(.lost)))
            bench.bluez.connect(phone)
            expect(await eventually { radio.links.count == 2 })
            expect(await eventually { radio.links[1].events == [.available] })
            #expect(
                radio.links[0].events == [.available, .unavailable, .closed(.lost)]
                    || radio.links[0].events == [.available, .closed(.lost)])
        }
    }

    @Test(arguments: ["the device is removed", "bluetoothd dies", "the adapter is switched off"])
    func `a link ends with what it rests on`(what: String) async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone()
            expect(await eventually { radio.links.count == 1 })
            switch what {
            case "the device is removed": bench.bluez.remove(phone.path)
            case "bluetoothd dies": bench.bluez.die()
            default:
                bench.bluez.change(
                    FakePhone.adapter, FakePaths.adapter, ["Powered": .bool(false)])
            }
            #expect(await radio.links[0].has(.closed(.lost)))
            expect(radio.links[0].events.count { $0 == .closed(.lost) }, is: 1)
        }
    }

    @Test(arguments: [(LetGo.unresponsive, 1), (.stopping, 0)])
    func `a phone that does not answer is disconnected, another may stay`(
        reason: LetGo, disconnections: Int
    ) async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone()
            expect(await eventually { radio.links.count == 1 })
            #expect(await radio.links[0].has(.available))
            radio.links[0].link.close(because: reason)
            await bench.bluez.settle()
            expect(bench.bluez.count("Disconnect", at: phone.path), is: disconnections)
            expect(radio.links[0].events, is: [.available])
        }
    }

    @Test func `a phone that cannot be let go has a new link after a while`() async throws {
        try await RadioBench.run { bench in
            let patience = LinkPatience(comeback: .milliseconds(20))
            let (radio, link, phone) = try await bench.link(patience: patience)
            bench.bluez.on("Disconnect", .refuse("org.bluez.Error.Failed", "no"))
            link.link.close(because: .unresponsive)
            expect(await eventually { radio.links.count == 2 })
            expect(await eventually { radio.links[1].events == [.available] })
            // Once more, and this time it goes by itself and is back before that.
            bench.bluez.on("Disconnect", .hold)
            radio.links[1].link.close(because: .unresponsive)
            expect(await eventually { !bench.bluez.held.isEmpty })
            bench.bluez.disconnect(phone)
            bench.bluez.connect(phone)
            expect(await eventually { radio.links.count == 3 })
            bench.bluez.held.first?.fail("org.bluez.Error.NotConnected")
            try await radio.links[2].subscribeToBoth()
            expect(radio.links.count, is: 3)
        }
    }

    @Test func `two phones are never mixed`() async throws {
        let both = [FakePhone.address, FakePhone.other]
        try await RadioBench.run(allowed: both) { bench in
            let radio = await bench.listen()
            let phones = [bench.bluez.addPhone(), bench.bluez.addPhone(FakePhone.other)]
            expect(await eventually { radio.links.count == 2 })
            for link in radio.links { try await link.subscribeToBoth() }
            for (index, phone) in phones.enumerated() {
                let number = UInt8(index)
                bench.bluez.value(phone.notificationSource, [number])
                try bench.bluez.streams[phone.dataSource]?.send([number, number])
            }
            for (index, link) in radio.links.enumerated() {
                let number = UInt8(index)
                #expect(await link.has(.value(.notificationSource, [number])))
                #expect(await link.has(.value(.dataSource, [number, number])))
                expect(link.values.count, is: 2)
                link.link.write([number])
                #expect(await link.has(.written(nil)))
            }
            let writes = bench.bluez.calls.filter { $0.member == "WriteValue" }
            expect(writes.map(\.path), is: phones.map(\.controlPoint))
            expect(writes.map { $0.arguments[0] }, is: [.bytes([0]), .bytes([1])])
            bench.bluez.disconnect(phones[0])
            #expect(await radio.links[0].has(.closed(.lost)))
            bench.bluez.value(phones[1].notificationSource, [9])
            #expect(await radio.links[1].has(.value(.notificationSource, [9])))
            expect(radio.links[0].values.count, is: 2)
        }
    }
}
