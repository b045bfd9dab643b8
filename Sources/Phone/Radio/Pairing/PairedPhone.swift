/// A phone that was paired in a window of ours.
package struct PairedPhone: Hashable, Sendable {
    /// The address that its bond is about, in upper case.
    package var address: String
    /// What people call it.
    package var name: String

    /// A phone with its name.
    package init(address: String, name: String) {
        self.address = address
        self.name = name
    }
}
