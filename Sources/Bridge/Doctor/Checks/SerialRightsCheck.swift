import Commands
import Formats
import Linux

extension Check {
    /// Returns what prevents the service or this user from opening a port; nil if nothing does.
    ///
    /// - Parameter reason: the running bridge's reason. Conclusions from files of this host count only if they agree with it.
    static func serialRights(
        _ port: SerialPortFacts, _ device: SerialDevice, _ reason: String?, _ facts: MachineFacts
    ) -> Verdict? {
        let isRefused = reason == nil || reason == "\(SerialProblem.noPermission)"
        let isUnseen = isRefused || reason == "\(SerialProblem.noDevice)"
        guard let service = facts.serviceRights else {
            return isRefused ? ownRights(port, device) : nil
        }
        if isUnseen, let unseen = unseen(port, device, service, facts) { return unseen }
        guard isRefused else { return nil }
        return ofService(port, device, service) ?? ofNumber(port, device, service)
    }

    /// Verdict about a port that is hidden from the service by its unit; nil if it is not.
    private static func unseen(
        _ port: SerialPortFacts, _ device: SerialDevice, _ service: ServiceRights,
        _ facts: MachineFacts
    ) -> Verdict? {
        let hidden = ["/tmp/", "/var/tmp/", "/home/", "/root/", "/run/user/"]
        if hidden.contains(where: port.path.hasPrefix) {
            return .warn(
                "\(port.title): the service does not see what is there",
                fix: facts.setting(port, to: "/dev/\(device.node)"))
        }
        if service.seesDevices { return nil }
        let kind = device.isVirtual ? "this screen" : "serial ports"
        return .warn(
            "\(port.title): the service has no access to \(kind)", fix: service.giving(device))
    }

    /// Verdict about a port whose owner, group and mode do not let the service open it; nil if they do.
    private static func ofService(
        _ port: SerialPortFacts, _ device: SerialDevice, _ service: ServiceRights
    ) -> Verdict? {
        guard let rights = device.rights else { return nil }
        let isMember = device.group.map(service.isMember) ?? false
        if rights.lets(service.user, isMember: isMember) { return nil }
        if device.isVirtual {
            // The drop-in assigns the terminal to the service whenever it starts.
            guard !service.handed.contains("/dev/\(device.node)") else { return nil }
            return .warn(
                "\(port.title): the service has no access to this screen",
                fix: service.giving(device))
        }
        if device.node.hasPrefix("pts/") {
            return .warn(
                "\(port.title): this pseudo-terminal belongs to another user",
                fix: "sudo chown callboard /dev/\(device.node)    # or give socat user=callboard")
        }
        return closed(
            port, device, to: "the service",
            joining: service.adding(
                "SupplementaryGroups=%s", device.groupWord, to: "serial-group.conf"))
    }

    /// Verdict about a port whose major device number systemd does not let the service open; nil if it does.
    private static func ofNumber(
        _ port: SerialPortFacts, _ device: SerialDevice, _ service: ServiceRights
    ) -> Verdict? {
        guard let number = device.major, !service.devices.allow(device) else { return nil }
        return .warn(
            "\(port.title): the service may not open devices with the major number \(number)",
            fix: ServiceDevices.ofExample.contains(number)
                ? service.giving(device)
                : service.adding(
                    "DeviceAllow=%s rw", "char-\(number)", to: "serial-device.conf"))
    }

    private static func ownRights(_ port: SerialPortFacts, _ device: SerialDevice) -> Verdict? {
        if device.isOpenToUser { return nil }
        if device.isVirtual {
            return .warn(
                "\(port.title): this user may not open it",
                fix: "sudo chown \"$USER\" /dev/\(device.node)    # until a login prompt starts "
                    + "there")
        }
        return closed(
            port, device, to: "this user",
            joining: "sudo adduser \"$USER\" \(device.groupWord)    # then log in again")
    }

    private static func closed(
        _ port: SerialPortFacts, _ device: SerialDevice, to whom: String, joining: String
    ) -> Verdict {
        let says = "\(port.title): \(whom) may not open it"
        guard let group = device.group, group.number != 0,
            let rights = device.rights, rights.mode & 0o060 == 0o060
        else {
            return .warn(
                "\(says), nor may any group",
                fix:
                    "ls -lL \(ShellWord(port.path).quoted)    # a rule for udev can give it to the "
                    + "group dialout: GROUP=\"dialout\", MODE=\"0660\"")
        }
        return .warn("\(says); the group \(group.name) may", fix: joining)
    }
}
