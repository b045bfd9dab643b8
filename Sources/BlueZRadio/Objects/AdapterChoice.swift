import DBus

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

    /// The adapter in a tree, if it is there.
    ///
    /// - Parameters:
    ///   - current: the one that is used already; it stays while it is there, unless another one is
    ///     home to phones, and it is not.
    ///   - isHome: whether phones of ours can come to an adapter; a bond is with one adapter.
    func find(
        in tree: ObjectTree, keeping current: ObjectPath? = nil,
        for isHome: (ObjectPath) -> Bool = { _ in false }
    ) -> ObjectPath? {
        let fitting = all(in: tree)
        guard fitting.count > 1 else { return fitting.first }
        let ready = fitting.filter { tree[$0, BlueZ.adapter]?.isTrue("Powered") == true }
        if let current, fitting.contains(current),
            isHome(current) || !ready.contains(where: isHome)
        {
            return current
        }
        return ready.first(where: isHome) ?? ready.first ?? fitting.first
    }

    private func all(in tree: ObjectTree) -> [ObjectPath] {
        tree.paths(having: BlueZ.adapter).filter { path in
            guard tree[path, BlueZ.advertisingManager] != nil else { return false }
            return switch self {
            case .any: true
            case .named(let name): path.rawValue.hasSuffix("/" + name)
            case .at(let address): tree[path, BlueZ.adapter]?.text("Address") == address
            }
        }
    }
}
