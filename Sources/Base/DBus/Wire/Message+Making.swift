internal import CDBus

/// Creation of messages: everything is checked before libdbus sees it.
extension Message {
    static func call(_ call: BusCall, wantsReply: Bool) throws(BusError) -> Message {
        try BusNames.check(busName: call.destination)
        try BusNames.check(path: call.path)
        try BusNames.check(interface: call.interface)
        try BusNames.check(member: call.member)
        let message = try Message(ofType: DBUS_MESSAGE_TYPE_METHOD_CALL)
        try unsafe message.set(call.destination, dbus_message_set_destination)
        try unsafe message.set(call.path.rawValue, dbus_message_set_path)
        try unsafe message.set(call.interface, dbus_message_set_interface)
        try unsafe message.set(call.member, dbus_message_set_member)
        unsafe dbus_message_set_auto_start(message.pointer, call.startsService ? 1 : 0)
        unsafe dbus_message_set_no_reply(message.pointer, wantsReply ? 0 : 1)
        try message.append(call.arguments)
        return message
    }

    static func signal(_ signal: BusSignal, to destination: String?) throws(BusError) -> Message {
        try BusNames.check(path: signal.path)
        try BusNames.check(interface: signal.interface)
        try BusNames.check(member: signal.member)
        if let destination { try BusNames.check(busName: destination) }
        let message = try Message(ofType: DBUS_MESSAGE_TYPE_SIGNAL)
        if let destination { try unsafe message.set(destination, dbus_message_set_destination) }
        try unsafe message.set(signal.path.rawValue, dbus_message_set_path)
        try unsafe message.set(signal.interface, dbus_message_set_interface)
        try unsafe message.set(signal.member, dbus_message_set_member)
        try message.append(signal.arguments)
        return message
    }

    /// Creates an answer to a call, identified by the caller and its serial number.
    static func answer(
        _ answer: BusAnswer, to caller: String, about serial: UInt32
    ) throws(BusError) -> Message {
        switch answer {
        case .values(let values):
            let message = try Message(ofType: DBUS_MESSAGE_TYPE_METHOD_RETURN)
            try message.address(to: caller, about: serial)
            try message.append(values)
            return message
        case .failure(let name, let text):
            try BusNames.check(errorName: name)
            let message = try Message(ofType: DBUS_MESSAGE_TYPE_ERROR)
            try message.address(to: caller, about: serial)
            try unsafe message.set(name, dbus_message_set_error_name)
            try message.append([.string(text)])
            return message
        }
    }

    private init(ofType type: Int32) throws(BusError) {
        guard let pointer = unsafe dbus_message_new(type) else { throw .invalid(.refused) }
        unsafe self.init(owning: pointer)
    }

    private func address(to caller: String, about serial: UInt32) throws(BusError) {
        try BusNames.check(busName: caller)
        // libdbus aborts the process for the serial number zero.
        guard serial != 0, unsafe dbus_message_set_reply_serial(pointer, serial) != 0 else {
            throw .invalid(.refused)
        }
        try unsafe set(caller, dbus_message_set_destination)
        unsafe dbus_message_set_no_reply(pointer, 1)
    }

    private func set(
        _ text: String,
        _ setter: (OpaquePointer?, UnsafePointer<CChar>?) -> dbus_bool_t
    ) throws(BusError) {
        let isSet = unsafe text.withCString { unsafe setter(pointer, $0) }
        guard isSet != 0 else { throw .invalid(.refused) }
    }
}
