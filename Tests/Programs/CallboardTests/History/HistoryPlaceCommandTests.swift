import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Which history the commands look at, and what they say where that cannot be known or may not be
    /// looked at.
    struct HistoryPlaceCommandTests {
        private static let commands = [
            "history", "history --follow", "search x", "stats", "history export",
            "history import scenario", "history forget --app x --yes",
        ]

        @Test("mistakes in the environment are told by every command", arguments: commands)
        func mistakes(command: String) async throws {
            let outcome = try await ProgramTests.history(
                #"""
                set -- \#(command)
                export CALLBOARD_HISTORY_FOLDER="$dir/h" CALLBOARD_HISTORY_KEEP=soon
                "$0" "$@"; echo $?
                unset CALLBOARD_HISTORY_KEEP CALLBOARD_HISTORY_FOLDER
                CALLBOARD_HISTORY_FOLDR="$dir/h" "$0" "$@"; echo $?
                CALLBOARD_HISTORY_FOLDER=h "$0" "$@"; echo $?
                """#)
            expect(outcome.output, is: "78\n78\n78\n", "\(outcome.errors)")
            let sentences = outcome.errors.split(separator: "\n")
            expect(sentences.count, is: 3)
            for (sentence, words) in zip(
                sentences,
                [
                    "CALLBOARD_HISTORY_KEEP must be a time from 0s to",
                    "did you mean CALLBOARD_HISTORY_FOLDER?",
                    "CALLBOARD_HISTORY_FOLDER must be the path of a file",
                ])
            {
                #expect(sentence.contains(words), "\(sentence)")
            }
        }

        @Test func `mistakes elsewhere do not hide the history`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                export CALLBOARD_HISTORY_FOLDER="$dir/h" CALLBOARD_RADIO_SHAPE=round
                "$0" history -n 1 -F json | titles
                CALLBOARD_HISTORY_KEEP=soon look history -n 1 -F json | titles
                """#)
            expect(outcome.output, is: "上海 \n上海 \n")
            #expect(outcome.errors.isEmpty)
        }

        @Test("a history that is private to somebody else is told as that", arguments: commands)
        func privacy(command: String) async throws {
            // Root may look into every folder, unless it has given that up.
            let weakly =
                getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
            let outcome = try await ProgramTests.history(
                #"""
                set -- \#(command)
                chmod 0 h; \#(weakly) "$0" "$@" --history h; echo $?; chmod 700 h
                """#)
            expect(outcome.output, is: "77\n", "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix("callboard: the history in h is private to the user "))
            expect(outcome.errors.split(separator: "\n").count, is: 1)
        }
    }
}
