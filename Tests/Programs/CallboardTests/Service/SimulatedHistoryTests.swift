import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// Simulated phones write nothing where real ones do.
    struct SimulatedHistoryTests {
        /// An export of a real phone.
        private static let real = KeptNotice.lines([
            KeptNotice(time: KeptNotice.hour(3, 10), title: "Damson", message: "a real one")
        ])

        @Test func `a history that was not made for them is refused, and stays as it was`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                "$0" history import scenario --history "$dir/h" 2> /dev/null
                cp h/history.db before
                "$0" run --radio simulated --config conf --socket "$dir/s" -F null --history "$dir/h"; echo $?
                "$0" demo --history "$dir/h"; echo $?
                "$0" history forget --app Messages --yes --history "$dir/h" > /dev/null 2>&1
                "$0" run --radio simulated --config conf --socket "$dir/s" -F null --history "$dir/h"; echo $?
                "$0" demo --history "$dir/h"; echo $?
                """#, scenario: Self.real)
            expect(outcome.lines, is: ["64", "1", "64", "1"])
            let refused =
                "has a history that was not made for simulated phones; name another folder, "
            let made = "has a history that the demo did not make; name another folder"
            let ends = outcome.errors.split(separator: "\n").map {
                $0.replacing(#//[^ ]*/h/#, with: "H")
            }
            expect(
                ends,
                is: [
                    "callboard: H \(refused)such as --history H/simulated", "callboard: H \(made)",
                    "callboard: H \(refused)such as --history H/simulated", "callboard: H \(made)",
                ])
        }

        @Test func `the folder in which real phones have theirs is refused before there is one`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                export STATE_DIRECTORY="$dir/state" CALLBOARD_HISTORY_FOLDER="$dir/kept"
                mkdir state kept; ln -s kept link
                for place in kept link state; do
                    "$0" run --radio simulated --config conf --socket "$dir/s" -F null --history "$dir/$place"
                    echo $?; ls -A $place
                done
                """#)
            expect(outcome.lines, is: ["64", "64", "64"])
            #expect(
                outcome.errors.contains(
                    "/link is where the bridge of real phones keeps its history; name another folder, "
                        + "such as --history"), "\(outcome.errors)")
        }

        @Test func `a history of an earlier simulation goes on`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkdir state
                "$0" history import scenario --history "$dir/state/simulated" 2> /dev/null
                printf '[radio]\nradio = simulated\n' > conf
                "$0" run --config conf --state "$dir/state" --socket "$dir/s" -F null 2>> errors & bridge=$!
                until_true '"$0" search --history state/simulated davidson > /dev/null'
                end
                "$0" search --history state/simulated damson > /dev/null && echo kept
                """#, scenario: Self.real)
            expect(outcome.lines, is: ["ended 143", "kept"], "\(outcome.errors)")
        }

        @Test func `a named history is refused with radio = simulated as well`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkdir state
                "$0" history import scenario --history "$dir/h" 2> /dev/null
                printf '[radio]\nradio = simulated\n' > conf
                "$0" run --config conf --state "$dir/state" --socket "$dir/s" -F null --history "$dir/h"
                echo $?
                "$0" search --history h damson > /dev/null && echo kept
                """#, scenario: Self.real)
            expect(outcome.lines, is: ["64", "kept"], "\(outcome.errors)")
            #expect(outcome.errors.contains("was not made for simulated phones"))
        }

        @Test func `files of the usual configuration are left alone, and that is said`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                export HOME="$dir" XDG_CONFIG_HOME="$dir/config"
                mkdir -p config/callboard; echo real > lines.csv
                printf '[output lines]\nformat = csv\nfile = %s/lines.csv\n' "$dir" > config/callboard/callboard.conf
                as() { exec "$@"; }
                if [ "$(id -u)" = 0 ]; then
                    chmod -R a+rwX "$dir"; as() { exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
                fi
                as "$0" run --radio simulated --scenario scenario --socket "$dir/s" -F json:a 2>> errors & bridge=$!
                until_true 'grep -q ringing a'; kill $bridge; wait $bridge; echo "ended $?"
                cat lines.csv; sed 's/ [^ ]*lines.csv/ FILE/' errors | grep -o 'simulated phones write .*'
                """#)
            expect(
                outcome.lines,
                is: [
                    "ended 143", "real",
                    "simulated phones write nothing to what the configuration has for real ones: FILE; "
                        + "--config FILE names a configuration to try",
                ], "\(outcome.errors)")
        }
    }
}
