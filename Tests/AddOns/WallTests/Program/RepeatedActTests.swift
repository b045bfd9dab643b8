import Expecting
import Foundation
import JSON
import Linux
import ServingSupport
import Support
import Testing
import WebSupport

extension ProgramTests {
    /// Acts that come twice, late, without a right, or were meant for what is no more.
    struct RepeatedActs {
        init() {
            LoopThread.start()
        }

        private static let looker = "looker-0123456789"

        /// What a wall answers to an act.
        @LoopActor
        private func act(
            _ act: String, _ notice: String, _ house: House, token: String = House.token
        ) async throws -> String {
            let connection = try house.connect()
            connection.post(
                "/act", "{\"act\":\"\(act)\",\"notice\":\"\(notice)\"}",
                [
                    "X-Callboard: 1", "Content-Type: application/json",
                    "Authorization: Bearer \(token)",
                ])
            let answer = try #require(await connection.answer())
            return "\(answer.status) \(answer.text)"
        }

        /// The name of the first of a list of the board; empty where nothing is in it.
        @LoopActor
        private func first(of list: String, _ house: House) async throws -> String {
            let board = try #require(await house.get("/board", ProgramTests.bearer))
            let value = try JSONValue(parsing: Array(board.text.utf8))
            return value.list(list).first?.text("id") ?? ""
        }

        @Test @LoopActor func `they do nothing, and say why`() async throws {
            let house = try await House()
            try house.folder.write(
                "kiosk full act \(House.token)\nlooker full \(Self.looker)\n", to: "tokens")
            let wall = try #require(house.wall)
            kill(wall.process, SIGHUP)
            #expect(try await answersEventually { try await first(of: "calls", house) != "" })
            let call = try await first(of: "calls", house)
            let notice = try await first(of: "rows", house)
            #expect(
                try await answersEventually {
                    try await act("answer", call, house, token: Self.looker).hasPrefix("403")
                })
            for (what, of, token, status, why) in [
                ("answer", call, "nobody-0123456789", "401", "a token that there is not"),
                ("answer", notice, House.token, "409", "no call"),
                ("clear", call, House.token, "409", "a call"),
                ("answer", call, House.token, "200", "the first time"),
                ("answer", call, House.token, "409", "once more"),
                ("clear", notice, House.token, "200", "the first time"),
            ] {
                let answer = try await act(what, of, house, token: token)
                #expect(answer.hasPrefix(status), "\(what), \(why): \(answer)")
            }
            let gone = "409 {\"ok\":false,\"words\":\"it is no longer on the phone\"}\n"
            #expect(try await answersEventually { try await act("clear", notice, house) == gone })
            #expect(try await act("decline", call, house).hasPrefix("200"), "it is talked")
            #expect(try await answersEventually { try await first(of: "calls", house) == "" })
            for late in ["answer", "decline"] {
                let answer = try await act(late, call, house)
                #expect(
                    answer.contains("the call is over") || answer == gone, "\(late): \(answer)")
            }
            house.killBridge()
            try house.startBridge()
            #expect(
                try await answersEventually {
                    let new = try await first(of: "calls", house)
                    return new != "" && new != call
                })
            let again = try await first(of: "calls", house)
            for late in ["answer", "decline"] {
                try await expect(act(late, call, house), is: gone, "the phone has another call")
            }
            let board = try #require(await house.get("/board", ProgramTests.bearer))
            #expect(board.text.contains("\"state\":\"ringing\""), "\(board.text)")
            #expect(try await act("decline", again, house).hasPrefix("200"))
        }
    }
}
