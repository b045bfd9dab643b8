package import Linux

/// Whatever brings phones to the bridge.
@LoopActor
package protocol Radio: AnyObject {
    /// Begins to look out for phones, and for these services on each, and reports what happens.
    ///
    /// - Parameter needs: at least one; the first is what the host is there for, and goes before all
    ///   others. They are known before any link, for a phone is searched as soon as it is there.
    func start(for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void)

    /// Lets go of every phone and stops looking out, and returns when nothing is left that anybody else would have to
    /// clear away.
    func stop() async

    /// Has everything registered again that phones find the host by and come to, in case it was lost without a word: a host
    /// that slept, or an adapter that lost its memory, can leave an advertisement in which everybody believes and that
    /// nobody hears.
    func renew()

    /// What people are told of a state, where this radio has words of its own for it.
    func words(for state: RadioState) -> String?
}

extension Radio {
    /// None: what is said of every radio holds.
    package func words(for state: RadioState) -> String? { nil }

    /// Does nothing: whatever has no adapter can lose nothing.
    package func renew() {}
}

/// What a radio reports.
package enum RadioEvent {
    /// A phone has come; `open` its link to hear from it.
    case connected(any PhoneLink)
    /// The bond with a phone that has come does not hold any more; its link is over.
    case forgotten(bond: String)
    /// The radio itself is doing this from now on.
    case state(RadioState)
    /// Something that a person should know, in a sentence without content.
    case advice(String)
    /// No phone will come any more.
    case finished
}

/// How a radio is doing, apart from any phone.
package enum RadioState: Hashable, Sendable {
    /// There is no Bluetooth service to talk to.
    case noService
    /// There is no adapter, or not the one that is wanted.
    case noAdapter
    /// The adapter is switched off or blocked.
    case off
    /// The adapter does not advertise, for the reason with this name.
    case notAdvertising(String)
    /// Phones can find this host and come back.
    case listening
}
