package import Linux

/// Whatever brings phones to the bridge.
@LoopActor
package protocol Radio: AnyObject {
    /// Begins to look out for phones and reports what happens.
    func start(_ handler: @escaping @LoopActor (RadioEvent) -> Void)

    /// Lets go of every phone and stops looking out.
    func stop()
}

/// What a radio reports.
package enum RadioEvent {
    /// A phone has come; `open` its link to hear from it.
    case connected(any PhoneLink)
    /// No phone will come any more.
    case finished
}
