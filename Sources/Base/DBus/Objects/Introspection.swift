internal import Linux

/// Introspection XML of a place on the bus; names and types were checked before.
@LoopActor
enum Introspection {
    private static let head = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    /// Annotation of a property that does not report its changes.
    private static let quiet =
        "   <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"false\"/>\n"

    private static let standard = [
        BusInterface(
            StandardInterface.peer.rawValue,
            methods: [shape("Ping"), shape("GetMachineId", returns: "s")]),
        BusInterface(
            StandardInterface.introspectable.rawValue,
            methods: [shape("Introspect", returns: "s")]),
        BusInterface(
            StandardInterface.properties.rawValue,
            methods: [
                shape("Get", takes: "ss", returns: "v"),
                shape("GetAll", takes: "s", returns: "a{sv}"), shape("Set", takes: "ssv"),
            ], signals: [BusSignalShape("PropertiesChanged", carries: "sa{sv}as")]),
        BusInterface(
            StandardInterface.objectManager.rawValue,
            methods: [shape("GetManagedObjects", returns: "a{oa{sa{sv}}}")]),
    ]

    static func page(of object: BusObject?, children: [String]) -> String {
        let interfaces = standard + (object?.interfaces ?? [])
        let nodes = children.map { " <node name=\"\($0)\"/>\n" }
        return head + "<node>\n" + interfaces.map(text).joined() + nodes.joined() + "</node>\n"
    }

    private static func shape(
        _ name: String, takes: BusSignature = "", returns: BusSignature = ""
    ) -> BusMethod {
        BusMethod(name, takes: takes, returns: returns) { _ in }
    }

    private static func text(of interface: BusInterface) -> String {
        var text = " <interface name=\"\(interface.name)\">\n"
        for method in interface.methods {
            text += "  <method name=\"\(method.name)\">\n"
            text += arguments(method.takes, direction: " direction=\"in\"")
            text += arguments(method.returns, direction: " direction=\"out\"")
            text += "  </method>\n"
        }
        for signal in interface.signals {
            text += "  <signal name=\"\(signal.name)\">\n"
            text += arguments(signal.carries, direction: "") + "  </signal>\n"
        }
        for property in interface.properties {
            text += "  <property name=\"\(property.name)\" type=\"\(property.value.type)\""
            text += " access=\"\(property.writer == nil ? "read" : "readwrite")\""
            text += property.tellsChanges ? "/>\n" : ">\n\(quiet)  </property>\n"
        }
        return text + " </interface>\n"
    }

    private static func arguments(_ types: BusSignature, direction: String) -> String {
        types.split.map { "   <arg type=\"\($0)\"\(direction)/>\n" }.joined()
    }
}
