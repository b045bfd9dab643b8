internal import Linux

/// The way to a server: one place after the other, and of each place one address after the other, on a thread that may wait.
struct Attempts: Sendable {
    /// A server that has let this client in.
    struct Success: Sendable {
        let connection: LibraryConnection
        let place: DatabaseEndpoint.Place
    }

    let plan: DatabaseEndpoint
    /// Whether somebody still waits for the result.
    let isWanted: Locked<Bool>

    /// The first server that lets this client in.
    func run() -> Result<Success, ServerFailure> {
        var failures: [(place: DatabaseEndpoint.Place, failure: ServerFailure)] = []
        for place in plan.places {
            let addresses: [String?]
            do throws(ServerFailure) {
                addresses = try Self.addresses(of: place)
            } catch {
                failures.append((place, error))
                continue
            }
            for address in addresses where isWanted.withLock({ $0 }) {
                do throws(ServerFailure) {
                    return .success(try attempt(place, address))
                } catch {
                    if error.isForAll { return .failure(error) }
                    failures.append((place, error))
                }
            }
        }
        return .failure(ServerFailure.of(failures))
    }

    /// What is wrong with the files of the encryption, of which the library only says that it cannot read them.
    static func check(_ plan: DatabaseEndpoint) throws(ServerFailure) {
        guard let encryption = plan.encryption else { return }
        guard (encryption.certificate == nil) == (encryption.key == nil) else {
            throw .invalid("a certificate and its key belong together: name both, or neither")
        }
        let authorities = encryption.authorities ?? LibrarySettings.systemAuthorities
        for path in [authorities, encryption.certificate, encryption.key] {
            guard let path else { continue }
            do throws(Errno) {
                _ = try FileDescriptor.open(readingAtOnce: path)
            } catch {
                throw .file(path, error)
            }
        }
    }

    private static func addresses(of place: DatabaseEndpoint.Place) throws(ServerFailure)
        -> [String?]
    {
        guard case .host(let name, _) = place else { return [nil] }
        // An empty name would be this machine.
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw .invalid("the host is none that a server can have")
        }
        do throws(NetworkFailure) {
            return try HostAddresses(of: name).numbers
        } catch {
            switch error {
            case .unknownHost: throw .unknownName(name)
            case .noNameService: throw .noNameService(name)
            case .unreachable(let error): throw .unreachable(place, error)
            }
        }
    }

    private func attempt(
        _ place: DatabaseEndpoint.Place, _ address: String?
    ) throws(ServerFailure) -> Success {
        let settings = try LibrarySettings(plan, place: place, address: address)
        let connection = try LibraryConnection(settings)
        let deadline = EventLoop.now + plan.patience
        switch connection.connect(until: deadline, isGuarded: plan.isGuarded(at: place)) {
        case .connected: break
        case .failed: throw LoginWords.failure(connection.words, at: place, plan)
        case .silent: throw .silent(place)
        case .refused:
            throw .refused(place, .openPassword, user: plan.user, database: plan.database)
        case .crowded(let error): throw .unreachable(place, error)
        }
        // Nobody may want it any more, and the server is not to be asked for them.
        guard isWanted.withLock({ $0 }) else { throw .lost(place) }
        guard
            let hasBegun = connection.begin(
                with: LibrarySettings.beginning(plan), until: deadline)
        else {
            throw .silent(place)
        }
        guard hasBegun, connection.stopWaiting() else {
            throw LoginWords.failure(connection.words, at: place, plan)
        }
        return Success(connection: connection, place: place)
    }
}

extension DatabaseEndpoint {
    /// Whether a server at a place gets the password by SCRAM alone: others on the way may read along, or answer in its stead.
    ///
    /// The server at a socket of this machine is the owner's of the folder, and nobody is on the way.
    fileprivate func isGuarded(at place: Place) -> Bool {
        guard encryption == nil, password != nil, case .host = place else { return false }
        return true
    }
}
