import BrokerSupport
import Expecting
import Foundation
import Linux
import ServingSupport
import Support
import Testing
import Waiting

@testable import Mosquitto

/// Connections to a real broker.
struct BrokerConnectionTests {
    init() {
        LoopThread.start()
    }

    /// A connection that writes down what comes.
    @LoopActor
    final class Client {
        private(set) var messages: [BrokerMessage] = []
        private(set) var reasons: [Int: ReasonCode] = [:]
        private(set) var isOpen = false
        private(set) var failure: BrokerFailure?
        private(set) var connection: BrokerConnection?

        init(_ plan: BrokerEndpoint, within limit: Duration = Patience.limit) {
            connection = BrokerConnection(plan, within: limit) { [weak self] in self?.take($0) }
        }

        private func take(_ news: BrokerConnection.News) {
            switch news {
            case .connected: isOpen = true
            case .acknowledged(let number, let reason), .subscribed(let number, let reason):
                reasons[number] = reason
            case .received(let message): messages.append(message)
            case .ended(let failure):
                isOpen = false
                self.failure = failure
            }
        }

        func opens() async -> Bool {
            await eventually { self.isOpen || self.failure != nil } && isOpen
        }

        func fails() async -> BrokerFailure? {
            _ = await eventually { self.failure != nil }
            return failure
        }

        func reason(of number: Int?) async -> ReasonCode? {
            guard let number else { return nil }
            _ = await eventually { self.reasons[number] != nil }
            return reasons[number]
        }
    }

    @Test(arguments: [true, false]) @LoopActor
    func `a broker without acknowledgements is told as such, with a will or without one`(
        _ hasWill: Bool
    ) async throws {
        var manner = RealBroker.Manner()
        manner.lines = ["max_qos 0"]
        let broker = try RealBroker(manner)
        var plan = Self.plan(broker)
        if hasWill { plan.will = BrokerMessage(topic: "w", isAcknowledged: true) }
        let client = Client(plan)
        expect(await client.fails(), is: .noAcknowledgements(plan.place))
        let words = client.failure.map { "\($0)" } ?? ""
        expect(
            words,
            is: "127.0.0.1 port \(broker.port) takes no messages of QoS 1, only of QoS 0, and "
                + "Callboard needs QoS 1")
    }

    @Test @LoopActor
    func `with version 3 the end after the first message is explained by what was granted`()
        async throws
    {
        var manner = RealBroker.Manner()
        manner.lines = ["max_qos 0"]
        let broker = try RealBroker(manner)
        var plan = Self.plan(broker)
        plan.version = .three
        let client = Client(plan)
        #expect(await client.opens())
        let connection = try #require(client.connection)
        expect(await client.reason(of: connection.subscribe(to: "t"))?.rawValue, is: 0)
        _ = connection.publish(BrokerMessage(topic: "t", payload: [1], isAcknowledged: true))
        expect(await client.fails(), is: .noAcknowledgements(plan.place))
    }

    static func plan(_ broker: RealBroker, _ id: String = "callboard") -> BrokerEndpoint {
        BrokerEndpoint(place: .host("127.0.0.1", port: broker.port), clientID: id)
    }

    @Test(arguments: [BrokerEndpoint.Version.five, .three])
    @LoopActor func `what is told is heard, and is kept where that was said`(
        _ version: BrokerEndpoint.Version
    ) async throws {
        let broker = try RealBroker()
        var plan = Self.plan(broker)
        plan.version = version
        let client = Client(plan)
        #expect(await client.opens())
        let message = BrokerMessage(
            topic: "a/b", payload: [1, 0, 255], isAcknowledged: true, isRetained: true)
        expect(
            await client.reason(of: client.connection?.subscribe(to: "a/+"))?.isRefusal, is: false)
        expect(
            await client.reason(of: client.connection?.publish(message))?.isRefusal, is: false)
        expect(await eventually { client.messages.count == 1 })
        expect(client.messages.first?.payload, is: [1, 0, 255])
        let later = Client(Self.plan(broker, "later"))
        #expect(await later.opens())
        _ = later.connection?.subscribe(to: "a/b")
        expect(await eventually { later.messages.count == 1 })
        expect(later.messages.first?.isRetained, is: true)
        client.connection?.stop()
        later.connection?.stop()
    }

