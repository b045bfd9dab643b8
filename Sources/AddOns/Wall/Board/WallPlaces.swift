import Commands
import Linux
import Web

/// Where a wall listens, by what the configuration says.
enum WallPlaces {
    /// Why it cannot.
    enum Problem: Error, CustomStringConvertible {
        /// There is no such address of this machine.
        case address(String, String)
        /// There is no such group.
        case group(String)
        /// The place cannot be had.
        case socket(SocketError)

        var description: String {
            switch self {
            case .address(let host, let reason): "listen = \(host): \(reason)"
            case .group(let name): "socket-group = \(name): there is no such group"
            case .socket(let error): "the wall cannot listen: \(error)"
            }
        }
    }

    /// All places; looking up names waits as long as the system does.
    ///
    /// - Parameter isOwn: whether the machine has an address.
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
                // A name may stand for addresses of a kind that this machine has been told not to have.
                let own = all.filter(isOwn)
                return (own.isEmpty ? all : own).map { .network($0) }
            } catch {
                throw .address(host.text, "there is no such address")
            }
        }
    }

    /// Whether the machine has an address.
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
