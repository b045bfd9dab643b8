import Linux

@testable import DBus

/// What bluetoothd does when it is asked.
extension FakeBluetoothd {
    func perform(_ request: FakeRequest) {
        switch request.member {
        case "GetManagedObjects": request.reply([managedObjects])
        case "Set": set(request)
        case "RegisterAdvertisement": registerAdvertisement(request)
        case "UnregisterAdvertisement": unregisterAdvertisement(request)
        case "RegisterApplication": registerApplication(request)
        case "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery": request.reply()
        case "UnregisterApplication":
            (application, applicationPath) = (nil, nil)
            request.reply()
        case "RegisterAgent": registerAgent(request)
        case "RequestDefaultAgent":
            agent?.isDefault = true
            request.reply()
        case "UnregisterAgent":
            agent = nil
            request.reply()
        case "RemoveDevice":
            if let path = request.arguments.first?.asPath { remove(path) }
            request.reply()
        case "Disconnect":
            change(
                request.path, FakePaths.device,
                ["Connected": .bool(false), "ServicesResolved": .bool(false)])
            request.reply()
        case "StartNotify", "StopNotify", "AcquireNotify", "WriteValue", "ReadValue":
            performOnCharacteristic(request)
        default: request.fail("org.freedesktop.DBus.Error.UnknownMethod")
        }
    }

    private func set(_ request: FakeRequest) {
        guard let interface = request.arguments[0].asString,
            let name = request.arguments[1].asString,
            property(request.path, interface, name) != nil
        else { return request.fail("org.freedesktop.DBus.Error.UnknownObject") }
        request.reply()
        change(request.path, interface, [name: request.arguments[2].unwrapped])
    }

    private func registerAdvertisement(_ request: FakeRequest) {
        guard let path = request.arguments[0].asPath, path != advertisement?.path,
            !broadcasts.contains(where: { $0.path == path })
        else { return request.fail("org.bluez.Error.AlreadyExists", "Already Exists") }
        let call = BusCall(
            request.sender, path, FakePaths.properties, "GetAll",
            [.string("org.bluez.LEAdvertisement1")])
        tell(call) { [weak self] result in
            guard case .success(let values) = result, let properties = values[0].asDictionary else {
                return request.fail("org.bluez.Error.Failed", "No object received")
            }
            let new = FakeAdvertisement(path: path, adapter: request.path, properties: properties)
            if properties["Type"] == .string("broadcast") {
                self?.broadcasts.append(new)
            } else {
                self?.advertisement = new
            }
            request.reply()
        }
    }

    private func unregisterAdvertisement(_ request: FakeRequest) {
        let path = request.arguments[0].asPath
        if let place = broadcasts.firstIndex(where: { $0.path == path }) {
            broadcasts.remove(at: place)
        } else if advertisement?.path == path {
            advertisement = nil
        } else {
            return request.fail("org.bluez.Error.DoesNotExist", "Does Not Exist")
        }
        request.reply()
    }

    private func registerApplication(_ request: FakeRequest) {
        guard application == nil, let path = request.arguments[0].asPath else {
            return request.fail("org.bluez.Error.AlreadyExists", "Already Exists")
        }
        tell(BusCall(request.sender, path, FakePaths.objectManager, "GetManagedObjects")) {
            [weak self] result in
            guard case .success(let values) = result else {
                return request.fail("org.bluez.Error.Failed", "No object received")
            }
            self?.application = values[0]
            self?.applicationPath = path
            request.reply()
        }
    }

    private func registerAgent(_ request: FakeRequest) {
        guard agent == nil, let path = request.arguments[0].asPath,
            let capability = request.arguments[1].asString
        else { return request.fail("org.bluez.Error.AlreadyExists", "Already Exists") }
        agent = FakeAgent(client: request.sender, path: path, capability: capability)
        request.reply()
    }

    private func performOnCharacteristic(_ request: FakeRequest) {
        guard let characteristic = objects[request.path]?[FakePaths.characteristic] else {
            return request.fail("org.freedesktop.DBus.Error.UnknownObject")
        }
        let isNotifying = characteristic["Notifying"]?.asBool == true
        switch request.member {
        case "StartNotify":
            guard !isAcquired(request.path) else {
                return request.fail("org.bluez.Error.NotPermitted", "Notify acquired")
            }
            started.insert(request.path)
            request.reply()
            notifying(request.path, true)
        case "StopNotify":
            // That takes it away from whoever has acquired it.
            if acquiredByOthers.remove(request.path) != nil { return request.reply() }
            guard isNotifying else {
                return request.fail("org.bluez.Error.Failed", "No notify session started")
            }
            started.remove(request.path)
            request.reply()
            if !startedByOthers.contains(request.path) { notifying(request.path, false) }
        case "AcquireNotify": acquire(request)
        case "ReadValue":
            let bytes = characteristic["Value"]?.asBytes ?? []
            // Everybody on the bus learns it, and before who asked.
            value(request.path, bytes)
            request.reply([.bytes(bytes)])
        default: request.reply()
        }
    }

    private func acquire(_ request: FakeRequest) {
        guard !isAcquired(request.path) else {
            return request.fail("org.bluez.Error.NotPermitted", "Notify acquired")
        }
        guard !started.union(startedByOthers).contains(request.path) else {
            return request.fail("org.bluez.Error.InProgress", "In Progress")
        }
        var far: FileDescriptor?
        guard let near = try? FileDescriptor.packetSocket(connectedTo: &far),
            let socket = far.take()
        else { return request.fail("org.bluez.Error.Failed") }
        streams[request.path] = FakeStream(near)
        request.reply([.descriptor(BusDescriptor(socket)), .uint16(517)])
    }

    private func isAcquired(_ path: ObjectPath) -> Bool {
        if acquiredByOthers.contains(path) { return true }
        guard let stream = streams[path] else { return false }
        return !stream.isClosed
    }

    /// Says whether a characteristic's values are sent, where that is news.
    func notifying(_ path: ObjectPath, _ isOn: Bool) {
        guard property(path, FakePaths.characteristic, "Notifying")?.asBool != isOn else { return }
        change(path, FakePaths.characteristic, ["Notifying": .bool(isOn)])
    }
}
