package import Linux

/// The radio that a part belongs to.
@LoopActor
package protocol PartOwner: AnyObject {
    /// Takes what a person should know, in a sentence without content.
    func advise(_ sentence: String)

    /// Something has changed: what there is has to be compared with what there should be.
    func compare()
}
