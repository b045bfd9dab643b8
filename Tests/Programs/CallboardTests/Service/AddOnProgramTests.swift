import Expecting
import Testing

extension ProgramTests {
    /// What programs that work beside a bridge say of themselves, as a person sees it.
    struct AddOnProgramTests {
        @Test func `status tells how a companion is, and that it has gone`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F null
                mkfifo wish; socat - "UNIX-CONNECT:$dir/s" < wish > said & others=$!
                exec 3> wish
                look() {
                    until_true "ask status | grep -q '$1'"
                    ask status | grep Add-on | sed 's/, for [0-9]* s//'
                }
                say() { echo "{\"do\":\"companion\",\"name\":\"mqtt\",$1}" >&3; }
                say '"works":true,"words":"connected to b.example","waiting":3'; look 'mqtt works'
                say '"works":false,"words":"refused \u001b[2J","lost":12,"trouble":"no route"'
                look 'mqtt fails'
                say '"works":true,"words":"w","since":"yesterday"'
                until_true 'grep -q bad_request said'; grep -o 'since must be a time' said
                exec 3>&-; look 'mqtt is gone'
                end
                """#)
            expect(
                outcome.lines,
                is: [
                    "Add-on    mqtt works: connected to b.example, 3 wait",
                    "Add-on    mqtt fails: refused [2J, 12 lost, last trouble: no route",
                    "since must be a time", "Add-on    mqtt is gone", "ended 143",
                ], "\(outcome.errors)")
        }
    }
}
