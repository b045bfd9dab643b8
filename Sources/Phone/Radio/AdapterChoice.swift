/// Choice of the Bluetooth adapter: any, or the one with a name like `hci0` or an address.
package enum AdapterChoice: Hashable, Sendable {
    /// An adapter that can advertise, preferably one with bonds, then one that is powered.
    case any
    /// The adapter with this name, the last component of its path.
    case named(String)
    /// The adapter with this address, in upper case.
    case at(String)

    /// Parses the value that the user entered; nil means any adapter.
    package init(_ word: String?) {
        guard let word else {
            self = .any
            return
        }
        let isAddress = word.utf8.count == 17 && word.utf8.filter { $0 == 0x3A }.count == 5
        self = isAddress ? .at(word.uppercased()) : .named(word)
    }
}
