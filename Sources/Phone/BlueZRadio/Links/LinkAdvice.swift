/// What a person should know of how a phone's notifications come.
enum LinkAdvice: Equatable {
    /// Texts pass over the bus.
    case onBus
    /// Texts pass over the bus, because another program has bluetoothd send them there.
    case onBusForAnother
    /// Another program has bluetoothd send texts over the bus, and they may not come that way to us.
    case shared
    /// Another program has them sent to itself alone; bluetoothd gives them to nobody else.
    case taken
    /// bluetoothd never said what became of the subscription.
    case unanswered

    /// The sentence for it.
    func words(of phone: String) -> String {
        switch self {
        case .onBus:
            "texts of \(phone) pass over the system bus, for every local user to read"
        case .onBusForAnother:
            """
            another program on this host has bluetoothd send the texts of \(phone) over the system \
            bus, for every local user to read
            """
        case .shared:
            """
            texts of \(phone) do not come: another program on this host has bluetoothd send them \
            over the bus; stop it, or allow that with --data-source auto
            """
        case .taken:
            """
            another program on this host holds the notifications of \(phone): \
            "sudo ss -A unix_seqpacket -p" shows it beside bluetoothd; if none is there, \
            "sudo systemctl restart bluetooth" helps
            """
        case .unanswered:
            """
            \(phone) does not let this host have its texts: allow Share System Notifications on the \
            phone, and if that does not help, "sudo systemctl restart bluetooth"
            """
        }
    }
}
