import Commands
import Linux
import Web

/// Addresses on which the server listens, from the configuration.
enum WallPlaces {
    /// Reason why the server cannot listen.
    enum Problem: Error, CustomStringConvertible {
        case address(String, String)
        case group(String)
        case socket(SocketError)

        var description: String {
            switch self {
            case .address(let host, let reason): "listen = \(host): \(reason)"
            case .group(let name): "socket-group = \(name): there is no such group"
            case .socket(let error): "the wall cannot listen: \(error)"
            }
        }
    }

    /// Returns all addresses; blocks while names are resolved.
    ///
    /// - Parameter isOwn: whether an address belongs to this host.
    static func all(
        of settings: WallSettings, isOwn: (NetworkPlace) -> Bool = isOfThisMachine
    ) throws(Problem) -> [WebPlace] {
        var places: [WebPlace] = []
        for host in settings.listen {
            for place in try Self.places(of: host, settings, isOwn) where !places.contains(place) {
                places.append(place)
            }
        }
        return places.filter { place in
            guard case .network(let network) = place else { return true }
            return !places.contains { other in
                if case .network(let other) = other { other.includes(network) } else { false }
            }
        }
    }

    private static func places(
        of host: ServerHost, _ settings: WallSettings, _ isOwn: (NetworkPlace) -> Bool
    ) throws(Problem) -> [WebPlace] {
        switch host {
        case .socket(let path):
            return [
                .socket(
                    SocketPlace(
                        path: path, mode: settings.group == nil ? 0o600 : 0o660,
                        group: try group(settings.group)))
            ]
        case .host(let name, let port):
            do throws(NetworkFailure) {
                let port = UInt16(port ?? WallSettings.usualPort)
                let all = try NetworkPlace.places(of: name, port: port)
                // A name may resolve to addresses of a family that is disabled on this host.
                let own = all.filter(isOwn)
                return (own.isEmpty ? all : own).map { .network($0) }
            } catch {
                throw .address(host.text, "there is no such address")
            }
        }
    }

    /// Whether an address belongs to this host, which is tested by listening on it.
    static func isOfThisMachine(_ place: NetworkPlace) -> Bool {
        do throws(SocketError) {
            _ = try ListeningSocket(at: NetworkPlace(address: place.address, port: 0))
            return true
        } catch {
            return false
        }
    }

    private static func group(_ name: String?) throws(Problem) -> UserGroup? {
        guard let name else { return nil }
        guard let group = try? UserGroup.named(name) else { throw .group(name) }
        return group
    }
}
