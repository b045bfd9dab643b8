import LCD
import Linux
import Outlets

/// Server of a character display, as found from this host.
struct LCDFacts: Hashable, Sendable {
    /// Result of a test connection.
    enum Answer: Hashable, Sendable {
        case reached
        case unknownHost
        case unreachable(Errno)
    }

    /// Header of its section without brackets.
    var section: String
    /// Name for messages.
    var title: String
    var host: String
    var port: UInt16
    var answer: Answer
    /// Whether LCDd is installed on this host, and whether systemd runs it.
    var isInstalled = true
    var isRunning = true

    /// Whether the server is on this host.
    var isLocal: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// Whether the host is given as an address.
    var hasAddress: Bool {
        host.contains(":") || host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
    }
}

extension LCDFacts {
    /// Connects to a server.
    typealias Dial = (_ host: String, _ port: UInt16) throws(NetworkFailure) -> Void

    private static let programs = ["/usr/sbin/LCDd", "/usr/local/sbin/LCDd"]
    /// Unit names of Debian and of the LCDproc project.
    private static let units = ["lcdproc.service", "LCDd.service"]
    private static let slices = [
        "/sys/fs/cgroup/system.slice", "/sys/fs/cgroup/systemd/system.slice",
    ]

    /// Examines a server with a test connection.
    init(_ plan: LCDConfiguration, _ files: HostFiles, dial: Dial = LCDFacts.connect) {
        self.init(
            section: plan.header, title: plan.title, host: plan.host, port: plan.port,
            answer: Answer(plan, dial))
        isInstalled = Self.programs.contains(where: files.exists)
        isRunning = Self.slices.contains { slice in
            Self.units.contains { files.exists("\(slice)/\($0)") }
        }
    }

    private static func connect(_ host: String, _ port: UInt16) throws(NetworkFailure) {
        _ = try NetworkSocket.connect(to: host, port: port, patience: .seconds(2))
    }
}

extension LCDFacts.Answer {
    fileprivate init(_ plan: LCDConfiguration, _ dial: LCDFacts.Dial) {
        do throws(NetworkFailure) {
            try dial(plan.host, plan.port)
            self = .reached
        } catch .unreachable(let error) {
            self = .unreachable(error)
        } catch {
            self = .unknownHost
        }
    }
}
