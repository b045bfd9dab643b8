import Control
import Expecting
import Foundation
import JSON
import Linux
import Support
import Testing
import Waiting

extension ControlTests {
    /// The client's side, with a real server and with false ones.
    struct ClientTests {
        init() {
            LoopThread.start()
        }

        /// Collects what a client hears.
        @LoopActor
        private final class Ear {
            var version: String?
            var events: [String] = []
            var failure: ControlFailure?

            nonisolated init() {}

            func take(_ news: ControlClient.News) {
                switch news {
                case .hello(let version): self.version = version
                case .event(_, let line): events.append(String(decoding: line, as: UTF8.self))
                case .ended(let failure): self.failure = failure
                }
            }

            func end() async -> ControlFailure? {
                _ = await eventually { self.failure != nil }
                return failure
            }
        }

        private func name(of failure: ControlFailure?) -> String {
            switch failure {
            case .notABridge: "notABridge"
            case .otherVersion(let version): "otherVersion(\(version))"
            case .turnedAway(let refusal): "turnedAway: \(refusal.sentence)"
            case .gone: "gone"
            default: "something else"
            }
        }

        @LoopActor
        private func ask<Request: ControlRequest>(
            _ client: ControlClient, _ request: Request,
            within limit: Duration? = Patience.limit
        ) async -> Result<Answered<Request.Answer>, AskFailure> {
            await withCheckedContinuation { done in
                client.ask(request, within: limit) { done.resume(returning: $0) }
            }
        }

