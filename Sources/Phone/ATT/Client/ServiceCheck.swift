/// Comparison of remembered services with the characteristics that the peer lists in one response.
///
/// The request covers one service and those behind it, so checking them takes no further request.
struct ServiceCheck: Hashable {
    /// The service that must be unchanged.
    let service: GATTService
    /// Services behind it, each used only if the response shows it.
    let behind: [UUID: GATTService]

    /// - Parameter others: services that may be used if they are unchanged.
    init(_ service: GATTService, beside others: [UUID: GATTService] = [:]) {
        self.service = service
        behind = others.filter { $0.value.range.first > service.range.last }
    }

    /// Handles whose characteristics the peer lists.
    var range: HandleRange {
        let last = behind.values.map(\.range.last).max() ?? service.range.last
        return HandleRange(first: service.range.first, last: last) ?? service.range
    }

    /// Returns whether these declarations, as many as one response holds, are those of the service.
    func holds(_ declarations: [ReadByTypeResponse.Entry]) -> Bool {
        service.begins(with: service.own(of: declarations))
    }

    /// Returns the services behind of which the response has every declaration, and no other.
    func shown(by declarations: [ReadByTypeResponse.Entry]) -> Set<UUID> {
        let shown = behind.filter { _, service in
            let own = service.own(of: declarations)
            return own.count == service.characteristics.count && service.begins(with: own)
        }
        return Set(shown.keys)
    }
}

extension GATTService {
    /// Returns the declarations at the handles of the service.
    fileprivate func own(of declarations: [ReadByTypeResponse.Entry]) -> [ReadByTypeResponse.Entry]
    {
        declarations.filter { range.contains($0.handle) }
    }
}
