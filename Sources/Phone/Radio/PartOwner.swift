package import Linux

/// Owner of a part of the radio.
@LoopActor
package protocol PartOwner: AnyObject {
    /// Reports advice for the user; the sentence contains no text from a notification.
    func advise(_ sentence: String)

    /// Compares the actual state with the required state; parts call it after each change.
    func compare()
}
