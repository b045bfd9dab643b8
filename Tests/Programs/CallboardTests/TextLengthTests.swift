import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// How much of a text the phone is asked for, which a person may choose.
    struct TextLengthTests {
        /// The only notice of a phone, with a title of 20 bytes and a message of 65,535.
        private static func notice(
            _ words: [String], message: String = String(repeating: "m", count: 65_535)
        ) async throws -> [String: Any] {
            let title = String(repeating: "t", count: 20)
            let scenario = """
                {"format": 1, "phones": [{"name": "A", "existing": [{"name": "x", \
                "app": "com.apple.mobilephone", "title": "\(title)", \
                "message": "\(message)"}]}]}
                """
            let outcome = try await ProgramTests.shell(
                #"exec "$0" demo --speed 10000 --format json --scenario - "$@""#, words,
                input: scenario)
            expect(outcome.status, is: 0)
            let notices = try outcome.events().filter { $0["title"] != nil }
            expect(notices.count, is: 1)
            return try #require(notices.first)
        }

        @Test(
            "a long message is cut at the length that was asked for",
            arguments: [
                ([], 20, 2_048, "what holds by itself"),
                (["--text-length", "100"], 20, 100, "less"),
                (["--text-length=16"], 16, 16, "the least; a title is a text like any other"),
                (["--text-length", "65535"], 20, 65_535, "the most that can be asked for"),
                (["--text-length", "50", "--text-length", "60"], 20, 60, "the last word counts"),
            ] as [([String], Int, Int, Comment)])
        func length(words: [String], title: Int, message: Int, why: Comment) async throws {
            let outcome = try await Self.notice(words)
            #expect((outcome["title"] as? String)?.utf8.count == title, why)
            #expect((outcome["message"] as? String)?.utf8.count == message, why)
            #expect(outcome["message_size"] as? Int == 65_535, why)
            #expect(outcome["app_id"] as? String == "com.apple.mobilephone", why)
            #expect(outcome["incomplete"] == nil, why)
        }

        @Test func `a character that the length cuts in two is left out`() async throws {
            let notice = try await Self.notice(["--text-length", "17"], message: "ééééééééé")
            #expect(notice["message"] as? String == "éééééééé")
            let bytes = notice["bytes"] as? [String: String]
            expect(bytes?["message"], is: String(repeating: "c3a9", count: 8) + "c3")
        }
    }
}
