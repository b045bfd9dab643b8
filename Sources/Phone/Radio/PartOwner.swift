package import Linux

/// Owner of a part of the radio.
@LoopActor
package protocol PartOwner: AnyObject {
    /// Reports advice for the user, in a sentence without content.
    func advise(_ sentence: String)

    /// Compares the actual state with the required state after a change.
    func compare()
}
