import Radio

extension AdapterChoice {
    /// Finds the chosen adapter: one with bonds, or else one that is powered, or else the one with
    /// the lowest number.
    ///
    /// Returns nil if none matches.
    ///
    /// - Parameters:
    ///   - current: the adapter in use. It is kept while it exists, unless only another one has
    ///     bonds of the phones.
    ///   - isHome: returns whether phones have bonds with an adapter.
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
