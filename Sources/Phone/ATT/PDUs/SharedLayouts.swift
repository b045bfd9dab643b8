/// A PDU with the handle and the value of an attribute.
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

/// A PDU with a part of a long value.
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

/// A PDU with a range of handles and a type.
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

/// A PDU that consists of a value.
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

/// A PDU with at least two handles.
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

/// A PDU without parameters.
protocol BarePDU: AttributePDU {
    init()
}

extension BarePDU {
    init(parsing parameters: inout PDUReader) throws(PDUError) {
        self.init()
    }

    var parameters: [UInt8] { [] }
}
