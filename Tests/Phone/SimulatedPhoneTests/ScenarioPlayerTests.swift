import Expecting
import Linux
import Support
import Testing

@testable import SimulatedPhone

/// A host that only counts.
@LoopActor
private final class CountingHost: ScenarioHost {
    private(set) var arrivals = 0
    private(set) var ends = 0

    func arrived(_ bond: String, _ name: String, _ socket: consuming FileDescriptor) {
        arrivals += 1
    }

    func isNow(_ bond: String, named name: String) {}

    func finished() { ends += 1 }
}

/// A host that subscribes to everything on each link and writes down what comes.
@LoopActor
private final class SubscribingHost: ScenarioHost {
    let player: ScenarioPlayer
    let pace = Pace.leaping()
    private(set) var arrivals: [String] = []
    private(set) var lostLinks = 0
    private let over = Mailbox<Void>()
    /// What came on Notification Source, with the phone's bond in front.
    private(set) var announcements: [String] = []
    private(set) var fragments = 0
    /// What came on Entity Update of a plain phone, with the time of the host.
    private(set) var mediaUpdates: [(time: Duration, bytes: [UInt8])] = []
    /// Packets that are sent on each link at last.
    var furtherPackets: [String] = []
    private var descriptors: [FileHolder] = []
    /// Whether packets are taken off the socket.
    var isReading = true
    var isSecuring = true
    /// What is called with each announcement.
    var onAnnouncement: ((SubscribingHost, FileHolder) -> Void)?

    init(_ scenario: Scenario, seed: UInt64 = 1) {
        player = ScenarioPlayer(scenario, pace: pace, seed: seed)
    }

    convenience init(_ text: String, seed: UInt64 = 1) throws {
        try self.init(
            Scenario(parsing: Array(text.utf8), file: "test.json"), seed: seed)
    }

    isolated deinit {
        for holder in descriptors { holder.close() }
    }

    /// Plays until the scenario is over.
    func play(times: Int = 1) async {
        player.start(for: self)
        _ = await over.next()
        for _ in 1..<times {
            player.playAgain()
            _ = await over.next()
        }
        player.stop()
    }

    func arrived(_ bond: String, _ name: String, _ socket: consuming FileDescriptor) {
        arrivals.append("\(bond) \(name)")
        take(FileHolder(socket, bond: bond))
    }

    func isNow(_ bond: String, named name: String) {}

    func finished() { over.post(()) }

    private func take(_ holder: FileHolder) {
        descriptors.append(holder)
        if isSecuring { player.secure(bond: holder.bond) }
        let packets = ["02 0502", "12 0900 0200", "12 2800 0100", "12 2300 0100"]
        for packet in packets + furtherPackets { holder.send(hex(packet)) }
        do throws(Errno) {
            try holder.watch { [weak self] in self?.read(holder) }
        } catch {
            Issue.record("no watch: \(error)")
        }
    }

    private func read(_ holder: FileHolder) {
        while isReading, let packet = holder.receive() {
            switch hexText(packet.prefix(3)) {
            case "1b 22 00":
                announcements.append(holder.bond + " " + hexText(packet.dropFirst(3)))
                onAnnouncement?(self, holder)
            case "1b 27 00": fragments += 1
            case "1b 1a 00": mediaUpdates.append((pace.now, Array(packet.dropFirst(3))))
            default:
                guard packet.first == 0x1D else { continue }
                // The service has come or gone.
                for packet in ["1e", "12 2800 0100", "12 2300 0100"] { holder.send(hex(packet)) }
            }
        }
        if holder.isClosed { lostLinks += 1 }
    }

    /// Takes what has been left on the sockets.
    func readAll() {
        isReading = true
        for holder in descriptors { holder.resume() }
    }

    func stopReading(_ holder: FileHolder) {
        isReading = false
        holder.pause()
    }
}

/// The host's end of a link.
@LoopActor
private final class FileHolder {
    let bond: String
    private(set) var isClosed = false
    private var descriptor: FileDescriptor?
    private var watch: EventLoop.WatchID?
    private var handler: (@LoopActor () -> Void)?

