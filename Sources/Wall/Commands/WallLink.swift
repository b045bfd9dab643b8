import Arguments
import Board
import Commands
import CompanionSections
import Companions
import Linux
import Notices
import QRCode

/// The command `link`: lets one browser come in.
enum WallLink {
    private static let name = Parameter<String?>.text(
        "name", placeholder: "NAME",
        summary: "What the device is called in the list of those who may come in")
    private static let detail = Parameter<BoardOptions.Detail>.choice(
        "detail", placeholder: "DETAIL", default: .full,
        summary: "How much it sees: everything, only who and what kind, or only how many there are")
    private static let act = Parameter<Bool>.flag(
        "act", summary: "Calls may be answered and declined there, and notices be cleared")
    private static let lasting = Parameter<Bool>.flag(
        "lasting",
        summary:
            "The address can be opened again and again; whoever has it may come in until it is "
            + "revoked")
    private static let plain = Parameter<Bool>.flag(
        "no-qr", summary: "No QR code, on a terminal either")

    /// What can be chosen.
    static let options =
        CompanionOptions.all + [
            WallState.parameter.option, name.option, detail.option, act.option, lasting.option,
            plain.option,
        ]

    /// How long a link can be used.
    private static let patience: Duration = .seconds(600)

    /// Makes one.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let name = (arguments[Self.name] ?? "").cleaned()
        guard name.utf8.count <= 64 else {
            Messages.say("--name wants a name of at most 64 bytes")
            return .usage
        }
        return WallFile(arguments).beginning { settings, _ in
            let isLasting = arguments[lasting]
            let now = WallTime.now
            let token = WallToken(
                name: name.isEmpty ? "browser" : name, detail: arguments[detail],
                mayAct: arguments[act], made: now,
                until: isLasting ? nil : now.advanced(by: patience))
            let folder = WallState.folder(arguments)
            do throws(Errno) {
                let store = TokenStore(folder: folder)
                store.tidy(at: now)
                let secret = try store.make(token, asLink: !isLasting)
                return show(secret, isLasting: isLasting, settings, arguments)
            } catch {
                return WallState.tell(error, about: folder)
            }
        }
    }

    private static func show(
        _ secret: String, isLasting: Bool, _ settings: WallSettings, _ arguments: ParsedArguments
    ) -> ExitStatus {
        let address = WallAddress(settings)
        let link = address.text + (isLasting ? "/?token=" : "/link/") + secret
        var page = link + "\n"
        if Terminal.isTerminal(StandardStream.output.rawValue), !arguments[plain] {
            if let code = QRCode(link), fits(code) {
                page = "\n" + code.terminalText(isUTF8: Terminal.speaksUTF8) + "\n" + page
            }
            page +=
                isLasting
                ? "\nWhoever has this address may come in, until: callboard wall tokens --revoke "
                    + "NAME\n"
                : "\nOpen it within ten minutes on the device that is to show the wall. It can be used once.\n"
        }
        if let doubt = address.doubt { Messages.say(doubt) }
        return Messages.print(page)
    }

    /// Whether a code is whole on the terminal; cut lines cannot be read by any camera.
    private static func fits(_ code: QRCode) -> Bool {
        let columns = Terminal.columns(of: StandardStream.output.rawValue) ?? 0
        return code.terminalColumns(isUTF8: Terminal.speaksUTF8) <= columns
    }
}

extension WallState {
    /// Says what is wrong with the folder of tokens.
    static func tell(_ error: Errno, about folder: String) -> ExitStatus {
        let isForbidden = error == .accessDenied || error == .notPermitted
        Messages.say(
            "the folder of tokens, \(folder.printable): \(error)"
                + (isForbidden && !CurrentProcess.isRoot ? "; use sudo" : ""))
        return isForbidden ? .noPermission : .unavailable
    }
}
