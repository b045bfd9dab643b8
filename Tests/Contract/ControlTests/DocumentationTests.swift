import ContractSupport
import Expecting
import Foundation
import JSON
import Linux
import Support
import Testing
import Waiting

@testable import Control

extension ControlTests {
    /// `Docs/reference/control.md` is a promise to other people's programs: it must say what the code does.
    struct DocumentationTests {
        private static let document = (try? Checkout.text("Docs/reference/control.md")) ?? ""

        /// The version in the examples, which a release writes.
        private static let version =
            document.firstMatch(of: /"hello":"callboard","version":"([0-9.]+)"/).map {
                String($0.1)
            }
            ?? ""

        private static let lines = document.split(separator: "\n").map(String.init)

        /// The cells of the row that begins with one.
        private func row(_ first: String) -> [String] {
            let line = Self.lines.first { $0.hasPrefix("| \(first) |") } ?? ""
            return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }

        /// The backquoted words of a cell.
        private func words(_ cell: String) -> [String] {
            cell.split(separator: "`").map(String.init).filter {
                !$0.contains(where: { ", ".contains($0) })
            }
        }

        @Test func `every line of the examples is one`() throws {
            let examples = Self.lines.filter { $0.hasPrefix("> ") || $0.hasPrefix("< ") }
            #expect(examples.count > 15)
            for example in examples where !example.contains("stauts") {
                let bytes = Array(example.dropFirst(2).utf8)
                if example.hasPrefix(">") {
                    #expect(throws: Never.self) { try ControlMessage(parsing: bytes) }
                } else {
                    #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
                }
            }
            for line in [
                ControlLines.hello(version: Self.version), ControlLines.lost(12), ControlLines.bye,
            ] {
                #expect(Self.document.contains("\n< " + String(decoding: line, as: UTF8.self)))
            }
        }

        @Test func `the conversation goes as it is written`() async throws {
            try await LoopThread.run {
                let section = Self.document.components(separatedBy: "## Example").last ?? ""
                let lines = section.components(separatedBy: "```")[1].split(separator: "\n").map(
                    String.init)
                let bench = try ControlBench()
                let client = try bench.connect()
                var heard: [String] = []
                for line in lines {
                    if line.hasPrefix("> ") {
                        client.send(String(line.dropFirst(2)))
                    } else {
                        if line.contains("bye") { bench.server?.finish(within: Patience.limit) {} }
                        heard.append(
                            String(line.dropFirst(2)).replacing(
                                #""version":"\(Self.version)""#,
                                with: #""version":"\(ControlBench.version)""#))
                        await expect(client.lines(heard.count), is: heard)
                    }
                }
                expect(heard.count, is: 6)
            }
        }

        @Test func `every request has its row, with its right and its fields`() {
            for request in allRequests {
                let row = row("`\(request.word)`")
                expect(row.count, is: 4, "\(request.word)")
                expect(row.dropFirst().first, is: request.right.rawValue, "\(request.word)")
                expect(words(row.dropFirst(2).first ?? ""), is: request.fieldNames)
            }
        }

        @Test(arguments: [
            ControlRefusal.Code.badRequest, .tooLong, .garbage, .notAllowed, .busy, .unread,
            .notFound, .ambiguous, .stopping, .failed,
        ])
        func `every word for an error is explained`(_ code: ControlRefusal.Code) {
            expect(row("`\(code.rawValue)`").count, is: 2)
        }

        @Test(arguments: [
            ("clients at a time", ControlLimits.clients),
            ("clients of a user", ControlLimits.clientsOfUser),
            (
                "clients of an add-on service that are always accepted",
                ControlLimits.clientsOfService
            ),
            ("bytes that wait for all clients together", ControlLimits.allWaiting),
            ("bytes of a request", ControlLimits.requestLine),
            ("invalid lines in a row", ControlLimits.mistakes),
            ("unanswered requests of a client", ControlLimits.openRequests),
            ("bytes of answers that a client has not read", ControlLimits.unreadAnswers),
            ("bytes that wait for a client to read them", ControlLimits.output),
            ("bytes of a text in a request", ControlLimits.text),
            ("bytes of a text for `show`", ControlLimits.shownText),
            ("bytes of search words", ControlLimits.words),
            ("elements of a list in a request", ControlLimits.list),
            (
                "seconds to read the reason before the connection ends",
                Int(ControlLimits.parting.components.seconds)
            ),
        ])
        func `the limits are those of the code`(_ what: String, _ limit: Int) {
            expect(row(what).dropFirst().first, is: String(limit))
        }
    }
}
