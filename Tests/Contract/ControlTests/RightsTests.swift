import Expecting
import Linux
import Support
import Testing

@testable import Control

extension ControlTests {
    /// Who may do what, and where the socket is.
    struct RightsTests {
        private static let readers = UserGroup(name: "callboard", number: 500)
        private static let actors = UserGroup(name: "operators", number: 600)
        private static let rights = ControlRights(user: 90, readGroup: readers, actGroup: actors)

        private static func peer(_ user: UInt32, _ group: UInt32, _ more: UInt32...)
            -> PeerCredentials
        {
            PeerCredentials(process: 1, user: user, group: group, supplementaryGroups: more)
        }

        @Test(arguments: [
            (peer(0, 0), true, true, "root"), (peer(90, 90), true, true, "the bridge's own user"),
            (peer(1000, 1000), false, false, "anybody"),
            (peer(1000, 500), true, false, "the group is the main one"),
            (peer(1000, 1000, 4, 500), true, false, "the group is a further one"),
            (peer(1000, 1000, 600), false, true, "acting is not reading"),
            (peer(1000, 1000, 600, 500), true, true, "both"),
            (peer(500, 600), false, true, "a user's number is no group's"),
        ])
        func `rights go by user and groups`(
            _ peer: PeerCredentials, _ mayRead: Bool, _ mayAct: Bool, _ why: String
        ) {
            expect((Self.rights.refusal(of: peer, .read) == nil), is: mayRead, "\(why)")
            expect((Self.rights.refusal(of: peer, .act) == nil), is: mayAct, "\(why)")
        }

        @Test func `the whole history is for root, the bridge's own user and one group`() {
            var rights = Self.rights
            let (reader, actor) = (Self.peer(1000, 500), Self.peer(1000, 600))
            for peer in [reader, actor] {
                expect(
                    rights.refusal(of: peer, .handOver)?.sentence,
                    is: "to do this one must be root or the bridge's own user")
            }
            rights.handOverGroup = UserGroup(name: "callboard-central", number: 700)
            for peer in [Self.peer(0, 0), Self.peer(90, 90), Self.peer(1000, 500, 700)] {
                expect(rights.refusal(of: peer, .handOver), is: nil)
            }
            expect(
                rights.refusal(of: reader, .handOver)?.sentence,
                is: "to do this one must be in the group callboard-central, or root")
            expect(
                rights.place(at: "/x"), is: Self.rights.place(at: "/x"), "who reads can connect")
        }

        @Test func `who may watch may not look back for that reason`() {
            var rights = Self.rights
            let reader = Self.peer(1000, 500)
            expect(
                rights.refusal(of: reader, .lookBack)?.sentence,
                is: "to read this one must be root or the bridge's own user")
            rights.lookBackGroup = UserGroup(name: "callboard-wall", number: 800)
            for peer in [Self.peer(0, 0), Self.peer(90, 90), Self.peer(1000, 500, 800)] {
                expect(rights.refusal(of: peer, .lookBack), is: nil)
            }
            expect(
                rights.refusal(of: reader, .lookBack)?.sentence,
                is: "to read this one must be in the group callboard-wall, or root")
            expect(rights.refusal(of: Self.peer(1000, 800), .read)?.code, is: .notAllowed)
        }

        @Test func `a proxy in the group of the wall sees nothing of what was kept`() {
            var rights = Self.rights
            rights.lookBackGroup = UserGroup(name: "callboard-wall", number: 800)
            rights.handOverGroup = UserGroup(name: "callboard-central", number: 700)
            let proxy = Self.peer(33, 33, 700, 800)
            for right in [ControlRight.lookBack, .handOver] {
                expect(
                    rights.refusal(of: proxy, right)?.sentence,
                    is: "to read this one must be in the group callboard, or root")
            }
        }

        @Test func `a refusal names the group`() {
            let peer = Self.peer(1000, 1000)
            let refusal = Self.rights.refusal(of: peer, .act)
            expect(refusal?.code, is: .notAllowed)
            expect(refusal?.sentence, is: "to do this one must be in the group operators, or root")
            expect(
                Self.rights.refusal(of: peer, .read)?.sentence,
                is: "to read this one must be in the group callboard, or root")
            expect(
                ControlRights(user: 90).refusal(of: peer, .read)?.sentence,
                is: "to read this one must be root or the bridge's own user")
        }

        @Test func `the socket is open to those who have a right`() {
            func place(_ read: UserGroup?, _ act: UserGroup?) -> SocketPlace {
                ControlRights(user: 90, readGroup: read, actGroup: act).place(at: "/x")
            }
            let (one, two) = (Self.readers, Self.actors)
            expect(place(nil, nil), is: SocketPlace(path: "/x", mode: 0o600))
            expect(place(one, nil), is: SocketPlace(path: "/x", mode: 0o660, group: one))
            expect(place(nil, two), is: SocketPlace(path: "/x", mode: 0o660, group: two))
            expect(place(one, one), is: SocketPlace(path: "/x", mode: 0o660, group: one))
            expect(place(one, two), is: SocketPlace(path: "/x", mode: 0o666))
        }