    init(_ descriptor: consuming FileDescriptor, bond: String) {
        self.descriptor = consume descriptor
        self.bond = bond
    }

    func watch(_ handler: @escaping @LoopActor () -> Void) throws(Errno) {
        self.handler = handler
        guard let number = descriptor?.rawValue else { return }
        watch = try EventLoop.shared.watch(number, for: .readable) { _ in handler() }
    }

    /// Listens no more; a watch for nothing would still hear of the end, again and again.
    func pause() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    func resume() {
        if watch == nil, let handler { try? watch(handler) }
    }

    func send(_ packet: [UInt8]) {
        try? descriptor?.sendPacket(packet)
    }

    func receive() -> [UInt8]? {
        guard !isClosed else { return nil }
        do throws(Errno) {
            let received = try descriptor?.receivePacket(upTo: 600)
            if case .packet(let packet) = received { return packet }
        } catch {
            if error == .wouldBlock { return nil }
        }
        close()
        return nil
    }

    func close() {
        isClosed = true
        pause()
        handler = nil
        descriptor = nil
    }
}

struct ScenarioPlayerTests {
    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `the demo is played from beginning to end`() async {
        let host = SubscribingHost(Scenario.demo)
        await host.play()
        expect(host.arrivals, is: ["mara Mara's iPhone"])
        let events = host.announcements.map { $0.dropFirst(5).prefix(2) }
        expect(events.filter { $0 == "00" }.count, is: 17)
        expect(events.filter { $0 == "01" }.count, is: 1)
        expect(events.filter { $0 == "02" }.count, is: 4)
    }

    @Test @LoopActor func `two phones come when they should and count for themselves`() async {
        let host = SubscribingHost(Scenario.builtIn[2].scenario)
        await host.play()
        expect(host.arrivals, is: ["mara Mara's iPhone", "theo Theo's iPad"])
        expect(host.announcements.first, is: "mara 00 14 04 01 64 00 00 00")
        #expect(host.announcements.contains("theo 00 14 04 01 64 00 00 00"))
        expect(host.announcements.filter { $0.hasPrefix("mara") }.count, is: 5)
        expect(host.announcements.filter { $0.hasPrefix("theo") }.count, is: 4)
    }

    @Test @LoopActor func `media plays on by itself, and is reported when it should be`()
        async throws
    {
        let media = try #require(Scenario.builtIn.first { $0.name == "media" })
        let host = SubscribingHost(media.scenario)
        host.furtherPackets = ["12 1c00 0100", "12 1a00 02 02", "12 1a00 00 01"]
        let start = host.pace.now
        await host.play()
        let titles = host.mediaUpdates.filter { $0.bytes.starts(with: [2, 2, 0]) }
        expect(
            titles.map { String(decoding: $0.bytes.dropFirst(3), as: UTF8.self) },
            is: ["The Harbour at Six", "Lampenlicht über dem Fluß", "Episode 12: Tides", ""])
        for (title, second) in zip(titles, [0, 13, 15, 18]) {
            #expect(abs((title.time - start) / .seconds(1) - Double(second)) < 0.5)
        }
        expect(host.mediaUpdates.count, is: 11)
    }

    @Test @LoopActor func `a scenario that is played again begins with its first player`()
        async throws
    {
        let media = try #require(Scenario.builtIn.first { $0.name == "media" })
        let host = SubscribingHost(media.scenario)
        host.furtherPackets = ["12 1c00 0100", "12 1a00 00 00"]
        await host.play(times: 2)
        expect(
            host.mediaUpdates.map { String(decoding: $0.bytes.dropFirst(3), as: UTF8.self) },
            is: ["Music", "Podcasts", "", "Music", "Podcasts", ""])
    }

