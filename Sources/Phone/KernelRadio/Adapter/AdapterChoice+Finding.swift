import Radio

extension AdapterChoice {
    /// The adapter that is wanted, if it is there.
    ///
    /// - Parameters:
    ///   - current: the one that is used already; it stays while it is there, unless another one is
    ///     home to phones, and it is not.
    ///   - isHome: whether phones have bonds with an adapter.
    func find(
        in controllers: some Collection<Controllers.Controller>, keeping current: ControllerIndex?,
        for isHome: (Controllers.Controller) -> Bool
    ) -> Controllers.Controller? {
        let fitting = controllers.filter { $0.isFit && isMeant($0) }
            .sorted { $0.index.rawValue < $1.index.rawValue }
        let homes = fitting.filter(isHome)
        if let kept = fitting.first(where: { $0.index == current }),
            homes.isEmpty || homes.contains(kept)
        {
            return kept
        }
        return homes.first ?? fitting.first { $0.settings.contains(.powered) } ?? fitting.first
    }

    private func isMeant(_ controller: Controllers.Controller) -> Bool {
        switch self {
        case .any: true
        case .named(let name): controller.name == name
        case .at(let address): controller.info.address.description == address
        }
    }
}