        @Test func `everybody has the place that belongs to them`() {
            var rights = Self.rights
            rights.lookBackGroup = UserGroup(name: "wall", number: 700)
            rights.services = [95, 96]
            let refusal = ControlRefusal(
                .notAllowed,
                "only root and members of the group callboard or operators may connect")
            let expected: [(PeerCredentials, ControlStanding, String)] = [
                (Self.peer(0, 0), .owner, "root"), (Self.peer(90, 1), .owner, "the bridge's own"),
                (Self.peer(1000, 500), .user, "a reader"),
                (Self.peer(1000, 1000, 600), .user, "who may act"),
                (Self.peer(95, 95, 500), .service, "an add-on service"),
                (Self.peer(96, 700, 500), .service, "one that may look back"),
                (Self.peer(95, 95), .stranger(refusal), "an add-on service without a right"),
                (Self.peer(1000, 700), .stranger(refusal), "looking back needs reading"),
                (Self.peer(1000, 1000, 501), .stranger(refusal), "anybody"),
            ]
            for (peer, standing, why) in expected {
                expect(rights.standing(of: peer), is: standing, "\(why)")
            }
            rights.actGroup = Self.readers
            expect(
                rights.standing(of: Self.peer(1000, 1000)),
                is: .stranger(
                    ControlRefusal(
                        .notAllowed, "only root and members of the group callboard may connect")))
            rights = ControlRights(user: 90)
            expect(
                rights.standing(of: Self.peer(1000, 1000)),
                is: .stranger(
                    ControlRefusal(
                        .notAllowed, "only root and the bridge's own user may connect")))
        }

        @Test @LoopActor
        func `who has no right at all is told so and keeps no place`() async throws {
            LoopThread.start()
            let bench = try ControlBench(clientLimit: 2)
            let first = try bench.connect()
            await expect(first.lines(1).count, is: 1)
            bench.standing = .stranger(ControlRefusal(.notAllowed, "not you"))
            for _ in 0..<5 {
                let client = try bench.connect()
                client.send(#"{"do":"status"}"#)
                #expect(await client.end())
                expect(
                    client.lines, is: [#"{"ok":false,"error":"not_allowed","says":"not you"}"#])
            }
            expect(bench.server?.clientCount, is: 1)
            expect(bench.server?.counters.turnedAway, is: 5)
            // Who loses the last right loses the place as well.
            bench.server?.checkRights()
            #expect(await first.end())
            expect(first.lines.last?.contains("not you"), is: true)
            expect(await eventually { bench.server?.clientCount == 0 })
        }

        @Test(
            arguments: [
                (true, nil, "/run/user/0", ControlPath.system),
                (false, "/run/callboard", nil, ControlPath.system),
                (false, "/run/other:/run/callboard", "/run/user/5", ControlPath.system),
                (false, nil, "/run/user/5", "/run/user/5/callboard/control.sock"),
                (false, "/run/other", "/run/user/5", "/run/user/5/callboard/control.sock"),
                (false, nil, nil, nil), (false, nil, "relative", nil),
            ] as [(Bool, String?, String?, String?)])
        func `a server listens where its user may`(
            _ isRoot: Bool, _ service: String?, _ user: String?, _ path: String?
        ) {
            expect(
                ControlPath.server(isRoot: isRoot, serviceFolder: service, userFolder: user),
                is: path)
        }

        @Test(
            arguments: [
                (true, false, "/run/user/0", ControlPath.system),
                (false, true, "/run/user/5", ControlPath.system),
                (false, false, "/run/user/5", "/run/user/5/callboard/control.sock"),
                (false, false, nil, ControlPath.system),
            ] as [(Bool, Bool, String?, String)])
        func `a client looks for the service first`(
            _ isRoot: Bool, _ isThere: Bool, _ user: String?, _ path: String
        ) {
            expect(ControlPath.client(isRoot: isRoot, userFolder: user) { _ in isThere }, is: path)
        }

        @Test @LoopActor
        func `a client without rights is told what it lacks`() async throws {
            LoopThread.start()
            let bench = try ControlBench()
            bench.strangers = Self.rights
            bench.standing = .user
            let client = try bench.connect()
            client.send(#"{"do":"status","id":1}"#)
            client.send(#"{"do":"reload","id":2}"#)
            let lines = await client.lines(3)
            expect(lines.dropFirst().first?.contains("in the group callboard"), is: true)
            expect(lines.last?.contains("in the group operators"), is: true)
            #expect(bench.requests.isEmpty)
            bench.strangers = nil
            client.send(#"{"do":"tail"}"#)
            await expect(client.lines(4).count, is: 4)
            bench.strangers = Self.rights
            bench.server?.checkRights()
            #expect(await client.end())
            expect(client.lines.last?.contains("not_allowed"), is: true)
        }

        @Test func `a bridge that does not run is started where it is looked for`() {
            for (path, command) in [
                (ControlPath.system, "sudo systemctl enable --now callboard"),
                ("./s", "callboard run --socket ./s"),
            ] { expect(ControlPath.start(at: path), is: command) }
        }
    }
}
