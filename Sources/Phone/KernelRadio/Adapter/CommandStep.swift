import Linux

/// One of several commands that follow one another.
struct CommandStep: Hashable {
    let command: ManagementCommand
    /// Whether it may be refused without harm.
    var isOptional = false
}

extension ManagementChannel {
    /// Sends commands to one adapter, each once the one before has succeeded, until one fails that may not, or the task is
    /// cancelled.
    ///
    /// - Returns: why the last one that was sent came to nothing.
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
