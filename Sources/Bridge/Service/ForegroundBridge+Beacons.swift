import BeaconMonitoring
package import Bridge
package import Linux
package import Notices

extension ForegroundBridge: BeaconMonitorOwner {
    /// Tells the bridge what becomes of a beacon.
    package func tell(_ news: BeaconNews, _ moment: WallTime) {
        bridge.tell(.beacon(news, at: moment))
    }
}
