import DBus
import Radio

extension AdapterChoice {
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
