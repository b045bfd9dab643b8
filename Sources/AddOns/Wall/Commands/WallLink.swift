import AddOnRuntime
import Board
import Commands
import Linux
import Notices
import QRCode
import Settings

/// Command `link`: creates a link with which one browser signs in.
enum WallLink {
    private static let name = Parameter<String?>.text(
        "name", placeholder: "NAME",
        summary: "Name of the device in the list of tokens")
    private static let detail = Parameter<BoardOptions.Detail>.choice(
        "detail", placeholder: "DETAIL", default: .full,
        summary: "Level of detail: everything, only senders and categories, or only counts")
    private static let act = Parameter<Bool>.flag(
        "act",
        summary: "Allow answering calls, clearing notifications, and controlling media players")
    private static let lasting = Parameter<Bool>.flag(
        "lasting",
        summary:
            "Make an address that can be used repeatedly, by anyone who has it, until its token is "
            + "revoked")
    private static let host = Parameter<String?>.text(
        "host", placeholder: "HOST",
        summary:
            "The name or address of this host in the link; the default is url in [wall], otherwise "
            + "the address that the wall listens on")
    private static let plain = Parameter<Bool>.flag(
        "no-qr", summary: "Print no QR code, not even on a terminal")

    static let options =
        AddOnOptions.all + [
            WallState.parameter.option, name.option, detail.option, act.option, lasting.option,
            host.option, plain.option,
        ]

    /// Lifetime of a link.
    private static let patience: Duration = .seconds(600)

    /// Creates and prints a link.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let name = (arguments[Self.name] ?? "").cleaned()
        guard name.utf8.count <= 64 else {
            Messages.say("--name must be at most 64 bytes")
            return .usage
        }
        if let host = arguments[Self.host], !WallAddress.isHost(host) {
            Messages.say(
                "--host must be a name or an address such as \(HostName.current ?? "hall").local or "
                    + "192.168.1.20, without a port")
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
            let store = TokenStore(folder: folder)
            if let trouble = store.trouble {
                Messages.say("\(trouble.sentence): \(trouble.fix)")
                return .noPermission
            }
            do throws(Errno) {
                store.tidy(at: now)
                tellNamesakes(of: token, try store.all(at: now))
                let secret = try store.make(token, asLink: !isLasting)
                return show(secret, isLasting: isLasting, settings, arguments)
            } catch {
                return WallState.tell(error, about: folder)
            }
        }
    }

    /// Prints a warning if other tokens have the same name: to revoke one of them, its ID is needed.
    private static func tellNamesakes(of token: WallToken, _ all: [TokenStore.Listed]) {
        let count = all.count { $0.token.name == token.name && !$0.isLink }
        guard count > 0 else { return }
        Messages.say(
            "\(count) token\(count == 1 ? " has" : "s have") the name \(token.name.quoted) "
                + "already: callboard wall tokens lists them with their ids")
    }

    private static func show(
        _ secret: String, isLasting: Bool, _ settings: WallSettings, _ arguments: ParsedArguments
    ) -> ExitStatus {
        let address = WallAddress(settings, host: arguments[host])
        let link = address.text + (isLasting ? "/?token=" : "/link/") + secret
        var (page, advice) = (link + "\n", "")
        if Terminal.isTerminal(StandardStream.output.rawValue), !arguments[plain] {
            if let code = QRCode(link) {
                if let lacking = lacking(code) {
                    Messages.say(lacking)
                } else {
                    page = "\n" + code.terminalText(isUTF8: Terminal.speaksUTF8) + "\n" + page
                }
            }
            advice =
                isLasting
                ? "\nAnyone with this address can open the wall until its token is revoked:\n"
                    + "callboard wall tokens --revoke NAME\n"
                : "\nOpen it within ten minutes on the device that is to show the wall. It can be used once.\n"
        }
        if let doubt = address.doubt { Messages.say(doubt) }
        let status = Messages.print(page)
        guard status == .success, !advice.isEmpty else { return status }
        return Messages.printSentences(advice)
    }

    /// Reason why no QR code is shown; nil if it fits on the terminal, since cameras cannot read wrapped lines.
    private static func lacking(_ code: QRCode) -> String? {
        let columns = Terminal.columns(of: StandardStream.output.rawValue) ?? 0
        let wanted = code.terminalColumns(isUTF8: Terminal.speaksUTF8)
        return wanted <= columns
            ? nil
            : "there is no QR code: it is \(wanted) columns wide, and this terminal has \(columns)"
    }
}

extension WallState {
    /// Prints an error of the folder of tokens.
    static func tell(_ error: Errno, about folder: String) -> ExitStatus {
        if error == .tooManyLinks {
            Messages.say(
                "the folder of tokens, \(folder.printable), has reached the limit of "
                    + "\(TokenStore.countLimit) files: revoke some with callboard wall tokens "
                    + "--revoke NAME")
            return .unavailable
        }
        let isForbidden = error == .accessDenied || error == .notPermitted
        Messages.say(
            "the folder of tokens, \(folder.printable): \(error)"
                + (isForbidden && !CurrentProcess.isRoot ? "; use sudo" : ""))
        return isForbidden ? .noPermission : .unavailable
    }
}
