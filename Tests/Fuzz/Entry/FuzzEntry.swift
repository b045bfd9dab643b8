import FuzzTargets
import Linux

/// What `CALLBOARD_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = Environment.value("CALLBOARD_FUZZ_TARGET") ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        preconditionFailure("CALLBOARD_FUZZ_TARGET must be one of \(names)")
    }
    return target
}()

/// Called by libFuzzer with each input it thinks of.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