    @Test @LoopActor func `an answer goes where whoever asked wants it`() async throws {
        let broker = try RealBroker()
        let client = Client(Self.plan(broker))
        #expect(await client.opens())
        _ = await client.reason(of: client.connection?.subscribe(to: "do"))
        try TestProgram.run(
            [
                "/usr/bin/mosquitto_pub", "-V", "5", "-p", "\(broker.port)", "-t", "do", "-m", "x",
                "-D", "publish",
                "response-topic", "my/answers", "-D", "publish", "correlation-data", "42",
            ])
        expect(await eventually { !client.messages.isEmpty })
        expect(client.messages.first?.responseTopic, is: "my/answers")
        expect(client.messages.first?.correlation, is: Array("42".utf8))
    }

    @Test @LoopActor func `a broker is asked to leave out what nobody here would read`()
        async throws
    {
        let broker = try RealBroker()
        let (client, other) = (Client(Self.plan(broker)), Client(Self.plan(broker, "other")))
        #expect(await client.opens())
        #expect(await other.opens())
        _ = await client.reason(of: client.connection?.subscribe(to: "do"))
        for count in [BrokerConnection.packetLimit, 4] {
            let payload = [UInt8](repeating: 0x20, count: count)
            _ = other.connection?.publish(
                BrokerMessage(topic: "do", payload: payload, isAcknowledged: true))
        }
        expect(await eventually { !client.messages.isEmpty })
        expect(client.messages.map(\.payload.count), is: [4])
        client.connection?.stop()
        other.connection?.stop()
    }

    @Test @LoopActor func `a broker that is killed is missed, with the will for others`()
        async throws
    {
        let broker = try RealBroker()
        let client = Client(Self.plan(broker))
        #expect(await client.opens())
        broker.kill()
        expect(await client.fails(), is: .lost(.host("127.0.0.1", port: broker.port)))
    }

