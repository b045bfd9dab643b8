package import Linux
package import Notices

/// The bridge that a watch over beacons belongs to.
@LoopActor
package protocol BeaconMonitorOwner: AnyObject {
    /// Takes what happens, or holds, and since when.
    func tell(_ news: BeaconNews, _ moment: WallTime)

    /// Takes what a person should know, in a sentence without content.
    func advise(_ sentence: String)
}
