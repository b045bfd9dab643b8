/// Which of the adapters a person wants: any, or the one with a name like `hci0` or an address.
package enum AdapterChoice: Hashable, Sendable {
    /// One that can advertise, and of several rather one that is switched on.
    case any
    /// The one at the end of whose path stands this name.
    case named(String)
    /// The one with this address, in upper case.
    case at(String)

    /// Takes what a person wrote.
    package init(_ word: String?) {
        guard let word else {
            self = .any
            return
        }
        let isAddress = word.utf8.count == 17 && word.utf8.filter { $0 == 0x3A }.count == 5
        self = isAddress ? .at(word.uppercased()) : .named(word)
    }
}
