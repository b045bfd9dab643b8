import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// A running bridge with a lamp, in a folder like those of the kernel.
    struct LampTests {
        private static let parts = #"""
            mkdir lamp; echo '[none] timer' > lamp/trigger; echo 0 > lamp/brightness
            echo 255 > lamp/max_brightness
            { printf '[control]\nsocket = %s\n' "$dir/s"; printf '[led door]\ndevice = %s\n' "$dir/lamp"; } > conf
            lamp() { echo "$(tr -d '\n' < lamp/trigger) $(tr -d '\n' < lamp/brightness)"; }

            """#

        @Test func `it blinks for a call, and is as it was once the bridge ends`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.parts + #"""
                    start --scenario scenario -F null
                    until_true 'grep -q timer lamp/trigger'; lamp
                    ask status | grep led | sed "s:$dir:DIR:"
                    "$0" doctor --config conf --json | grep -o 'led door ([^)]*): the bridge uses it' | sed "s:$dir:DIR:"
                    end; lamp
                    """#, scenario: TestScenario.ring)
            expect(
                outcome.lines,
                is: [
                    "timer 255", "Output    led door (DIR/lamp), works",
                    "led door (DIR/lamp): the bridge uses it", "ended 143", "none 0",
                ], "\(outcome)")
        }

        @Test func `one outlet is tested by its name, through the bridge or without one`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                Self.parts + #"""
                    start --scenario scenario -F null; until_true 'grep -q timer lamp/trigger'
                    "$0" test door --config conf
                    "$0" test window --config conf; echo $?; end; lamp
                    # A test goes on for ten seconds; one that ended before the next word is made again.
                    start --scenario scenario -F null > /dev/null; until_true 'grep -q timer lamp/trigger'
                    until_true '"$0" test door --config conf > begun; "$0" test "led door" --config conf 2> /dev/null; test $? = 75'
                    end
                    once() {
                        "$0" test door --config conf > begun & test=$!
                        until grep -q timer lamp/trigger || ! kill -0 $test 2> /dev/null; do sleep 0.03; done
                        kill $test; wait $test; test $? = 143
                    }
                    until_true once; cat begun; lamp
                    """#, scenario: TestScenario.ring)
            let shows =
                "shows a call that rings and is missed, then a voicemail; after 10 seconds it is as "
                + "it was"
            expect(
                outcome.lines,
                is: [
                    "led door: the running bridge \(shows)", "1", "ended 143", "none 0",
                    "ended 143", "led door: this command \(shows)", "none 0",
                ], "\(outcome.errors)")
            #expect(outcome.errors.contains("no outlet is called window; there is led door"))
        }
    }
}
