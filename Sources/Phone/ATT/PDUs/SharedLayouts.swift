/// A PDU that names an attribute and carries a value of it.
protocol HandleAndValuePDU: AttributePDU {
    var handle: Handle { get }
    var value: [UInt8] { get }

    init(handle: Handle, value: [UInt8])
}

extension HandleAndValuePDU {
    init(parsing parameters: inout PDUReader) throws(PDUError) {
        self.init(handle: try parameters.readHandle(), value: parameters.readRest())
    }

    var parameters: [UInt8] { handle.rawValue.littleEndianBytes + value }
}

/// A PDU that carries a part of a long value.
protocol ValuePartPDU: AttributePDU {
    var handle: Handle { get }
    var offset: UInt16 { get }
    var value: [UInt8] { get }

    init(handle: Handle, offset: UInt16, value: [UInt8])
}

extension ValuePartPDU {
    init(parsing parameters: inout PDUReader) throws(PDUError) {
        self.init(
            handle: try parameters.readHandle(), offset: try parameters.readUInt16(),
            value: parameters.readRest())
    }

    var parameters: [UInt8] {
        handle.rawValue.littleEndianBytes + offset.littleEndianBytes + value
    }
}

/// A PDU that asks for what has a type in a range of handles.
protocol TypeInRangePDU: AttributePDU {
    var first: Handle { get }
    var last: Handle { get }
    var type: UUID { get }

    init(first: Handle, last: Handle, type: UUID)
}

extension TypeInRangePDU {
    init(parsing parameters: inout PDUReader) throws(PDUError) {
        self.init(
            first: try parameters.readHandle(), last: try parameters.readHandle(),
            type: try parameters.readUUID())
    }

    var parameters: [UInt8] {
        first.rawValue.littleEndianBytes + last.rawValue.littleEndianBytes + type.bytes
    }
}

/// A PDU that is a value and nothing else.
protocol BareValuePDU: AttributePDU {
    var value: [UInt8] { get }

    init(value: [UInt8])
}

extension BareValuePDU {
    init(parsing parameters: inout PDUReader) throws(PDUError) {
        self.init(value: parameters.readRest())
    }

    var parameters: [UInt8] { value }
}

/// A PDU that names several attributes, at least two.
protocol HandleListPDU: AttributePDU {
    var handles: [Handle] { get }

    init(handles: [Handle])
}

extension HandleListPDU {
    init(parsing parameters: inout PDUReader) throws(PDUError) {
        let handles = try parameters.readList(entryLength: 2) { entry throws(PDUError) in
            try entry.readHandle()
        }
        guard handles.count > 1 else { throw .truncated }
        self.init(handles: handles)
    }

    var parameters: [UInt8] { handles.flatMap(\.rawValue.littleEndianBytes) }
}

/// A PDU that says all there is to say with its opcode.
protocol BarePDU: AttributePDU {
    init()
}

extension BarePDU {
    init(parsing parameters: inout PDUReader) throws(PDUError) {
        self.init()
    }

    var parameters: [UInt8] { [] }
}