    @Test @LoopActor func `a phone that goes comes back with its list`() async throws {
        let host = try SubscribingHost(
            """
            {"format": 1, "phones": [{"name": "A", "existing": [{"name": "x", "app": "com.apple.news"}],
              "timeline": [{"at": 1, "disconnect": {"for": 2}},
                {"at": 2, "add": {"name": "y", "app": "com.apple.news"}},
                {"at": 2.5, "remove": "x"},
                {"at": 4, "remove": "y"}]}]}
            """)
        await host.play()
        expect(host.arrivals.count, is: 2)
        expect(host.lostLinks, is: 1)
        expect(
            host.announcements,
            is: [
                "phone-1 00 04 00 01 00 00 00 00", "phone-1 00 04 00 01 00 00 00 00",
                "phone-1 02 00 00 00 00 00 00 00",
            ])
    }

    @Test @LoopActor func `a link that is set to break does so and comes back whole`() async throws
    {
        let host = try SubscribingHost(
            """
            {"format": 1, "ends": 3, "phones": [{"name": "A",
              "behaviour": {"drop": {"after": 7, "for": 1}},
              "existing": [{"name": "x", "app": "com.apple.news", "count": 5}]}]}
            """)
        await host.play()
        expect(host.arrivals.count, is: 2)
        expect(host.lostLinks, is: 1)
        // Of the first link's seven packets the host sends four.
        #expect((5...8).contains(host.announcements.count))
    }

    @Test @LoopActor func `a phone the host has let go of comes back`() async throws {
        let host = try SubscribingHost(
            """
            {"format": 1, "ends": 4, "phones": [{"name": "A",
              "existing": [{"name": "x", "app": "com.apple.news"}]}]}
            """)
        host.onAnnouncement = { host, holder in
            if host.arrivals.count == 1 { holder.close() }
        }
        await host.play()
        #expect(host.arrivals.count >= 2)
        #expect(host.announcements.count >= 2)
    }

    @Test @LoopActor func `nothing is lost when the host does not read for a while`() async throws {
        let host = try SubscribingHost(
            """
            {"format": 1, "ends": 6, "phones": [{"name": "A",
              "existing": [{"name": "x", "app": "com.apple.news", "count": 5000}],
              "timeline": [{"at": 1, "add": {"name": "y", "app": "com.apple.news", "count": 100}}]}]}
            """)
        host.onAnnouncement = { host, holder in
            guard host.announcements.count == 10 else { return }
            host.stopReading(holder)
            host.pace.after(.seconds(3)) { host.readAll() }
        }
        await host.play()
        try #require(host.announcements.count == 5_100)
        expect(host.announcements[4_999], is: "phone-1 00 04 00 ff 87 13 00 00")
        expect(host.announcements[5_099], is: "phone-1 00 00 00 ff eb 13 00 00")
    }

    @Test @LoopActor func `a host that does not encrypt is told nothing`() async throws {
        let host = try SubscribingHost(
            """
            {"format": 1, "phones": [{"name": "A",
              "existing": [{"name": "x", "app": "com.apple.news"}]}]}
            """)
        host.isSecuring = false
        await host.play()
        expect(host.arrivals.count, is: 1)
        #expect(host.announcements.isEmpty)
    }

    @Test @LoopActor func `a player that is stopped says nothing more`() async throws {
        let scenario = try Scenario(
            parsing: Array(#"{"format": 1, "ends": 1, "phones": [{"name": "A"}]}"#.utf8), file: "f")
        let player = ScenarioPlayer(scenario, pace: .leaping(), seed: 1)
        let host = CountingHost()
        player.start(for: host)
        player.stop()
        // One that begins later comes to its end.
        let later = ScenarioPlayer(scenario, pace: .leaping(), seed: 1)
        let laterHost = CountingHost()
        later.start(for: laterHost)
        expect(await eventually { laterHost.ends == 1 })
        expect([host.arrivals, host.ends], is: [0, 0])
    }

    @Test @LoopActor func `the bad phone is survived`() async {
        let host = SubscribingHost(Scenario.builtIn[3].scenario)
        await host.play()
        expect(host.arrivals.count, is: 2)
        #expect(host.announcements.contains("phone-1 00 10 04"))
        #expect(host.announcements.contains { $0.hasPrefix("phone-1 00 ff c8 01") })
    }
}
