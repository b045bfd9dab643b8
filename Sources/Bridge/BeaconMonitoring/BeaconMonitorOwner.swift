package import Linux
package import Notices

/// Owner of a beacon monitor, usually the bridge.
@LoopActor
package protocol BeaconMonitorOwner: AnyObject {
    /// Receives an event or a current state, with its time.
    func tell(_ news: BeaconNews, _ moment: WallTime)

    /// Reports a message to the user; it holds no content of notifications.
    func advise(_ sentence: String)
}
