import Linux

/// One command of a sequence.
struct CommandStep: Hashable {
    let command: ManagementCommand
    /// Whether the command may be refused without harm.
    var isOptional = false
}

extension ManagementChannel {
    /// Sends commands to one adapter in sequence.
    ///
    /// Stops if a required command fails, the connection is lost, or the task is cancelled.
    ///
    /// - Returns: the failure that ended the sequence; nil if it was completed, or if the task was
    ///   cancelled.
    func carryOut(_ steps: [CommandStep], on adapter: ControllerIndex) async -> ManagementFailure? {
        for step in steps where !Task.isCancelled {
            if case .failure(let failure) = await answer(to: step.command, of: adapter),
                !step.isOptional || failure == .lost
            {
                return failure
            }
        }
        return nil
    }
}
