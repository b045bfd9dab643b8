import AddOnRuntime
import Commands
import Control
import Formats
import JSON
import Linux
import Settings
import Web

/// Command `check`: checks the requirements of the wall, and prints problems with fixes.
@LoopActor
final class WallCheck {
    /// Time for a wall to report itself to the bridge after its start.
    private nonisolated static let moment: Duration = .seconds(2)

    private let settings: WallSettings
    private let socket: String
    private let folder: String
    private var findings: [Finding] = []
    /// Whether the bridge knows a running wall; nil if the bridge did not answer.
    private var isKnown: Bool?

    private init(_ settings: WallSettings, _ socket: String, _ folder: String) {
        self.settings = settings
        self.socket = socket
        self.folder = folder
    }

    /// Runs the check on the calling thread and prints the findings.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let folder = WallState.folder(arguments)
        return WallFile(arguments).beginning { settings, socket in
            let findings = EventLoop.run {
                let check = WallCheck(settings, socket, folder)
                await check.tryAll()
                return check.findings
            }
            return CheckAnswer.show(
                findings, arguments, good: "The wall can be shown.",
                bad: "The wall cannot be shown with this configuration.")
        }
    }

    private func find(_ id: String, _ verdict: Verdict) {
        findings.append(Finding(id: id, verdict: verdict))
    }

    private func tryAll() async {
        tryTokens()
        tryFolder()
        if settings.central != nil { tryCentral() }
        await tryBridge()
        await tryPlaces()
    }

    private func tryTokens() {
        guard let place = settings.tokens else { return }
        do throws(TokenFile.Problem) {
            let count = try TokenFile(place).tokens.count
            find("wall-tokens", .ok("\(count) tokens of the administrator can be read"))
        } catch {
            find("wall-tokens", .fail("\(error)", fix: "read Docs/how-to/wall.md about tokens"))
        }
    }

    private func tryFolder() {
        if let trouble = TokenStore(folder: folder).trouble {
            return find("wall-access", .fail(trouble.sentence, fix: trouble.fix))
        }
        do throws(Errno) {
            let all = try TokenStore(folder: folder).all(at: WallTime.now)
            let count = all.count { !$0.isLink }
            if count == 0, settings.tokens == nil, !settings.isOpen {
                find(
                    "wall-access",
                    .warn("no browser can sign in yet", fix: WallState.link(for: folder)))
            } else {
                find("wall-access", .ok("browsers with access: \(count)"))
            }
        } catch {
            find(
                "wall-access",
                .fail("the folder of tokens, \(folder): \(error)", fix: "use sudo"))
        }
    }

    private func tryPlaces() async {
        let places: [WebPlace]
        do throws(WallPlaces.Problem) {
            places = try WallPlaces.all(of: settings)
        } catch {
            find(
                "wall-listen",
                .fail(
                    "\(error)", fix: "`listen` in section [wall] must be an address of this host"
                ))
            return
        }
        tryEncryption()
        for place in places { await tryPlace(place) }
    }

    private func tryPlace(_ place: WebPlace) async {
        do throws(SocketError) {
            _ = try WebServer { _, _ in }.listen(at: place)
            find(
                "wall-listen",
                .warn(
                    "the wall is not served at \(place.text)",
                    fix: "sudo systemctl enable --now callboard-wall"))
        } catch .inUse(let name) {
            let answer = await WallCall.call(place)
            if answer == .wall, isKnown == false { await lookAgain() }
            find("wall-listen", verdict(on: name, answer))
        } catch {
            find(
                "wall-listen",
                .fail(
                    "the wall cannot listen: \(error)",
                    fix: "`listen` in section [wall] must be an address of this host"))
        }
    }

    private func verdict(on name: String, _ answer: WallCall.Answer) -> Verdict {
        switch answer {
        case .wall where isKnown == false:
            .warn("the wall at \(name) does not follow this bridge", fix: Self.groups)
        case .wall: .ok("the wall is served at \(name)")
        case .other:
            .fail(
                "another program is listening on \(name)",
                fix: "choose another port for `listen` in section [wall]")
        case .silence:
            .fail(
                "the program listening on \(name) does not answer",
                fix: "sudo systemctl restart callboard-wall, or choose another port for `listen` "
                    + "in section [wall]")
        case .closed:
            .warn("no permission to connect to \(name)", fix: "use sudo")
        }
    }

    /// A wall that was just started reports itself to the bridge a moment later.
    private func lookAgain() async {
        await EventLoop.pause(Self.moment)
        if let answer = try? await ControlClient.ask(StatusRequest(), at: socket) {
            isKnown = Self.knowsWall(answer.value)
        }
    }

    private static func knowsWall(_ status: StatusAnswer) -> Bool {
        // A service of another user may be any program.
        let wall = status.addOns.first { $0.name == "wall" && $0.user == nil }
        return wall.map { $0.state != "gone" } ?? false
    }

    private func tryEncryption() {
        let isExposed = settings.listen.contains { !$0.isOfThisMachine }
        guard isExposed, settings.url?.hasPrefix("https://") != true else { return }
        find(
            "wall-encryption",
            .warn(
                "other hosts reach the wall without encryption: anyone on the network path can "
                    + "read it",
                fix: "put a proxy with TLS in front of it, as shown in Docs/how-to/wall.md"))
    }

    private func tryCentral() {
        if let path = BesideProgram.path(of: CentralChild.name) {
            find("wall-centre", .ok("\(path) provides the bridges of the central database"))
        } else {
            find(
                "wall-centre",
                .fail(
                    "\(CentralChild.name) is not installed, which is needed for centre = yes",
                    fix: "sudo apt install \(CentralChild.name)"))
        }
    }

    /// Checks whether the bridge sends its events to this user.
    private func tryBridge() async {
        do throws(AskFailure) {
            let answer = try await ControlClient.ask(StatusRequest(), at: socket)
            find("wall-bridge", .ok("the bridge sends its events to this user"))
            isKnown = Self.knowsWall(answer.value)
        } catch {
            // With a central database no local bridge is needed.
            guard settings.central == nil else { return }
            var fix = Self.groups
            if case .failed(let failure) = error {
                if case .denied = failure {} else { fix = ControlPath.start(at: socket) }
            }
            find("wall-bridge", .fail(error.sentence, fix: fix))
        }
    }

    private static let groups =
        "sudo -u callboard-wall callboard-wall check    # as the service's user; Docs/how-to/wall.md "
        + "lists the group for each right"
}
