internal import Linux

/// Blocking attempts to connect: each place in order, and each address of a place in order.
struct Attempts: Sendable {
    /// A successful login.
    struct Success: Sendable {
        let connection: LibraryConnection
        let place: DatabaseEndpoint.Place
    }

    let plan: DatabaseEndpoint
    /// Whether the result is still needed.
    let isWanted: Locked<Bool>

    /// Returns the first server that accepts the login.
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

    /// Checks the TLS files, because libpq only reports that it cannot read them.
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
        // An empty name would mean this host.
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw .invalid("the host is not valid for a server")
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
        // The caller may have given up meanwhile; then the first statement is not sent.
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
    /// Returns whether the password is sent only by SCRAM: on an unencrypted network others could
    /// otherwise read it or impersonate the server.
    ///
    /// A server behind a local socket belongs to the owner of the folder, and the connection cannot
    /// be intercepted.
    fileprivate func isGuarded(at place: Place) -> Bool {
        guard encryption == nil, password != nil, case .host = place else { return false }
        return true
    }
}
