import Foundation
import Testing
import Waiting

extension ProgramTests {
    /// What scripts about a running bridge begin with: a folder of their own, which they are in and
    /// which goes with them, and words for the bridge.
    static let prelude = #"""
        dir=$(mktemp -d) && cd "$dir" || exit 1
        bridge=
        trap 'kill -9 $bridge $others 2>/dev/null; cd /; rm -rf "$dir"' EXIT
        patience=\#(Patience.seconds)
        # Waits until a command succeeds, for half as long as the test waits for the script to move.
        until_true() {
            for try in $(seq $((patience * 15))); do
                if eval "$1" 2>/dev/null; then return; fi
                sleep 0.03
            done
            echo "never: $1" >&2
            cat errors >&2
            exit 99
        }
        # Starts a bridge with simulated phones, and waits until it answers.
        start() {
            "$0" run --radio simulated --socket "$dir/s" --config "$dir/conf" "$@" 2>> errors &
            bridge=$!
            until_true '"$0" status --socket s > /dev/null'
        }
        # Asks the bridge with some command.
        ask() {
            command=$1
            shift
            "$0" "$command" --socket "$dir/s" "$@"
        }
        # Waits until the status says nothing of something any more.
        until_gone() { until_true "ask status > '$dir/status' && ! grep -q '$1' '$dir/status'"; }
        # Waits until each output has taken what it was given.
        settle() {
            until_true 'ask status --json > "$dir/status" && ! grep -q "\"queued_bytes\":[1-9]" "$dir/status"'
        }
        # Sends a line to the control socket, and prints what the bridge answers.
        request() { printf '%s\n' "$1" | socat -t $patience - "UNIX-CONNECT:$dir/s"; }
        # Sends a signal to the bridge and waits for its end.
        end() {
            kill -"${1:-TERM}" $bridge
            wait $bridge
            echo "ended $?"
        }
        touch conf errors
        cat > scenario

        """#

    /// Runs a script about a running bridge, whose phones play a scenario (`--scenario scenario`).
    static func bridge(
        _ script: String, scenario: String = TestScenario.ring,
        environment: [String: String] = [:]
    ) async throws -> Child.Outcome {
        try await shell(prelude + script, environment: environment, input: scenario)
    }

    /// Runs a script that starts a bridge, follows that with `body`, which is told the script's
    /// folder, and then ends the bridge with SIGTERM unless it has ended.
    static func livingBridge<Result: Sendable>(
        _ script: String, scenario: String = TestScenario.ring,
        environment: [String: String] = [:],
        _ body: @escaping @Sendable (Child, String) throws -> Result
    ) async throws -> (result: Result, outcome: Child.Outcome) {
        let whole = prelude + script + "\necho \"in $dir $bridge\"; wait $bridge; echo \"ended $?\""
        return try await child(whole, environment: environment, input: scenario) { child in
            try child.wait(for: "the bridge") { $0.output.contains(UInt8(ascii: "\n")) }
            let words =
                String(decoding: child.output, as: UTF8.self).split(separator: "\n")
                .first?.split(separator: " ") ?? []
            guard words.count == 3, let bridge = pid_t(String(words[2])) else {
                throw Child.Failure("no bridge: \(try child.finish())")
            }
            let result = try body(child, String(words[1]))
            if !child.hasExited { kill(bridge, SIGTERM) }
            return (result, try child.finish())
        }
    }
}

/// What phones do in tests of a running bridge.
enum TestScenario {
    /// Words that a notice has and nothing else may have.
    static let secrets = ["Quince", "marmalade", "Tamarind", "Rhubarb"]

    /// A call that rings for long, a message and a mail.
    static let ring = phone(
        #"""
        {"at": 0.1, "add": {"name": "sms", "category": "social", "app": "com.apple.MobileSMS",
            "title": "Quince", "message": "the marmalade is ready", "negative": "Clear"}},
        {"at": 0.2, "add": {"name": "mail", "category": "email", "app": "com.apple.mobilemail",
            "title": "Tamarind", "message": "no reply"}},
        {"at": 0.3, "add": {"name": "call", "category": "incoming_call",
            "app": "com.apple.mobilephone", "title": "Rhubarb", "positive": "Answer",
            "negative": "Decline"}}
        """#)

    /// A message every tenth of a second, for a minute.
    static let minute = phone(
        (1...600).map { tick($0, at: Double($0) / 10) }.joined(separator: ",\n"))

    /// A message every tenth of a second, and then one each second for about as long as tests wait: a slow machine is still
    /// told something.
    static let ticks = phone(
        (1...600).map { tick($0, at: $0 <= 300 ? Double($0) / 10 : Double($0 - 270)) }
            .joined(separator: ",\n"))

    private static func tick(_ number: Int, at time: Double) -> String {
        #"{"at": \#(time), "add": {"name": "n\#(number)", "category": "social", "#
            + #""app": "com.apple.MobileSMS", "title": "Quince \#(number)", "#
            + #""message": "marmalade \#(number)"}}"#
    }

    /// A phone that plays a timeline, and offers nothing but notifications.
    static func phone(_ timeline: String, name: String = "Mara's iPhone") -> String {
        let services = ["180A", "180F"].map {
            #"{"uuid": "\#($0)", "there": false, "characteristics": [{"uuid": "2A00", "#
                + #""properties": ["read"]}]}"#
        }
        return #"{"format": 1, "phones": [{"name": "\#(name)", "services": ["#
            + #"\#(services.joined(separator: ","))], "timeline": [\#(timeline)]}]}"#
    }
}

extension Child.Outcome {
    /// Whether nothing that was said on standard error tells what a notice says.
    var keepsSecrets: Bool {
        !TestScenario.secrets.contains { errors.contains($0) }
    }
}
