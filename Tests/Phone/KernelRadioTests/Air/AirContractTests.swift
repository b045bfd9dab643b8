import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct AirContractTests {
    private static let tag = PeerAddress(Sample.address(0xC0, 0x77), .randomLE)

    private static func found(_ sender: AirContract.Sender) -> FoundDevice {
        var data: [UInt8] = [2, 1, 6]
        for (field, content) in sender.makers.map({ (UInt8(0xFF), $0) })
            + sender.services.map({ (UInt8(0x16), $0) })
        {
            data += [UInt8(content.bytes.count + 3), field]
            data += [UInt8(content.number & 0xFF), UInt8(content.number >> 8)] + content.bytes
        }
        return FoundDevice(
            sender.isPhone ? Sample.ann : tag, signal: sender.signal, data: data)
    }

    @Test func `the air is as every radio's`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let radio = try #require(bench.radio)
            let contract = AirContract(radio, bond: Sample.bond().name) { sender in
                bench.fake.emit(.deviceFound(Self.found(sender)))
                await bench.settle()
            } settle: {
                await bench.settle()
            }
            let findings = await contract.findings()
            expect(findings.filter { !$0.holds }, is: [])
            #expect(findings.count > 5)
        }
    }
}
