import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// Numbers that look random and are the same in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

struct FuzzTests {
    @Test(arguments: 0..<8)
    func `random PDUs, operations and time break no invariant`(seed: UInt64) {
        var random = SplitMix(state: seed)
        var reach: FuzzReach = []
        for _ in 0..<250 {
            let length = Int.random(in: 0...1500, using: &random)
            // Half of the runs begin with an honest phone, so that they get beyond the search.
            let honest = Bool.random(using: &random) ? 60 : 0
            let bytes =
                [UInt8](repeating: 2, count: honest)
                + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            reach.formUnion(fuzzATT(bytes))
        }
        let everything: FuzzReach = [
            .found, .notFound, .vanished, .value, .succeeded, .refused, .parts, .tolerated, .ended,
            .served, .denied, .learned, .forgotten, .named,
        ]
        expect(reach, is: everything, "the fuzzer no longer reaches what it should")
    }

    @Test func `random bytes are never a PDU that reads differently when written`() {
        var random = SplitMix(state: 1)
        for (codec, sample) in PDUTests.samples {
            for _ in 0..<2000 {
                var bytes = hex(sample)
                for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 1 {
                    bytes[.random(in: 1..<bytes.count, using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                bytes += [UInt8](repeating: 0, count: .random(in: 0...2, using: &random))
                guard let written = try? codec.roundTrip(bytes) else { continue }
                expect(written, is: bytes, "\(codec.testDescription)")
            }
        }
    }
}
