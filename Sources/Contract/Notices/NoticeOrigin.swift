/// Origin of a notification from one of many histories.
package struct NoticeOrigin: Hashable, Sendable {
    package let site: String
    package let bridge: String

    package init(site: String, bridge: String) {
        self.site = site
        self.bridge = bridge
    }
}
