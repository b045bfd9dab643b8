/// Where a notice of many histories came from.
package struct NoticeOrigin: Hashable, Sendable {
    /// The site.
    package let site: String
    /// The bridge.
    package let bridge: String

    /// A bridge of a site.
    package init(site: String, bridge: String) {
        self.site = site
        self.bridge = bridge
    }
}
