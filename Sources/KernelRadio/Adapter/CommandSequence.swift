import Bluetooth
import Linux

/// Commands to one adapter, one after the other: each when the kernel is done with the one before.
@LoopActor
final class CommandSequence {
    /// One command, and whether the next ones make sense where it fails.
    struct Step: Hashable {
        let command: ManagementCommand
        var isOptional = false
    }

    private let management: any ManagementChannel
    private let adapter: ControllerIndex
    private var steps: [Step]
    private var done: (@LoopActor (ManagementFailure?) -> Void)?

    /// - Parameter done: called once, with why a step failed that was not optional; not after
    ///   `cancel`.
    init(
        _ steps: [Step], to adapter: ControllerIndex, over management: any ManagementChannel,
        done: @escaping @LoopActor (ManagementFailure?) -> Void
    ) {
        self.steps = steps
        self.adapter = adapter
        self.management = management
        self.done = done
    }

    /// Sends the next command.
    func advance() {
        guard done != nil else { return }
        guard !steps.isEmpty else { return finish(nil) }
        let step = steps.removeFirst()
        management.send(step.command, to: adapter) { [self] result in
            if case .failure(let failure) = result, !step.isOptional || failure == .lost {
                return finish(failure)
            }
            advance()
        }
    }

    /// Sends no more commands, and reports nothing.
    func cancel() {
        done = nil
        steps = []
    }

    private func finish(_ failure: ManagementFailure?) {
        let done = done
        self.done = nil
        done?(failure)
    }
}
