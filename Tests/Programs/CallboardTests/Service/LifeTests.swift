import Expecting
import Foundation
import Linux
import Testing

extension ProgramTests {
    /// How a bridge begins, lives among others, and ends.
    struct LifeTests {
        @Test func `a second bridge on the same socket is turned away, whatever it has opened`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                "$0" run --radio simulated --socket s --config conf -F json:b; echo $?
                ask status | grep -c Bridge; end
                """#)
            expect(outcome.output, is: "69\n1\nended 143\n")
            expect(
                outcome.errors,
                is: "callboard: the control socket cannot be used: s: another process listens "
                    + "there already\n")
        }

        @Test func `a bridge that was killed is followed by another one`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                for round in 1 2 3 4 5 6; do
                    "$0" run --radio simulated --socket s --config conf --scenario scenario \
                        -F json:a 2>> errors & bridge=$!
                    sleep 0.$((round * 5 / 3)); end KILL
                done
                start --scenario scenario -F json:a
                until_true 'tail -n 1 a | grep -q Quince'
                end; grep -cv '^{.*}$' a; cat errors
                """#, scenario: TestScenario.ticks)
            let killed = Array(repeating: "ended 137", count: 6)
            expect(outcome.lines, is: killed + ["ended 143", "0"], "\(outcome.errors)")
        }

        @Test(
            "a bridge that is killed leaves whole lines and a free place, whatever it was doing",
            arguments: [
                "for n in 1 2 3 4 5 6 7 8 9; do kill -HUP $bridge; done", "kill -TERM $bridge",
                "for n in 1 2 3 4 5; do ask tail --once -n 99 > /dev/null 2>&1 & done; sleep 0.2",
                "ask answer & ask status & ask reload & true", "rm a; kill -HUP $bridge; sleep 0.1",
                "mv s t; kill -HUP $bridge",
            ])
        func killedInTheAct(act: String) async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a -F csv:b --record r
                until_true 'grep -q "Quince 3" b'
                { \#(act); } > /dev/null 2>&1
                end KILL > /dev/null
                start --scenario scenario -F json:a -F csv:b
                until_true 'tail -n 1 a | grep -q Quince && tail -n 1 b | grep -q Quince'
                end; cat a | grep -cv '^{.*}$'; grep -c ^v, b
                "$0" replay r -F json | grep -c '"Quince 2"'
                """#, scenario: TestScenario.ticks)
            expect(outcome.lines, is: ["ended 143", "0", "1", "1"], "\(outcome.errors)")
        }

        @Test func `the folder of a socket that was named is not made`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                "$0" run --radio simulated --socket none/s --config conf -F null; echo $?
                ls
                """#)
            expect(outcome.output, is: "69\nconf\nerrors\nscenario\n")
            #expect(outcome.errors.hasSuffix("none/s: No such file or directory\n"))
        }

        @Test func `something else in the socket's place is left alone`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                "$0" run --radio simulated --socket conf --config conf -F null; echo $?
                "$0" run --radio simulated --socket conf/s --config conf -F null; echo $?
                ls -l conf | cut -c1
                """#)
            expect(outcome.output, is: "69\n69\n-\n")
            expect(outcome.errors.split(separator: "\n").count, is: 2)
        }

        @Test func `it ends although a pipe and a client are stuck`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkfifo p; sleep infinity < p & others=$!
                start --scenario scenario --speed 50 -F json:p -F json:a
                "$0" tail --socket "$dir/s" --once -n 1000 -F json > p2 & stuck=$!; others="$others $stuck"
                until_true 'test -s p2'; kill -STOP $stuck
                until_true 'test $(grep -c added a) = 3000'
                end; grep -c 'could not take the last [0-9]* bytes' errors
                # Neither reads on, nor has it ended.
                cut -d ' ' -f 3 /proc/$stuck/stat; kill -0 ${others% *} && echo there
                """#,
                scenario: TestScenario.phone(
                    #"{"at": 0.1, "add": {"name": "n", "app": "com.apple.MobileSMS", "title": "Q", "#
                        + #""message": "m", "count": 3000}}"#))
            expect(outcome.lines, is: ["ended 143", "1", "T", "there"], "\(outcome.errors)")
        }

