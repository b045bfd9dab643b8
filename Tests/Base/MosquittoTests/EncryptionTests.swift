import BrokerSupport
import Expecting
import Linux
import Support
import Testing

@testable import Mosquitto

/// Encrypted connections to a real broker, with certificates made on the spot.
struct EncryptionTests {
    private typealias Client = BrokerConnectionTests.Client

    init() {
        LoopThread.start()
    }

    private static func broker(wantsCertificates: Bool = false) throws -> RealBroker {
        var manner = RealBroker.Manner()
        manner.isEncrypted = true
        manner.wantsCertificates = wantsCertificates
        return try RealBroker(manner)
    }

    private static func plan(
        _ broker: RealBroker, authority: String? = "ca.crt", client: String? = nil,
        host: String = "localhost"
    ) -> BrokerEndpoint {
        var plan = BrokerEndpoint(place: .host(host, port: broker.port), clientID: "callboard")
        plan.encryption = BrokerEndpoint.Encryption(
            authorities: authority.map(broker.file),
            certificate: client.map { broker.file("\($0).crt") },
            key: client.map { broker.file("\($0).key") })
        return plan
    }

    @Test(arguments: [BrokerEndpoint.Version.five, .three])
    @LoopActor func `a broker is believed whose certificate was signed by whom we trust`(
        _ version: BrokerEndpoint.Version
    ) async throws {
        let broker = try Self.broker()
        var plan = Self.plan(broker)
        plan.version = version
        let client = Client(plan)
        #expect(await client.opens())
        let number = client.connection?.publish(
            BrokerMessage(
                topic: "a", payload: [UInt8](repeating: 7, count: 100_000), isAcknowledged: true))
        #expect(await client.reason(of: number) != nil)
        client.connection?.stop()
    }

    @Test @LoopActor func `with a certificate of its own a client is let in`() async throws {
        let broker = try Self.broker(wantsCertificates: true)
        let client = Client(Self.plan(broker, client: "client"))
        #expect(await client.opens())
    }

    @Test(
        arguments: [
            (
                "other-ca.crt", nil, "localhost", false, "is not signed by",
                "signed by somebody else"
            ),
            (
                nil, nil, "localhost", false, "is not signed by the system's authorities",
                "not the system's"
            ),
            (
                "ca.crt", nil, "127.0.0.1", false, "is for another name than 127.0.0.1",
                "another name"
            ),
            (
                "ca.crt", nil, "localhost", true, "requires a client certificate",
                "none is shown"
            ),
            (
                "ca.crt", "stranger", "localhost", true, "the issuer of this client's certificate",
                "a stranger's"
            ),
            (
                "server.csr", nil, "localhost", false, "has no certificates",
                "no certificate in the file"
            ),
        ] as [(String?, String?, String, Bool, String, String)])
    @LoopActor func `where it is not believed, it is told why`(
        _ authority: String?, _ client: String?, _ host: String, _ wantsCertificates: Bool,
        _ words: String, _ why: String
    ) async throws {
        let broker = try Self.broker(wantsCertificates: wantsCertificates)
        let plan = Self.plan(broker, authority: authority, client: client, host: host)
        let failure = await Client(plan).fails()
        // What the broker has against a certificate may be lost with the connection; which side it is about is told all the same.
        let isTold =
            "\(failure.map { "\($0)" } ?? "none")".contains(words)
            || wantsCertificates
                && failure == .turnedAway(plan.place, hasCertificate: client != nil)
        #expect(isTold, "\(why): \(failure.map { "\($0)" } ?? "none")")
    }

    @Test(arguments: [
        (false, "it may require a client certificate", "none was shown"),
        (true, "it may not accept this client's certificate", "one was shown"),
    ])
    func `a broker that ends it without a word is told with what it may be about`(
        _ hasCertificate: Bool, _ words: String, _ why: String
    ) {
        let failure = BrokerFailure.turnedAway(
            .host("b", port: 8883), hasCertificate: hasCertificate)
        #expect("\(failure)".hasSuffix(words), "\(why)")
        #expect(failure.mayBeVersion, "and some have nothing against it but the version")
    }

    @Test @LoopActor func `a broker that does not encrypt is told from one that does`() async throws
    {
        let plain = try RealBroker()
        let encrypted = try Self.broker()
        var plan = Self.plan(encrypted)
        plan.place = .host("localhost", port: plain.port)
        let failure = await Client(plan, within: .seconds(3)).fails().map { "\($0)" } ?? "none"
        #expect(failure.contains("encrypt") || failure.contains("does not answer"), "\(failure)")
    }

    @Test @LoopActor func `a file that is not there is named`() async throws {
        let broker = try Self.broker()
        let failure = await Client(Self.plan(broker, authority: "none.crt")).fails()
        expect(failure, is: .file(broker.file("none.crt"), .noEntry))
    }

    @Test @LoopActor func `a key that belongs to another certificate is refused`() async throws {
        let broker = try Self.broker(wantsCertificates: true)
        var plan = Self.plan(broker, client: "client")
        plan.encryption?.key = broker.file("server.key")
        let failure = await Client(plan).fails().map { "\($0)" } ?? "none"
        #expect(
            failure.contains("do not belong together") || failure.contains("key cannot be used"),
            "\(failure)")
    }
}
