internal import CDBus

/// A libdbus message, released with its owner.
@safe
struct Message: ~Copyable {
    /// The message type.
    enum Kind: Hashable {
        case call
        case reply
        case failure
        case signal
        case unknown
    }

    let pointer: OpaquePointer

    /// Takes ownership of a reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe dbus_message_unref(pointer)
    }

    var kind: Kind {
        switch unsafe dbus_message_get_type(pointer) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
        case DBUS_MESSAGE_TYPE_ERROR: .failure
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: .unknown
        }
    }

    var serial: UInt32 { unsafe dbus_message_get_serial(pointer) }
    var replySerial: UInt32 { unsafe dbus_message_get_reply_serial(pointer) }
    var wantsReply: Bool { unsafe dbus_message_get_no_reply(pointer) == 0 }
    var sender: String? { unsafe text(dbus_message_get_sender(pointer)) }
    var path: ObjectPath? {
        unsafe text(dbus_message_get_path(pointer)).map { ObjectPath(rawValue: $0) }
    }
    var interface: String? { unsafe text(dbus_message_get_interface(pointer)) }
    var member: String? { unsafe text(dbus_message_get_member(pointer)) }
    var errorName: String? { unsafe text(dbus_message_get_error_name(pointer)) }

    /// The types of the arguments.
    var signature: BusSignature {
        BusSignature(rawValue: unsafe text(dbus_message_get_signature(pointer)) ?? "")
    }

    private func text(_ characters: UnsafePointer<CChar>?) -> String? {
        unsafe characters.map { unsafe String(cString: $0) }
    }
}
