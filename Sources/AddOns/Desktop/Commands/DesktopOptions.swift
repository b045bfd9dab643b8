import Configuration
import Notices
import Settings

/// Options of the commands: the bridge, and the phones that are shown.
struct DesktopOptions: Sendable {
    private static let phone = Parameter<[String]>.texts(
        "phone", letter: "p", placeholder: "PHONE",
        summary: "Show this phone, by name or identifier; all by default")

    /// All options, for the command table.
    static let all = ClientOptions.all + [phone.option]

    /// Path of the bridge's socket.
    let socket: String
    private let phones: [String]

    init(_ arguments: ParsedArguments) {
        self.init(socket: ClientOptions(arguments).path, phones: arguments[Self.phone])
    }

    init(socket: String, phones: [String] = []) {
        self.socket = socket
        self.phones = phones
    }

    /// Whether a phone is to be shown.
    func isMeant(_ phone: PhoneName) -> Bool {
        phones.isEmpty || phones.contains { phone.isMeant(by: $0) }
    }
}
