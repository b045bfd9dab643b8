package import Linux

/// Source of phone connections.
@LoopActor
package protocol Radio: AnyObject {
    /// Starts looking for phones and these services on each, and reports events.
    ///
    /// - Parameter needs: at least one; the first is the main service and has priority over the
    ///   others. They are known before any link, because a phone is searched as soon as it
    ///   connects.
    func start(for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void)

    /// Disconnects every phone and stops looking; returns when nothing is left that another program
    /// would have to clean up.
    func stop() async

    /// Renews every registration by which phones find the host, in case it was lost silently. A
    /// host that slept, or an adapter that lost its memory, can leave an advertisement that exists
    /// but is not sent.
    func renew()

    /// Returns this radio's own text for a state; nil if the general text applies.
    func words(for state: RadioState) -> String?
}

extension Radio {
    /// Returns nil: there is no text of its own.
    package func words(for state: RadioState) -> String? { nil }

    /// Does nothing: a radio without an adapter has no registrations.
    package func renew() {}
}

/// Event of a radio.
package enum RadioEvent {
    /// A phone connected; `open` its link to receive its events.
    case connected(any PhoneLink)
    /// The bond of a connected phone is no longer valid; its link is over.
    case forgotten(bond: String)
    /// The radio itself is in this state from now on.
    case state(RadioState)
    /// Advice for the user; the sentence contains no text from a notification.
    case advice(String)
    /// No further phone will connect.
    case finished
}

/// State of a radio, apart from any phone.
package enum RadioState: Hashable, Sendable {
    /// The Bluetooth service is missing.
    case noService
    /// There is no adapter, or not the chosen one.
    case noAdapter
    /// The adapter is switched off or blocked.
    case off
    /// The adapter does not advertise; the text is the error of bluetoothd or the kernel.
    case notAdvertising(String)
    /// Phones can find this host and reconnect.
    case listening
}
