package import Commands
import Formats
package import Settings

/// Command line of `replay`.
package struct ReplayCommand: Sendable {
    private static let file = Operand(
        "FILE", kind: .file,
        summary: "A btsnoop, PacketLogger or pcap capture, or a recording; - is standard input")

    /// Command table entry of `replay`.
    package static let command = Command(
        name: "replay", summary: "Show what a capture or a recording holds",
        details: [
            "Captures are those of btmon, Android, Apple's PacketLogger, and tcpdump or Wireshark "
                + "(saved as pcap), made on any host; recordings are made by callboard run --record. "
                + "Docs/reference/recordings.md says how to make each.",
            "Notifications go to standard output with the times of the file; a summary goes to "
                + "standard "
                + "error.",
        ],
        examples: [
            Command.Example("callboard replay trace.btsnoop", "for people"),
            Command.Example("callboard replay session.jsonl -F csv", "for a spreadsheet"),
        ],
        options: [JSONChoice.format.option, JSONChoice.json.option, JSONChoice.raw.option],
        operands: [file])

    let path: String
    let format: OutputFormat
    let showsSource: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        path = arguments[Self.file].first ?? "-"
        format = JSONChoice.format(arguments)
        showsSource = arguments[JSONChoice.raw]
    }

    /// Reads the whole file and prints its notifications.
    package func run() -> ExitStatus {
        var player = ReplayPlayer(self)
        return player.run()
    }
}
