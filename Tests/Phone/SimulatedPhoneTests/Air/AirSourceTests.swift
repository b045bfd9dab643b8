import Expecting
import Radio
import Testing

@testable import SimulatedPhone

/// What is sent, and how strong that arrives.
struct AirSourceTests {
    @Test(arguments: [
        (1.0, -59.0), (2, -65.02), (10, -79), (0.1, -39), (0.01, -19), (0, -19), (3.7, -70.36),
        (1000, -119),
    ])
    func `a signal fades as in a free field`(metres: Double, expected: Double) {
        #expect(abs(PathLoss.signal(at: metres, power: -59) - expected) < 0.01)
    }

    private static let day = """
        [{"at": 1, "distance": 1}, {"at": 3, "distance": 1}, {"at": 12, "distance": 10},
         {"at": 13, "silent": true}, {"at": 20, "signal": -80}, {"at": 24, "signal": -60},
         {"at": 30, "distance": 10}]
        """

    @Test(arguments: [
        (0.0, nil, "before the first step"), (1, -59, "it is there"), (2.5, -59, "it stays"),
        (3, -59, "it begins to walk"), (7.5, -73.81, "half way, 5.5 m"),
        (12, -79, "it has arrived"),
        (12.5, -79, "a silence is no way to somewhere"), (13, nil, "it is silent"),
        (19.9, nil, "to the end"), (20, -80, "it is back"), (22, -70, "it grows evenly"),
        (27, -60, "a signal is no place to walk from"), (30, -79, "another place"),
        (9_999, -79, "and so it stays"),
    ])
    func `a source is where its timeline says`(
        seconds: Double, expected: Double?, why: String
    ) throws {
        let air = #"[{"raw": {"maker": 1, "hex": ""}, "timeline": \#(Self.day)}]"#
        let source = try #require(try AirScenarioTests.sources(air).first)
        let signal = source.signal(at: .milliseconds(Int64(seconds * 1_000)))
        expect(signal == nil, is: expected == nil, "\(why)")
        if let signal, let expected { #expect(abs(signal - expected) < 0.01, "\(why): \(signal)") }
    }

    @Test(arguments: [
        (-60, 0.0, -60, "as it is"), (-60, 1.5, -57, "stronger by noise"),
        (-60, -1.25, -63, "weaker by noise"), (-100, 0, -100, "the weakest that is heard"),
        (-100, -0.5, nil, "too weak"), (20, 0, 19, "no message is stronger"),
    ])
    func `noise changes what arrives`(
        signal: Int, deviation: Double, expected: Int?, why: String
    ) throws {
        let air =
            #"[{"raw": {"maker": 1, "hex": ""}, "timeline": [{"at": 0, "signal": \#(signal)}]}]"#
        let source = try #require(try AirScenarioTests.sources(air).first)
        let message = source.message(at: .zero, deviation: deviation)
        expect(message?.signal, is: expected, "\(why)")
    }

    private static let name = "6a3f0c529b1e4d078c662f9d51e4a7b0"

    @Test(arguments: [
        (BeaconBytes.Format.iBeacon, "0215\(name)00010203c5", 0x004C as UInt16),
        (.altBeacon, "beac\(name)00010203c500", 0x0118),
        (.eddystone, "00ee\(name)0000", 0xFEAA),
    ])
    func `a beacon of every make says what its maker published`(
        format: BeaconBytes.Format, expected: String, number: UInt16
    ) throws {
        let data = BeaconBytes.data(
            format, uuid: try #require(UInt128(Self.name, radix: 16)), major: 1, minor: 515,
            power: -59)
        expect(data.manufacturer + data.service, is: [AirData(number, hex(expected))])
        expect(data.service.isEmpty, is: format != .eddystone)
    }
}
