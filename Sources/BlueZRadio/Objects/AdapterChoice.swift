import DBus

/// Which of the adapters a person wants: any, or the one with a name like `hci0` or an address.
package enum AdapterChoice: Hashable, Sendable {
    /// The first one that can advertise.
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

    /// The adapter in a tree, if it is there.
    func find(in tree: ObjectTree) -> ObjectPath? {
        tree.paths(having: BlueZ.adapter).first { path in
            guard tree[path, BlueZ.advertisingManager] != nil else { return false }
            return switch self {
            case .any: true
            case .named(let name): path.rawValue.hasSuffix("/" + name)
            case .at(let address): tree[path, BlueZ.adapter]?.text("Address") == address
            }
        }
    }
}
