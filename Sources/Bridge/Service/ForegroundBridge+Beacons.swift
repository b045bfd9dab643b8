import BeaconMonitoring
package import Bridge
package import Linux
package import Notices

extension ForegroundBridge: BeaconMonitorOwner {
    /// Passes an event of a beacon to the bridge.
    package func tell(_ news: BeaconNews, _ moment: WallTime) {
        bridge.tell(.beacon(news, at: moment))
    }
}
