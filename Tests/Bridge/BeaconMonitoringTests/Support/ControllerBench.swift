import Beacons
import Foundation
import Linux
import Notices
import Radio
import Support

@testable import BeaconMonitoring

/// A controller with a radio and a clock that a test leads, and what it told.
@LoopActor
final class ControllerBench: BeaconMonitorOwner {
    nonisolated static let uuid: UInt128 = 0x6A3F_0C52_9B1E_4D07_8C66_2F9D_51E4_A7B0

    let air = FakeAir()
    let pace = Pace.led()
    private(set) var news: [BeaconNews] = []
    private(set) var advice: [String] = []
    private(set) lazy var controller = make(air)
    private let host = SleepingHost()
    private let folder: String?

    init(in folder: String? = nil) {
        self.folder = folder
    }

    func make(_ radio: FakeAir?) -> BeaconMonitor {
        BeaconMonitor(
            radio, rememberingIn: folder, isSimulated: false, pace: pace, sleep: host.host,
            for: self)
    }

    func tell(_ news: BeaconNews, _ moment: WallTime) { self.news.append(news) }

    func advise(_ sentence: String) { advice.append(sentence) }

    /// What happened since the last time, in few words.
    func told() -> [String] { take(kept: false) }

    /// What was told since the last time of what holds, and draws no attention.
    func kept() -> [String] { take(kept: true) }

    private func take(kept isKept: Bool) -> [String] {
        defer { news = [] }
        return news.filter { $0.isKept == isKept }.map { news in
            let mark = news.isReminder ? " again" : ""
            guard case .person(_, _, let isHome) = news.subject, news.change != .withdrawn else {
                return "\(news.change) \(news.subject.name)\(mark)"
            }
            return "\(news.subject.name) \(isHome ? "home" : "away")\(mark)"
        }
    }

    /// Lets the host sleep: the controller hears of that before anything whose time has come meanwhile.
    func suspend(_ time: Duration) {
        pace.skip(time)
        host.pass(time)
        pace.pass(.zero)
    }

    /// Lets time pass while these beacons are heard every second, never twice equally strong.
    func pass(_ seconds: Int, hearing minors: UInt16..., signal: Int = -60) {
        for second in 0..<seconds {
            for minor in minors {
                air.send(Self.message(minor, signal: signal + second % 2))
            }
            pace.pass(.seconds(1))
        }
    }

    /// Ends the controller once all is written.
    func finish() async {
        await withCheckedContinuation { continuation in
            controller.finish(within: nil) { continuation.resume() }
        }
    }

    static func message(_ minor: UInt16, signal: Int = -60, from address: String = "A")
        -> AirMessage
    {
        let id = BeaconID(.iBeacon, uuid: uuid, major: 1, minor: minor)
        return AirMessage(
            address: "\(address)\(minor)", signal: signal,
            manufacturerData: [
                AirData(BeaconFrame.apple, BeaconFrame(id, power: -59).iBeaconBytes ?? [])
            ])
    }

    /// Keys with a beacon each, a wallet that is no thing, and whoever else is wanted.
    static func settings(
        scan: ScanCycle = .continuous, people: [BeaconSettings.Person] = [],
        regions: [Region]? = nil, remind: Duration? = .seconds(60)
    ) -> BeaconSettings {
        var settings = BeaconSettings()
        settings.scan = scan
        settings.regions = regions ?? [region("keys", 1), region("wallet", 2)]
        settings.items = [.init(item: BeaconItem("Keys"), region: "keys", remind: remind)]
        settings.people = people
        return settings
    }

    static func region(_ name: String, _ minor: UInt16?) -> Region {
        Region(name, uuid: uuid, major: 1, minor: minor)
    }
}

/// A folder of a test's own, which goes with it.
final class TestFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID())").path

    var file: String { path + "/beacons.json" }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
    }

    var text: String? { try? String(contentsOfFile: file, encoding: .utf8) }
}
