import BrokerSupport
import Control
import ControlSupport
import Expecting
import Foundation
import Linux
import Mosquitto
import Notices
import ServingSupport
import Support
import Testing

@testable import MQTT

/// What a real broker is told, and what becomes of that when it or the bridge goes.
struct ControllerTests {
    private static let phone = "5a0c93e1"

    init() {
        LoopThread.start()
    }

    @Test(arguments: ["5", "3.1.1", "auto"])
    @LoopActor func `a ring is on the broker, and what holds is kept there`(
        _ version: String
    ) async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, ["protocol = \(version)"])
        expect(await eventually { watcher.last("status") == "online" })
        bench.bridge.publish(SampleNews.call(1, .ringing, .ringing))
        expect(await eventually { watcher.last("\(Self.phone)/ringing") == "ON" })
        expect(watcher.count("\(Self.phone)/call"), is: 1)
        expect(watcher.count("\(Self.phone)/event"), is: 1)
        let later = Watcher(port: broker.port, "later")
        expect(await eventually { later.last("\(Self.phone)/ringing") == "ON" })
        expect(later.last("\(Self.phone)/event"), is: nil, "events are never kept")
        expect(later.last("\(Self.phone)/link"), is: "ready")
        let wanted = version == "3.1.1" ? "MQTT 3.1.1" : "MQTT 5"
        expect(await eventually { bench.report?.contains(wanted) ?? false })
        bench.stop()
    }

    @Test @LoopActor func `a bridge that goes and comes back tells no notice twice`() async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port)
        expect(await eventually { watcher.last("status") == "online" })
        bench.bridge.publish(SampleNews.notice(1))
        expect(await eventually { watcher.count("\(Self.phone)/event") == 1 })
        await bench.bridge.stop()
        expect(await eventually { watcher.last("status") == "offline" })
        expect(await eventually { watcher.last("\(Self.phone)/availability") == "offline" })
        bench.bridge.held = [
            SampleNews.ready(), SampleNews.notice(11), SampleNews.notice(12, "New"),
        ]
        try bench.bridge.start()
        expect(await eventually { watcher.last("status") == "online" })
        expect(await eventually { watcher.count("\(Self.phone)/event") == 2 })
        expect(
            await eventually {
                watcher.last("\(Self.phone)/counts")?.contains(#""on_phone":2"#) ?? false
            })
        bench.stop()
    }

    @Test @LoopActor
    func `a broker that is killed gets what holds and the events, but no old ring`()
        async throws
    {
        let (broker, way) = try Self.brokerWithWay()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, settingHosts: "unix:\(way)")
        expect(await eventually { watcher.last("status") == "online" })
        broker.kill()
        expect(await eventually { bench.report?.hasPrefix("fails") ?? false })
        bench.bridge.publish(SampleNews.call(1, .ringing, .ringing))
        bench.bridge.publish(SampleNews.notice(2))
        bench.bridge.publish(SampleNews.call(1, .missed, .missed))
        expect(await eventually { bench.lost > 0 })
        watcher.forget()
        try await Self.start(broker, at: way, heardBy: watcher)
        expect(await eventually { watcher.last("status") == "online" })
        expect(await eventually { watcher.count("\(Self.phone)/event") == 2 })
        expect(watcher.count("\(Self.phone)/call"), is: 0)
        expect(watcher.last("\(Self.phone)/ringing"), is: "OFF")
        #expect(watcher.last("\(Self.phone)/counts")?.contains(#""missed":1"#) ?? false)
        bench.stop()
    }

    @Test @LoopActor func `of many events that wait the newest are told, and the rest is counted`()
        async throws
    {
        let (broker, way) = try Self.brokerWithWay()
        let watcher = Watcher(port: broker.port)
        let bench = try ControllerBench(
            port: broker.port, ["waiting = 10"], settingHosts: "unix:\(way)")
        expect(await eventually { watcher.last("status") == "online" })
        broker.kill()
        expect(await eventually { bench.report?.hasPrefix("fails") ?? false })
        for number in 1...50 { bench.bridge.publish(SampleNews.notice(UInt64(number))) }
        expect(await eventually { bench.lost == 40 })
        try await Self.start(broker, at: way, heardBy: watcher)
        expect(await eventually { watcher.count("\(Self.phone)/event") == 10 })
        expect(await eventually { bench.report?.hasPrefix("works") ?? false })
        bench.stop()
    }

    @Test @LoopActor func `a broker that goes while it is told much misses none of the events`()
        async throws
    {
        let (broker, way) = try Self.brokerWithWay()
        let watcher = Watcher(port: broker.port)
        let bench = try ControllerBench(port: broker.port, settingHosts: "unix:\(way)")
        expect(await eventually { watcher.last("status") == "online" })
        broker.kill()
        // It is told of them before it can have seen that nobody is there any more.
        for number in 1...60 {
            let event = SampleNews.notice(UInt64(number))
            bench.controller.take(.event(event, news: event))
        }
        watcher.forget()
        try await Self.start(broker, at: way, heardBy: watcher)
        expect(
            await eventually { watcher.count("\(Self.phone)/event") == 60 },
            "\(watcher.count("\(Self.phone)/event"))")
        expect(await eventually { bench.report?.hasPrefix("works") ?? false })
        expect(bench.lost, is: 0)
        bench.stop()
    }

    /// A broker, and a way to its socket that can be taken away.
    private static func brokerWithWay() throws -> (broker: RealBroker, way: String) {
        var manner = RealBroker.Manner()
        manner.hasSocket = true
        let broker = try RealBroker(manner)
        let way = broker.file("way")
        try FileManager.default.createSymbolicLink(
            atPath: way, withDestinationPath: broker.socketPath)
        return (broker, way)
    }

    /// Starts a broker that was killed, and opens the way to it once somebody hears all that is told there.
    @LoopActor
    private static func start(
        _ broker: RealBroker, at way: String, heardBy watcher: Watcher
    ) async throws {
        expect(await eventually { !watcher.isOpen })
        try FileManager.default.removeItem(atPath: way)
        try broker.start()
        expect(await eventually { watcher.isOpen })
        try FileManager.default.createSymbolicLink(
            atPath: way, withDestinationPath: broker.socketPath)
    }

    @Test @LoopActor func `a broker that is only slow gets everything`() async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        let bench = try ControllerBench(port: broker.port)
        expect(await eventually { watcher.last("status") == "online" })
        broker.freeze(true)
        for number in 1...300 { bench.bridge.publish(SampleNews.notice(UInt64(number))) }
        // But for those that are on their way.
        let most = 300 - BrokerConnection.inFlight
        expect(await eventually { (bench.bridge.addOn?.waiting ?? 0) >= most })
        broker.freeze(false)
        expect(await eventually { watcher.count("\(Self.phone)/event") == 300 })
        bench.stop()
    }

    @Test @LoopActor func `what the bridge left out counts as lost`() async throws {
        let broker = try RealBroker()
        let bench = try ControllerBench(port: broker.port, [])
        expect(await eventually { bench.report?.hasPrefix("works") ?? false })
        bench.bridge.publish(line: #"{"v":1,"event":"lost","count":3}"#)
        expect(await eventually { bench.lost == 3 })
    }

    @Test @LoopActor func `acts come in only where they may, and each is answered`() async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, ["acts = yes"])
        expect(await eventually { watcher.last("status") == "online" })
        bench.bridge.publish(SampleNews.call(1, .ringing, .ringing))
        expect(await eventually { watcher.last("\(Self.phone)/ringing") == "ON" })
        watcher.say("callboard/hall/\(Self.phone)/do", "decline")
        expect(
            await eventually {
                watcher.last("\(Self.phone)/done")?.contains(#""ok":true"#) ?? false
            })
        expect(bench.bridge.acts.count, is: 1)
        watcher.forget()
        watcher.say("callboard/hall/\(Self.phone)/do", "pause")
        expect(
            await eventually {
                watcher.last("\(Self.phone)/done")?.contains(#""do":"pause""#) ?? false
            })
        expect(
            bench.bridge.mediaCommands.map { [$0.command.rawValue, $0.phone] },
            is: [["pause", Self.phone]])
        for (text, error) in [
            ("explode", #""ok":false,"error":"bad_request""#),
            ("clear", #""ok":false,"do":"clear","error":"not_found""#),
        ] {
            watcher.forget()
            watcher.say("callboard/hall/\(Self.phone)/do", text)
            expect(
                await eventually { watcher.last("\(Self.phone)/done")?.contains(error) ?? false })
        }
        watcher.say("callboard/hall/0000beef/do", "answer")
        expect(
            await eventually { watcher.last("0000beef/done")?.contains("no such phone") ?? false })
        expect(bench.bridge.acts.count, is: 1)
        expect(
            await eventually {
                bench.report?.contains("invalid messages at do or show: 1") ?? false
            })
        bench.bridge.refusal = ControlRefusal(.notAllowed, "one must be in the group x")
        watcher.forget()
        watcher.say("callboard/hall/\(Self.phone)/do", "decline")
        expect(
            await eventually {
                watcher.last("\(Self.phone)/done")?
                    .contains(#""do":"decline","error":"not_allowed""#) ?? false
            })
        bench.stop()
    }

    @Test @LoopActor
    func `who sends nothing but nonsense gets a bounded number of answers at a time`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, ["acts = yes"])
        expect(await eventually { watcher.last("status") == "online" })
        let count = 4_000
        try TestProgram.run([
            "/bin/sh", "-c",
            "yes explode | head -n \(count) | mosquitto_pub -p \(broker.port) "
                + "-t callboard/hall/\(Self.phone)/do -l",
        ])
        expect(
            await eventually {
                bench.report?.contains("invalid messages at do or show: \(count)") ?? false
            })
        bench.bridge.publish(SampleNews.notice(1))
        expect(await eventually { watcher.count("\(Self.phone)/event") == 1 })
        #expect((1..<count).contains(watcher.count("\(Self.phone)/done")))
        watcher.forget()
        watcher.say("callboard/hall/\(Self.phone)/do", "explode")
        expect(await eventually { watcher.count("\(Self.phone)/done") == 1 }, "then as before")
        bench.stop()
    }

    @Test @LoopActor func `no answer goes where Home Assistant looks for devices`() async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, ["acts = yes"])
        expect(await eventually { watcher.last("status") == "online" })
        let topics = ["homeassistant/device/x/config", "callboard/hall/status", "my/answers"]
        watcher.forget()
        for topic in topics {
            try TestProgram.run([
                "/usr/bin/mosquitto_pub", "-V", "5", "-p", "\(broker.port)", "-m", "explode",
                "-t", "callboard/hall/\(Self.phone)/do", "-D", "publish", "response-topic", topic,
            ])
        }
        expect(await eventually { watcher.messages.contains { $0.topic == "my/answers" } })
        #expect(!watcher.messages.contains { topics.dropLast().contains($0.topic) })
        bench.stop()
    }

    @Test @LoopActor func `an act that the broker has kept is not done, and none without leave`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        watcher.say("callboard/hall/\(Self.phone)/do", "decline", isRetained: true)
        let bench = try ControllerBench(port: broker.port, ["acts = yes"])
        bench.bridge.held.append(SampleNews.call(1, .ringing, .ringing))
        expect(await eventually { bench.report?.contains("retained messages") ?? false })
        expect(bench.bridge.acts.count, is: 0)
        bench.stop()
        let closed = try ControllerBench(port: broker.port, name: "closed")
        closed.bridge.held.append(SampleNews.call(1, .ringing, .ringing))
        expect(await eventually { watcher.last("status", "closed") == "online" })
        watcher.say("callboard/closed/\(Self.phone)/do", "decline")
        watcher.say("callboard/closed/show", "Quince")
        // This comes after them, and is heard.
        watcher.say("callboard/closed/info", #"{"instance":"another"}"#)
        expect(await eventually { closed.report?.contains("another callboard-mqtt") ?? false })
        expect(closed.bridge.acts.count, is: 0)
        #expect(closed.bridge.all(ShowRequest.self).isEmpty)
        closed.stop()
    }

    @Test @LoopActor func `a text for the displays goes to the bridge, with how long and how loud`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, ["show = yes"])
        expect(await eventually { watcher.last("status") == "online" })
        watcher.say("callboard/hall/show", "Quince")
        watcher.say("callboard/hall/show", #"{"text":"Tea","for":60,"level":"urgent"}"#)
        watcher.say("callboard/hall/show", #"{"text":"Tea","level":"deafening"}"#)
        expect(await eventually { watcher.count("shown") == 3 })
        let answers = watcher.messages.filter { $0.topic == "callboard/hall/shown" }
            .map { String(decoding: $0.payload, as: UTF8.self) }
        expect(answers.count { $0.contains("level must be quiet, normal or urgent") }, is: 1)
        expect(answers.count { $0.contains(#""ok":true"#) }, is: 2)
        let texts = bench.bridge.all(ShowRequest.self).compactMap(\.text)
        expect(
            texts,
            is: [
                ShownText("Quince"),
                ShownText("Tea", seconds: 60, level: .urgent),
            ])
        bench.stop()
    }

    @Test @LoopActor func `a text that came by MQTT is taken back by MQTT, and nothing else is`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port, ["show = yes"])
        expect(await eventually { watcher.last("status") == "online" })
        func answer(to text: String) async -> String? {
            let count = watcher.count("shown")
            watcher.say("callboard/hall/show", text)
            _ = await eventually { watcher.count("shown") > count }
            return watcher.last("shown")
        }
        for number in 1...3 {
            expect(
                await answer(to: "Quince \(number)"),
                is: #"{"v":1,"ok":true,"id":"text\#(number)"}"#)
        }
        expect(await answer(to: #"{"clear":"text2"}"#), is: #"{"v":1,"ok":true,"count":1}"#)
        let unknown = await answer(to: #"{"clear":"0000000000017"}"#)
        #expect(unknown?.contains(#""error":"not_found""#) == true, "\(unknown ?? "")")
        expect(await answer(to: #"{"clear":true}"#), is: #"{"v":1,"ok":true,"count":2}"#)
        expect(await answer(to: #"{"clear":true}"#), is: #"{"v":1,"ok":true,"count":0}"#)
        expect(
            bench.bridge.acts,
            is: ["text2", "text1", "text3"].map { ActRequest(.clear, notice: $0) })
        bench.stop()
    }

    @Test @LoopActor func `rights that are missing are told with their topic`() async throws {
        var manner = RealBroker.Manner()
        manner.rights = ["topic readwrite callboard/hall/#", "topic read homeassistant/#"]
        let broker = try RealBroker(manner)
        let bench = try ControllerBench(port: broker.port)
        expect(
            await eventually {
                bench.report?.contains("does not allow this user to publish homeassistant/device/")
                    ?? false
            }, "\(bench.report ?? "")")
        bench.stop()
    }

    @Test @LoopActor func `two bridges share a broker under names of their own`() async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let hall = try ControllerBench(port: broker.port)
        let attic = try ControllerBench(port: broker.port, name: "attic")
        expect(await eventually { watcher.last("status") == "online" })
        expect(await eventually { watcher.last("status", "attic") == "online" })
        attic.bridge.publish(SampleNews.call(1, .ringing, .ringing))
        expect(await eventually { watcher.last("\(Self.phone)/ringing", "attic") == "ON" })
        expect(watcher.last("\(Self.phone)/ringing"), is: "OFF")
        hall.stop()
        attic.stop()
    }

    @Test @LoopActor func `two of one name tell a person so`() async throws {
        let broker = try RealBroker()
        let first = try ControllerBench(port: broker.port, ["client-id = first"])
        expect(await eventually { first.report?.hasPrefix("works") ?? false })
        let second = try ControllerBench(port: broker.port, ["client-id = second"])
        expect(
            await eventually { first.report?.contains("another callboard-mqtt") ?? false },
            "\(first.report ?? "")")
        first.stop()
        second.stop()
    }

    @Test @LoopActor func `two clients of one name throw each other out, and do not for ever`()
        async throws
    {
        let broker = try RealBroker()
        let first = try ControllerBench(port: broker.port, ["client-id = same"])
        expect(await eventually { first.report?.hasPrefix("works") ?? false })
        let second = try ControllerBench(port: broker.port, ["client-id = same"], name: "attic")
        expect(
            await eventually {
                [first, second].contains {
                    $0.report?.contains("may use the ID same, too") ?? false
                }
            }, "\(first.report ?? "") \(second.report ?? "")")
        first.stop()
        second.stop()
    }

    @Test @LoopActor func `of several brokers the first that answers is taken, and then the next`()
        async throws
    {
        let (first, second) = (try RealBroker(), try RealBroker())
        let (near, far) = (Watcher(port: first.port), Watcher(port: second.port))
        expect(await eventually { near.isOpen && far.isOpen })
        let dead = try Loopback.freePort()
        let hosts = [dead, first.port, second.port].map { "127.0.0.1:\($0)" }
        let bench = try ControllerBench(
            port: dead, settingHosts: hosts.joined(separator: ", "))
        expect(await eventually { near.last("status") == "online" })
        first.kill()
        expect(await eventually { far.last("status") == "online" })
        bench.stop()
    }

    @Test @LoopActor
    func `a broker that another configuration leaves is told that nobody is there`()
        async throws
    {
        let (first, second) = (try RealBroker(), try RealBroker())
        let (old, new) = (Watcher(port: first.port), Watcher(port: second.port))
        expect(await eventually { old.isOpen && new.isOpen })
        let bench = try ControllerBench(port: first.port)
        expect(await eventually { old.last("status") == "online" })
        let other = try ControllerBench.settings([
            "host = 127.0.0.1:\(second.port)", "bridge = hall",
        ])
        expect(bench.controller.apply(other), is: nil)
        expect(await eventually { new.last("status") == "online" })
        expect(await eventually { old.last("status") == "offline" })
        bench.stop()
    }

    @Test @LoopActor func `a name that changes while the broker is away is taken back later`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port)
        expect(await eventually { watcher.last("\(Self.phone)/link") == "ready" })
        let dead = try Loopback.freePort()
        for (port, name) in [(dead, "hall"), (dead, "porch"), (broker.port, "attic")] {
            let lines = ["host = 127.0.0.1:\(port)", "bridge = \(name)"]
            expect(bench.controller.apply(try ControllerBench.settings(lines)), is: nil)
            guard port == dead else { continue }
            // The first broker is told all that is to be told before it is left.
            let words = "no broker listens at 127.0.0.1 port \(dead)"
            expect(await eventually { bench.report?.contains(words) ?? false })
        }
        expect(await eventually { watcher.last("\(Self.phone)/link", "attic") == "ready" })
        expect(await eventually { watcher.last("\(Self.phone)/link") == "" })
        for topic in ["status", "info"] { expect(watcher.last(topic), is: "") }
        let device = "homeassistant/device/callboard_hall/config"
        #expect(watcher.messages.last { $0.topic == device }?.payload.isEmpty ?? false)
        bench.stop()
    }

    @Test @LoopActor func `a configuration that is taken back at once changes nothing`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port)
        expect(await eventually { watcher.last("status") == "online" })
        let host = "host = 127.0.0.1:\(broker.port)"
        for name in ["attic", "hall"] {
            expect(
                bench.controller.apply(try ControllerBench.settings([host, "bridge = \(name)"])),
                is: nil)
        }
        watcher.forget()
        expect(await eventually { watcher.last("status") == "online" })
        expect(watcher.last("status", "attic"), is: nil)
        bench.stop()
    }

    @Test @LoopActor
    func `a phone that is paired no more is taken back, at once and after a restart`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        watcher.say("callboard/hall/0000beef/link", "disconnected", isRetained: true)
        let bench = try ControllerBench(port: broker.port)
        bench.bridge.paired = [("Mara's iPhone", Self.phone)]
        expect(await eventually { watcher.last("0000beef/link") == "" }, "of an earlier run")
        expect(await eventually { watcher.last("\(Self.phone)/link") == "ready" })
        bench.bridge.paired = []
        bench.bridge.held = []
        bench.bridge.vanish()
        try bench.bridge.start()
        expect(await eventually { watcher.last("\(Self.phone)/link") == "" })
        let config = "homeassistant/device/callboard_hall_\(Self.phone)/config"
        #expect(watcher.messages.last { $0.topic == config }?.payload.isEmpty ?? false)
        bench.stop()
    }

    @Test @LoopActor func `Home Assistant that begins is told all again`() async throws {
        let broker = try RealBroker()
        let watcher = Watcher(port: broker.port)
        expect(await eventually { watcher.isOpen })
        let bench = try ControllerBench(port: broker.port)
        expect(await eventually { watcher.last("status") == "online" })
        watcher.forget()
        watcher.say("homeassistant/status", "online")
        expect(
            await eventually {
                watcher.messages.contains {
                    $0.topic.hasPrefix("homeassistant/device/callboard_hall_")
                }
                    && watcher.last("\(Self.phone)/link") == "ready"
            })
        bench.stop()
    }
}
