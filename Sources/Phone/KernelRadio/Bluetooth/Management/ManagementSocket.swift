internal import CBluetooth
package import Linux

/// Management socket of the kernel.
@LoopActor
package final class ManagementSocket: ManagementChannel {
    /// Read limit; the events that this program uses are far shorter.
    private static let longestMessage = 4096
    /// Maximum number of messages read from the socket before other work on the loop gets its turn.
    private static let readBatch = 64

    private let pace: Pace
    private let connect: @LoopActor () throws(Errno) -> FileDescriptor
    private var socket: FileDescriptor?
    private var watch: EventLoop.WatchID?
    private let alarm: Alarm
    private var conversation = ManagementConversation()
    private var take: (@LoopActor (ControllerIndex, ManagementEvent) -> Void)?
    private var lost: (@LoopActor (Errno) -> Void)?
    private var reports: [CommandID: @LoopActor (Result<[UInt8], ManagementFailure>) -> Void] = [:]
    private var nextID: UInt64 = 0
    private var actions: [ManagementAction] = []
    private var isCarryingOut = false

    /// Creates a channel to the kernel of this host.
    package convenience init(pace: Pace) {
        self.init(pace: pace, connect: Self.connectToKernel)
    }

    /// - Parameter connect: opens a non-blocking socket that keeps message boundaries.
    package init(
        pace: Pace, connect: @escaping @LoopActor () throws(Errno) -> FileDescriptor
    ) {
        self.pace = pace
        alarm = Alarm(on: pace)
        self.connect = connect
    }

    isolated deinit {
        closeSocket()
    }

    /// Opens a new socket, and reports events of the kernel until it is lost.
    package func open(
        _ take: @escaping @LoopActor (ControllerIndex, ManagementEvent) -> Void,
        lost: @escaping @LoopActor (Errno) -> Void
    ) throws(Errno) {
        close()
        let socket = try connect()
        watch = try EventLoop.shared.watch(socket.rawValue, for: .readable, of: self) {
            management, _ in management.receive()
        }
        self.socket = consume socket
        self.take = take
        self.lost = lost
    }

    /// Sends a command, or queues it.
    package func send(
        _ command: ManagementCommand, to index: ControllerIndex,
        _ done: @escaping @LoopActor (Result<[UInt8], ManagementFailure>) -> Void
    ) {
        guard watch != nil else { return done(.failure(.lost)) }
        let id = CommandID(rawValue: nextID)
        nextID += 1
        reports[id] = done
        carryOut(conversation.send(command, to: index, as: id, at: pace.now))
    }

    /// Closes the socket; nothing is reported after that.
    package func close() {
        take = nil
        lost = nil
        closeSocket()
        // Messages not yet sent must not be sent on the next socket.
        actions.removeAll(where: \.isForOpenSocket)
        carryOut(conversation.end())
    }

    // MARK: Actions

    /// Performs actions in order; those caused by a report follow those that were queued before.
    private func carryOut(_ new: [ManagementAction]) {
        actions += new
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .send(let id, let message): send(message, id)
            case .complete(let id, let result): reports.removeValue(forKey: id)?(result)
            case .report(let index, let event): take?(index, event)
            }
        }
        isCarryingOut = false
        setTimer()
    }

    private func closeSocket() {
        if let watch { EventLoop.shared.unwatch(watch) }
        alarm.cancel()
        watch = nil
        socket = nil
    }

    private func setTimer() {
        let deadline = watch == nil ? nil : conversation.deadline
        guard deadline != alarm.moment else { return }
        alarm.set(at: deadline, for: self) { $0.timerFired() }
    }

    private func timerFired() {
        // A message that arrived in time must not count as late because the loop was busy.
        receive(untilEnd: true)
        carryOut(conversation.advance(to: pace.now))
    }

    // MARK: Socket

    private func receive(untilEnd: Bool = false) {
        for _ in 0..<Self.readBatch {
            do throws(Errno) {
                switch try socket?.receivePacket(upTo: Self.longestMessage) {
                case .packet(let message):
                    carryOut(conversation.receive(message, at: pace.now))
                    // A task that waits for an answer must run before the next message is read.
                    if !untilEnd, EventLoop.shared.hasTasks { return }
                case .tooLong: break
                case .closed: return end(.brokenPipe)
                case nil: return
                }
            } catch .wouldBlock {
                return
            } catch {
                return end(error)
            }
        }
    }

    private func end(_ error: Errno) {
        let lost = lost
        close()
        lost?(error)
    }

    /// Sends a message.
    ///
    /// The kernel performs a command during the write, and reports a few refusals as its error.
    private func send(_ message: [UInt8], _ id: CommandID) {
        do throws(Errno) {
            try socket?.sendPacket(message)
        } catch .brokenPipe {
            carryOut(conversation.sendFailed(id, .lost, at: pace.now))
        } catch .connectionReset {
            carryOut(conversation.sendFailed(id, .lost, at: pace.now))
        } catch {
            carryOut(conversation.sendFailed(id, .status(.noResources), at: pace.now))
        }
    }

    /// Opens the socket.
    ///
    /// The kernel permits that to all processes, but reports almost nothing to those without the
    /// capability, and refuses their commands.
    private static func connectToKernel() throws(Errno) -> FileDescriptor {
        let descriptor = try FileDescriptor(
            checking: CBluetooth.socket(
                AF_BLUETOOTH, SocketKind.packets(SOCK_RAW), BTPROTO_HCI))
        guard CurrentProcess.managesNetworks else { throw .notPermitted }
        var address = sockaddr_hci()
        address.hci_family = sa_family_t(AF_BLUETOOTH)
        address.hci_dev = UInt16(HCI_DEV_NONE)
        address.hci_channel = UInt16(HCI_CHANNEL_CONTROL)
        try bind(descriptor, to: address)
        return descriptor
    }
}
