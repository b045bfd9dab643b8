import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// A phone is called otherwise, while the bridge runs and while it does not.
    struct RenameTests {
        private static let scenario = TestScenario.phone(
            #"""
            {"at": 0.1, "add": {"name": "a", "category": "social", "app": "com.apple.MobileSMS",
                "title": "Quince"}},
            {"at": 0.2, "set": {"name": "Second"}},
            {"at": 0.3, "add": {"name": "b", "category": "email", "app": "com.apple.mobilemail",
                "title": "Tamarind"}}
            """#)

        @Test func `a phone goes by its new name in lines, status and history`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                names() { sed -n 's/.*"phone":"\([^"]*\)".*"title":"\([A-Za-z]*\)".*/\2 of \1/p' "$1"; }
                start --scenario scenario -F json:a --history h
                until_true 'grep -q Tamarind a'; names a
                grep -c '"event":"renamed".*"was"' a
                ask status | grep -c 'Second'
                settle; end
                "$0" history --history h -F json > found; names found
                sed 's/"set": {"name": "Second"}/"set": {"name": "Third"}/; s/Quince/Rhubarb/' scenario > other
                sed -i '0,/"name": "[^"]*"/s//"name": "Fourth"/' other
                start --scenario other -F json:b --history h
                until_true 'grep -q Rhubarb b'; until_true 'grep -q renamed b'; settle; end
                "$0" history --history h -F json > found; names found | sort -u
                """#, scenario: Self.scenario)
            expect(
                outcome.lines,
                is: [
                    "Quince of Mara's iPhone", "Tamarind of Second", "1", "1", "ended 143",
                    "Tamarind of Second", "Quince of Second", "ended 143", "Quince of Third",
                    "Rhubarb of Third", "Tamarind of Third",
                ], "\(outcome.errors)")
        }
    }
}
