extension LCDPicture {
    /// Returns the commands that turn the displayed picture into this one; all of it if nothing is
    /// displayed.
    func commands(after old: LCDPicture?) -> [LCDCommand] {
        var commands = call.commands(.call, after: old?.call)
        commands += board.commands(.board, after: old?.board)
        let oldKeys = old?.keys ?? []
        commands += oldKeys.subtracting(keys).sorted().map { .removeKey($0) }
        commands += keys.subtracting(oldKeys).sorted().map { .addKey($0) }
        return commands
    }
}

extension LCDScreen {
    /// Display time of a screen in eighths of a second, if the server rotates the screens of several
    /// programs.
    private static let turn = 64

    fileprivate func commands(_ name: Name, after old: LCDScreen?) -> [LCDCommand] {
        var commands: [LCDCommand] = []
        if old == nil {
            commands += [
                .addScreen(name), .setScreen(name, .heartbeatOff),
                .setScreen(name, .turn(Self.turn)),
            ]
        }
        // Screens change while they are hidden: hide before the change, show after it.
        let priority = LCDCommand.setScreen(name, .priority(self.priority))
        let hasPriority = old?.priority == self.priority
        if !hasPriority, self.priority == .hidden { commands.append(priority) }
        commands += widgetCommands(name, after: old?.widgets ?? [:])
        if light != old?.light ?? .open { commands += lightCommands(name) }
        if !hasPriority, self.priority != .hidden { commands.append(priority) }
        return commands
    }

    private func widgetCommands(_ name: Name, after old: [String: LCDWidget]) -> [LCDCommand] {
        var commands: [LCDCommand] = []
        let gone = old.filter { widgets[$0.key]?.isLike($0.value) != true }
        commands += gone.keys.sorted().map { .removeWidget(name, $0) }
        for (id, widget) in widgets.sorted(by: { $0.key < $1.key }) where old[id] != widget {
            if old[id]?.isLike(widget) != true { commands.append(.addWidget(name, id, widget)) }
            commands.append(.setWidget(name, id, widget))
        }
        return commands
    }

    private func lightCommands(_ name: Name) -> [LCDCommand] {
        // The server adds flashing to the former state; any other state removes it.
        let states = light == .flash ? ["on", "flash"] : [light.rawValue]
        return states.map { .setScreen(name, .backlight($0)) }
    }
}
