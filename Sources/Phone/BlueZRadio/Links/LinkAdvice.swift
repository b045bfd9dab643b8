/// Advice about the way a phone's notifications are received.
enum LinkAdvice: Equatable {
    /// Texts are sent over the bus.
    case onBus
    /// Texts are sent over the bus because another program requested that.
    case onBusForAnother
    /// Another program receives the texts over the bus, which the chosen mode forbids.
    case shared
    /// Another program has exclusive access in bluetoothd.
    case taken
    /// bluetoothd never answered the subscription.
    case unanswered

    /// Returns the text of the advice.
    func words(of phone: String) -> String {
        switch self {
        case .onBus:
            "texts of \(phone) are sent over the system bus, where every local user can read them"
        case .onBusForAnother:
            """
            another program on this host makes bluetoothd send the texts of \(phone) over the \
            system bus, where every local user can read them
            """
        case .shared:
            """
            texts of \(phone) are not received: another program on this host makes bluetoothd send \
            them over the bus; stop it, or allow that with --data-source auto
            """
        case .taken:
            """
            another program on this host holds the notifications of \(phone): \
            "sudo ss -A unix_seqpacket -p" shows it next to bluetoothd; if it shows \
            none, run "sudo systemctl restart bluetooth"
            """
        case .unanswered:
            """
            \(phone) does not share its texts with this host: allow Share System Notifications on \
            the phone, and if that does not help, run "sudo systemctl restart bluetooth"
            """
        }
    }
}