    @Test @LoopActor func `whoever goes without a goodbye leaves a will, with one leaves none`()
        async throws
    {
        let broker = try RealBroker()
        let watcher = Client(Self.plan(broker, "watcher"))
        #expect(await watcher.opens())
        _ = await watcher.reason(of: watcher.connection?.subscribe(to: "wills/#"))
        var plan = Self.plan(broker, "polite")
        plan.will = BrokerMessage(topic: "wills/polite", payload: [1])
        let polite = Client(plan)
        #expect(await polite.opens())
        polite.connection?.stop()
        plan.clientID = "rude"
        plan.will = BrokerMessage(topic: "wills/rude", payload: [2])
        let rude = Client(plan)
        #expect(await rude.opens())
        // Another of the same name throws it out, which is no goodbye of its own.
        plan.will = nil
        let other = Client(plan)
        #expect(await other.opens())
        // Some brokers say why, and some end the connection before that has left them.
        #expect(
            [.dismissed(plan.place, .takenOver), .lost(plan.place)].contains(await rude.fails()))
        expect(await eventually { !watcher.messages.isEmpty })
        expect(watcher.messages.map(\.topic), is: ["wills/rude"])
    }

    @Test @LoopActor func `a password is asked for, and a wrong one is told in words`() async throws
    {
        var manner = RealBroker.Manner()
        manner.isOpen = false
        manner.users = ["hall": "secret"]
        let broker = try RealBroker(manner)
        var plan = Self.plan(broker)
        plan.user = "hall"
        plan.password = "secret"
        let client = Client(plan)
        #expect(await client.opens())
        for (version, password) in [(BrokerEndpoint.Version.five, "wrong"), (.three, "wrong")] {
            plan.version = version
            plan.password = password
            let failure = await Client(plan).fails()
            expect(
                failure.map { "\($0)" },
                is: "the broker does not accept the user and the password", "\(version)")
        }
        plan.user = nil
        plan.password = nil
        expect(
            await Client(plan).fails().map { "\($0)" },
            is: "the broker does not accept the user and the password", "nobody")
    }

    @Test @LoopActor func `a broker says which rights are missing, where it can`() async throws {
        var manner = RealBroker.Manner()
        manner.rights = ["topic read open/#", "topic write open/#"]
        let broker = try RealBroker(manner)
        let client = Client(Self.plan(broker))
        #expect(await client.opens())
        func publish(_ topic: String) async -> ReasonCode? {
            await client.reason(
                of: client.connection?.publish(
                    BrokerMessage(topic: topic, payload: [1], isAcknowledged: true)))
        }
        // Nobody listens, which is no refusal.
        expect(await publish("open/a")?.isRefusal, is: false)
        expect(await publish("closed/a"), is: .notAuthorized)
    }

    @Test @LoopActor func `where nobody listens, or no name is known, that is told`() async throws {
        let port = try Loopback.freePort()
        let nobody = BrokerEndpoint(place: .host("127.0.0.1", port: port), clientID: "x")
        expect(
            await Client(nobody).fails().map { "\($0)" },
            is: "no broker listens at 127.0.0.1 port \(port)")
        let unknown = BrokerEndpoint(
            place: .host("no-such-host.invalid", port: 1883), clientID: "x")
        let words = await Client(unknown).fails().map { "\($0)" }
        #expect(
            words == "no host is called no-such-host.invalid"
                || words == "the name no-such-host.invalid cannot be looked up at the moment")
        let socket = BrokerEndpoint(place: .socket(path: "/no/such/socket"), clientID: "x")
        expect(
            await Client(socket).fails().map { "\($0)" },
            is: "/no/such/socket cannot be reached: No such file or directory")
    }

    @Test @LoopActor func `a broker that takes the connection and says nothing is given up`()
        async throws
    {
        let broker = try RealBroker()
        broker.freeze(true)
        defer { broker.freeze(false) }
        let client = Client(Self.plan(broker), within: .milliseconds(300))
        expect(await client.fails(), is: .silent(.host("127.0.0.1", port: broker.port)))
    }

    @Test @LoopActor func `a socket of this machine is as good as a port`() async throws {
        var manner = RealBroker.Manner()
        manner.hasSocket = true
        let broker = try RealBroker(manner)
        let client = Client(BrokerEndpoint(place: .socket(path: broker.socketPath), clientID: "x"))
        #expect(await client.opens())
        client.connection?.stop()
    }

    @Test @LoopActor
    func `what cannot be sent any more ends the connection, and is no message's fault`()
        async throws
    {
        let broker = try RealBroker()
        let client = Client(Self.plan(broker))
        #expect(await client.opens())
        let connection = try #require(client.connection)
        broker.kill()
        // Nobody has told the client of that yet.
        let message = BrokerMessage(topic: "a", payload: [1], isAcknowledged: true)
        var sent = 0
        while sent < 1_000, connection.publish(message) != nil { sent += 1 }
        #expect(!connection.isOpen)
        expect(client.failure, is: nil, "it is told later")
        expect(await client.fails(), is: .lost(.host("127.0.0.1", port: broker.port)))
    }

    @Test @LoopActor func `a message that no broker takes leaves the connection open`() async throws
    {
        let broker = try RealBroker()
        let client = Client(Self.plan(broker))
        #expect(await client.opens())
        let connection = try #require(client.connection)
        #expect(connection.publish(BrokerMessage(topic: "a/#", payload: [1])) == nil)
        #expect(connection.isOpen)
        let message = BrokerMessage(topic: "a", payload: [1], isAcknowledged: true)
        expect(await client.reason(of: connection.publish(message)) != nil)
        connection.stop()
    }
}
