/// A phone that was paired in a pairing window.
package struct PairedPhone: Hashable, Sendable {
    /// Address of the bond, in upper case.
    package var address: String
    package var name: String

    package init(address: String, name: String) {
        self.address = address
        self.name = name
    }
}
