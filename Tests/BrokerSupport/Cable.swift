import Foundation
package import Linux
import ServingSupport

/// A cable between two networks that nobody else has, and that are gone with this object, or with the tests' process.
///
/// They are network namespaces without a name: each lives as long as a program that ends once nobody holds its standard input.
@LoopActor
package final class Cable {
    /// One of its ends.
    package struct End: Sendable {
        /// The address that it has.
        package let address: String
        /// What a program is started by that is to be there; it does not outlive the thread that starts it, which has to be the
        /// loop's.
        package let prefix: [String]
    }

    /// Whether such networks can be made here.
    package nonisolated static let isPossible: Bool =
        (try? TestProgram.run(own + ["/bin/sh", "-ec", path + "ip link add near type veth"]))
        != nil

    /// Why that may not be so.
    package nonisolated static let obstacle =
        "no network namespaces can be made here: it takes root or user namespaces, and iproute2"

    private let holder: ChildProgram
    /// The end at which the cable is pulled out.
    package let near: End
    /// The end of which packets are lost then.
    package let far: End

    /// A cable that is plugged in.
    package init() async throws {
        let answer = Answer()
        holder = try ChildProgram(
            Self.own + ["/bin/sh", "-ec", Self.path + Self.making], isRead: true
        ) { answer.take($0) }
        let processes = await answer.words()
        guard processes.count == 2 else { throw CocoaError(.executableLoad) }
        near = End(address: Self.nearAddress, prefix: Self.entering(processes[0], processes[0]))
        far = End(address: Self.farAddress, prefix: Self.entering(processes[0], processes[1]))
    }

    isolated deinit {
        holder.killAtOnce()
    }

    /// Pulls it out, or plugs it in again.
    package func pull(_ isOut: Bool) throws {
        let words = "ip link set near \(isOut ? "down" : "up")"
        try TestProgram.run(near.prefix + ["/bin/sh", "-ec", Self.path + words])
    }

    /// How many segments a process has sent once more, or others at its end.
    package func repetitions(of process: Int32) -> Int {
        let text = try? String(contentsOfFile: "/proc/\(process)/net/snmp", encoding: .utf8)
        let lines = (text ?? "").split(separator: "\n").filter { $0.hasPrefix("Tcp:") }
            .map { $0.split(separator: " ") }
        guard lines.count == 2, let index = lines[0].firstIndex(of: "RetransSegs") else { return 0 }
        return Int(lines[1][index]) ?? 0
    }

    /// How many connections a process has that are established, or others at its end.
    package func connections(of process: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/net/tcp", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().count { line in
            line.split(separator: " ").dropFirst(3).first == "01"
        }
    }

    private nonisolated static let nearAddress = "192.0.2.1"
    private nonisolated static let farAddress = "192.0.2.2"
    private nonisolated static let path = "PATH=$PATH:/usr/sbin:/sbin\n"

    /// What a program is started by in a network of its own; whoever is not root is it there.
    private nonisolated static let own =
        ["/usr/bin/unshare", "--net"] + (getuid() == 0 ? [] : ["--user", "--map-root-user"])

    /// The far end asks nobody for the hardware address, so that what is lost are segments of TCP, and nothing before them.
    private nonisolated static let making = """
        exec 3<&0
        unshare --net cat <&3 >&2 & far=$!
        until [ "$(readlink /proc/$far/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do
            sleep 0.01
        done
        ip link add near address 02:00:00:00:00:01 type veth \
            peer name far address 02:00:00:00:00:02 netns $far
        ip address add \(nearAddress)/24 dev near
        ip link set near up
        nsenter --net=/proc/$far/ns/net /bin/sh -ec '
            ip address add \(farAddress)/24 dev far
            ip link set far up
            ip neighbour replace \(nearAddress) lladdr 02:00:00:00:00:01 dev far nud permanent
        '
        echo $$ $far
        exec cat
        """

    /// What a program is started by in the network of a process, perhaps by the root of another's.
    private nonisolated static func entering(_ user: String, _ network: String) -> [String] {
        ["/usr/bin/nsenter", "--net=/proc/\(network)/ns/net"]
            + (getuid() == 0 ? [] : ["--user=/proc/\(user)/ns/user", "--preserve-credentials"])
            + ["--", "/usr/bin/setpriv", "--pdeathsig", "KILL", "--"]
    }

    /// The first line of what the holder writes.
    @LoopActor
    private final class Answer {
        private var text = ""
        private var waiting: CheckedContinuation<[String], Never>?
        private var isOver = false

        func words() async -> [String] {
            if isOver { return split }
            return await withCheckedContinuation { waiting = $0 }
        }

        func take(_ report: ChildProgram.Report) {
            switch report {
            case .wrote(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .ended: isOver = true
            case .took, .closedInput: return
            }
            guard isOver || text.hasSuffix("\n") else { return }
            isOver = true
            waiting?.resume(returning: split)
            waiting = nil
        }

        private var split: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
    }
}
