import DBus
import Radio

extension AdapterChoice {
    /// Returns the adapter to use; nil if none in the tree fits and can advertise.
    ///
    /// - Parameters:
    ///   - current: the adapter in use. It is kept while it exists, unless only another one has
    ///     bonds of the phones.
    ///   - isHome: returns whether phones can connect to an adapter; a bond is with one adapter.
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