        @Test @LoopActor func `questions are answered and events are heard until the end`()
            async throws
        {
            let (bench, ear) = (try ControlBench(), Ear())
            let client = ControlClient(path: bench.path, within: Patience.limit) { ear.take($0) }
            let status = try await ask(client, StatusRequest()).get()
            try expect(
                JSONFields(anyKeysOf: JSONField(status.json)).required("phones").integer(in: 0...9),
                is: 1)
            expect(ear.version, is: "0.1.0")
            let refusal = ControlRefusal(.notFound, "no call rings")
            guard case .failure(.refused(refusal)) = await ask(client, ActRequest(.answer)) else {
                Issue.record("done")
                return
            }
            _ = await ask(client, TailRequest())
            bench.publish(5)
            expect(await eventually { ear.events.count == 1 })
            expect(ear.events, is: [#"{"v":1,"event":"added","uid":5,"x":""}"#])
            await bench.finish()
            await expect(ear.end(), is: .stopped)
            guard case .failure(.failed(.gone)) = await ask(client, StatusRequest()) else {
                Issue.record("a connection that has ended answers")
                return
            }
        }

        @Test @LoopActor func `an answer that does not come is not waited for`() async throws {
            let (bench, ear) = (try ControlBench(), Ear())
            bench.answersAtOnce = false
            let client = ControlClient(path: bench.path, within: Patience.limit) { ear.take($0) }
            guard
                case .failure(.failed(.noAnswer)) = await ask(
                    client, StatusRequest(), within: .milliseconds(30))
            else {
                Issue.record("an answer")
                return
            }
            for (_, exchange) in bench.open { exchange.done() }
            bench.answersAtOnce = true
            #expect(try await ask(client, StatusRequest()).get().json["re"] != nil)
            expect(ear.failure, is: nil)
        }

        @Test @LoopActor func `nobody there is told with what to do`() async throws {
            let ear = Ear()
            let client = ControlClient(path: "/no/such/socket") { ear.take($0) }
            await expect(ear.end(), is: .noBridge(path: "/no/such/socket"))
            client.stop()
            let table: [(ControlFailure, String)] = [
                (
                    .noBridge(path: ControlPath.system),
                    "no bridge is running: "
                        + (InstalledUnits.start(["callboard", "callboard-kernel"])
                            ?? "callboard run")
                ),
                (
                    .noBridge(path: "/x"),
                    "no bridge is running at /x: callboard run --socket /x starts one there"
                ),
                (
                    .denied(path: "/x", group: "callboard"),
                    "permission denied: be in group callboard or use sudo"
                ),
                (.denied(path: "/x", group: "root"), "permission denied: use sudo"),
                (.denied(path: "/x", group: nil), "permission denied: use sudo"),
                (.notASocket(path: "/x"), "/x is a file, not the socket of a bridge"),
                (.turnedAway(ControlRefusal(.busy, "too many")), "too many"),
            ]
            for (failure, sentence) in table { expect("\(failure)", is: sentence) }
        }

        @Test(arguments: [
            ("HTTP/1.1 200 OK\r\n", "notABridge"), ("\n", "notABridge"), ("{}\n", "notABridge"),
            (#"{"v":1,"hello":"someone","version":"1"}"# + "\n", "notABridge"),
            (#"{"v":2,"hello":"callboard","version":"9"}"# + "\n", "otherVersion(2)"),
            (#"{"ok":false,"error":"busy","says":"full"}"# + "\n", "turnedAway: full"),
            (#"{"v":1,"hello":"callboard","version":"0"}"# + "\n", "gone"),
            (#"{"v":1,"hello":"callboard","version":"0"}"# + "\n{\"ok\":1}\n", "notABridge"),
            (#"{"v":1,"event":"bye"}"# + "\n", "notABridge"), ("", "notABridge"),
        ])
        @LoopActor func `what is no bridge is not taken for one`(_ text: String, _ failure: String)
            async throws
        {
            let path = FileManager.default.temporaryDirectory.appending(path: "f-\(UUID()).sock")
                .path
            let listener = try ListeningSocket(at: SocketPlace(path: path))
            let ear = Ear()
            let client = ControlClient(path: path, within: Patience.limit) { ear.take($0) }
            client.ask(StatusRequest(), within: nil) { _ in }
            var served: [Int32] = []
            expect(
                await eventually {
                    guard let socket = try? listener.accept() else { return ear.failure != nil }
                    _ = try? socket.send(Array(text.utf8)[...])
                    served.append(socket.rawValue)
                    return false
                })
            expect(name(of: ear.failure), is: failure)
            try? FileManager.default.removeItem(atPath: path + ".lock")
        }

        @Test @LoopActor func `a bridge that says nothing is not waited for`() async throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "q-\(UUID()).sock")
                .path
            let listener = try ListeningSocket(at: SocketPlace(path: path))
            let ear = Ear()
            let client = ControlClient(path: path, within: .milliseconds(30)) { ear.take($0) }
            await expect(ear.end(), is: .noAnswer)
            client.stop()
            #expect(listener.rawValue >= 0)
            try? FileManager.default.removeItem(atPath: path + ".lock")
        }

        @Test @LoopActor func `one question needs no more than a call`() async throws {
            let bench = try ControlBench()
            for _ in 0..<3 {
                let answer = try await ControlClient.ask(StatusRequest(), at: bench.path)
                expect(answer.json.number("re"), is: 1)
            }
            expect(await eventually { bench.server?.clientCount == 0 })
        }

        /// Lets crowds come and go, and returns how many descriptors are open that were not before.
        @LoopActor
        static func descriptorsLeftBehind() async throws -> Int {
            let bench = try ControlBench()
            func visit() async throws {
                let clients = try (0..<50).map { _ in try bench.connect() }
                for client in clients { client.send(#"{"do":"tail"}"#) }
                _ = await eventually { clients.allSatisfy { $0.lines.count == 2 } }
                for client in clients { client.close() }
                _ = await eventually { bench.server?.clientCount == 0 }
            }
            try await visit()
            let before = ControlBench.descriptors()
            for _ in 0..<5 { try await visit() }
            return ControlBench.descriptors() - before
        }

        @Test func `clients that come and go leave no descriptors behind`() async {
            // In a process of its own: other tests open and close descriptors too.
            await #expect(processExitsWith: .exitCode(7)) {
                LoopThread.start()
                exit(try await ClientTests.descriptorsLeftBehind() == 0 ? 7 : 1)
            }
        }

        @Test func `the blocking way ends where nobody is there`() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let result = ControlClient.ask(StatusRequest(), at: "/no/such/socket")
                guard case .failure(.failed(.noBridge)) = result else { exit(1) }
                exit(7)
            }
        }
    }
}
