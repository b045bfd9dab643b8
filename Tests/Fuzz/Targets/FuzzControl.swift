import ContractSupport
import Control

/// Reads each line of the input as a request of the control socket.
func fuzzControl(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        do throws(ControlMessage.Mistake) {
            let message = try ControlMessage(parsing: Array(line))
            let written = message.line
            require(written.last == UInt8(ascii: "\n"), "a request has no end")
            let again = try ControlMessage(parsing: Array(written.dropLast()))
            require(
                again.id == message.id && again.request.isSame(as: message.request),
                "a request did not survive being written")
        } catch {
            require(error.sentence.hasPrefix("line 1"), "a complaint names no line")
            require(!error.sentence.utf8.contains { $0 < 0x20 }, "a complaint is not one line")
        }
    }
}