        @Test func `the service manager hears how it is`() async throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "n-\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let mailbox = try TestSocket.mailbox(at: path)
            let (heard, outcome) = try await ProgramTests.livingBridge(
                "start --scenario scenario -F null",
                environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"]
            ) { _, folder in
                var heard: [String] = []
                func hear(until word: String) throws {
                    repeat {
                        heard.append(try mailbox.datagram())
                    } while heard.last?.contains(word) != true
                }
                try hear(until: "READY=1")
                try hear(until: "WATCHDOG=1")
                try hear(until: "WATCHDOG=1")
                try "[".write(toFile: folder + "/conf", atomically: false, encoding: .utf8)
                let client = try TestSocket.client(of: folder + "/s")
                try client.send(#"{"do":"status","id":1}"#)
                let status = try client.line(with: #""re":1"#)
                let number = status.firstMatch(of: /"pid":(\d+)/).flatMap { pid_t($0.1) }
                kill(try #require(number), SIGHUP)
                try hear(until: "RELOADING=1")
                try hear(until: "READY=1")
                kill(try #require(number), SIGTERM)
                try hear(until: "STOPPING=1")
                return heard
            }
            expect(heard.first, is: "READY=1")
            #expect(heard.contains { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
            expect(heard.last, is: "STOPPING=1")
            expect(outcome.lines.last, is: "ended 143")
        }

        @Test func `who began it may have gone, and the bridge that ends has told so`() async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F null
                "$0" tail --socket "$dir/s" --once -n 9 -F json > t 2> e & others=$!
                until_true 'grep -q ringing t'
                echo '[' > conf; kill -HUP $bridge; until_true 'ask status --json | grep -q problem'
                ask status | grep -c Bridge
                kill $bridge; wait $others; cat e
                """#)
            expect(outcome.lines.first, is: "1")
            expect(outcome.lines.last, is: "callboard: the bridge has stopped")
        }

        @Test(
            "a bridge ends with the terminal at which it was started, and not with another one",
            arguments: [("", "ended"), ("exec", "ended"), ("nohup", "lives"), ("setsid", "lives")])
        func hangUp(word: String, end: String) async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                echo 'cut -d " " -f 6 /proc/$$/stat > leader' > begin
                echo "$1 \"$0\" run --radio simulated --socket '$dir/s' --config '$dir/conf' -F json:'$dir/a'" >> begin
                mkfifo in; exec 7<> in
                setsid script -qfc "sh '$dir/begin'" /dev/null <&7 > out 2>&1 7>&- &
                others=$!
                until_true 'ask status > /dev/null'
                pid=$(ask status --json | grep -o '"pid":[0-9]*' | head -n 1 | cut -d: -f2)
                # What is ignored is gone once it was sent; else the configuration is read again.
                heard() {
                    kill -HUP $pid
                    test '$1' = nohup || "$@"
                }
                echo '[' > conf; heard until_true 'ask status --json | grep -q problem'
                ask status | grep -c ^Bridge
                kill -KILL $others
                if test $2 = lives; then
                    # The kernel has told everybody of the end of the terminal before the first in it is gone.
                    until_true '! test -e /proc/$(cat leader) || grep -q ") Z " /proc/$(cat leader)/stat'
                    : > conf; heard until_true 'ask status --json > now && ! grep -q problem now'
                    ask status > /dev/null && echo lives
                else
                    until_true '! ask status > /dev/null'; echo ended
                fi
                kill -KILL $pid 2> /dev/null
                """#.replacing("$1", with: word).replacing("$2", with: end))
            expect(outcome.lines, is: ["1", end], "\(outcome)")
        }

        @Test func `a thousand clients are served while one is stuck and a phone floods`()
            async throws
        {
            CurrentProcess.raiseOpenFileLimit(to: 4096)
            let (counts, outcome) = try await ProgramTests.livingBridge(
                "start --scenario scenario -F null",
                scenario: TestScenario.phone(
                    #"{"at": 6, "add": {"name": "n", "app": "com.apple.MobileSMS", "title": "Q", "#
                        + #""message": "m", "count": 300}}"#)
            ) { _, folder in
                let clients = try (0..<1000).map { _ in
                    try TestSocket.client(of: folder + "/s")
                }
                let request = #"{"do":"tail","recent":1000,"categories":["other"],"id":7}"#
                for client in clients { try client.send(request) }
                // The first one never reads.
                return try clients.dropFirst().map { client in
                    _ = try client.line(with: #""re":7"#)
                    var titles: Set<String> = []
                    while titles.count < 300 { titles.insert(try client.line(with: #""added""#)) }
                    return titles.count
                }
            }
            expect(counts.count, is: 999)
            expect(outcome.lines.last, is: "ended 143")
        }

        @Test func `the files of a bridge are closed to others, whatever the umask`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                umask 000
                start --scenario scenario -F csv:a --record r
                until_true 'grep -q Rhubarb a'
                stat -c '%a %F' a r s; end
                """#)
            expect(
                outcome.lines,
                is: [
                    "600 regular file", "600 regular file", "600 socket", "ended 143",
                ])
        }
    }
}
