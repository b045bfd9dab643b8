import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct ServiceTests {
    private static let daemonWords =
        "bluetoothd has the adapter: sudo systemctl disable --now bluetooth, and sudo "
        + "systemctl mask bluetooth if it returns"

    static let refusals: [(Errno, String)] = [
        (.notPermitted, "this process may not manage adapters: it lacks CAP_NET_ADMIN"),
        (.noSuchSocketFamily, "the kernel has no Bluetooth: sudo modprobe bluetooth"),
        (.tooManyFiles, "the kernel's Bluetooth cannot be managed: \(Errno.tooManyFiles)"),
    ]

    @Test(arguments: refusals)
    func `a kernel that cannot be managed is told in words, and asked again`(
        error: Errno, words: String
    ) async throws {
        try await RadioBench.run { bench in
            bench.fake.openError = error
            await bench.start()
            expect(bench.states, is: [.noService])
            expect(bench.words, is: [words])
            expect(bench.fake.sent, is: [])
            bench.fake.openError = nil
            await bench.pass(.seconds(5))
            expect(bench.states.last, is: .listening)
        }
    }

    @Test func `management that is lost is opened again, and everything done anew`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.lose(.connectionReset)
            await bench.settle()
            expect(bench.states, is: [.noService, .listening, .noService])
            #expect(!bench.kernel.isListening)
            await bench.pass(.seconds(5))
            expect(bench.fake.openings, is: 2)
            expect(bench.states.last, is: .listening)
            expect(bench.fake.advertisements.count, is: 2)
        }
    }

    @Test func `while bluetoothd runs the kernel is told nothing`() async throws {
        try await RadioBench.run { bench in
            bench.kernel.daemon = 123
            await bench.start()
            await bench.pass(.seconds(30))
            expect(bench.states, is: [.noService])
            expect(bench.words, is: [Self.daemonWords])
            expect(bench.fake.openings, is: 0)
            bench.kernel.daemon = nil
            await bench.pass(.seconds(5))
            expect(bench.states.last, is: .listening)
        }
    }

    /// What bluetoothd causes first depends on what it finds.
    static let signs: [(ManagementEvent, String)] = [
        (.newSettings([.powered, .lowEnergy, .bredr]), "it changes a setting"),
        (.newSettings([.lowEnergy]), "it switches the adapter off"),
        (.advertisingRemoved(1), "it clears the advertisements"),
    ]

    @Test(arguments: signs)
    func `the adapter is left to a bluetoothd that appears`(
        sign: ManagementEvent, why: String
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.forgetCommands()
            bench.kernel.daemon = 123
            bench.fake.emit(sign)
            await bench.pass(.seconds(30))
            expect(bench.fake.sent, is: [], "\(why)")
            #expect(!bench.fake.isOpen)
            #expect(!bench.kernel.isListening)
            expect(bench.states.last, is: .noService)
            expect(bench.words.last, is: Self.daemonWords)
            bench.kernel.daemon = nil
            await bench.pass(.seconds(5))
            expect(bench.states.last, is: .listening)
        }
    }

    @Test func `an adapter that is off is left to a bluetoothd that switches it on`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.set(.lowEnergy)
            await bench.settle()
            bench.fake.forgetCommands()
            bench.kernel.daemon = 123
            bench.fake.set([.powered, .lowEnergy, .bredr])
            await bench.pass(.seconds(30))
            expect(bench.fake.sent, is: [])
            expect(bench.words.last, is: Self.daemonWords)
        }
    }
}
