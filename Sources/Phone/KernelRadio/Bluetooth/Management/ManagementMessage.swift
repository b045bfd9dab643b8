/// A message of the kernel: an answer to a command, or an event.
enum ManagementMessage: Hashable, Sendable {
    /// Result of a command, with the returned bytes.
    case answer(ManagementOpcode, ManagementStatus, [UInt8])
    /// Status of a command that is in progress or has failed early.
    case status(ManagementOpcode, ManagementStatus)
    case event(ManagementEvent)

    /// Parses a whole message.
    static func parse(
        _ bytes: [UInt8]
    ) throws(ManagementFormatError) -> (index: ControllerIndex, message: ManagementMessage) {
        var reader = ManagementReader(bytes)
        let code = ManagementEventCode(rawValue: try reader.readUInt16())
        let index = ControllerIndex(rawValue: try reader.readUInt16())
        let told = Int(try reader.readUInt16())
        let parameters = reader.readRest()
        guard parameters.count == told else {
            throw .wrongLength(told: told, found: parameters.count)
        }
        guard code == .commandComplete || code == .commandStatus else {
            return (index, .event(try ManagementEvent(code, parsing: parameters)))
        }
        var rest = ManagementReader(parameters)
        let opcode = ManagementOpcode(rawValue: try rest.readUInt16())
        let status = ManagementStatus(rawValue: try rest.readUInt8())
        if code == .commandStatus { return (index, .status(opcode, status)) }
        return (index, .answer(opcode, status, rest.readRest()))
    }
}
