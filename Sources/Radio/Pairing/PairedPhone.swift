/// A phone that was paired in a window of ours.
package struct PairedPhone: Hashable, Sendable {
    /// The address that its bond is about, in upper case.
    package var address: String
    package var name: String

    package init(address: String, name: String) {
        self.address = address
        self.name = name
    }
}
