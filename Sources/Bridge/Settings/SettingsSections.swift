import Outlets
package import Settings

/// The sections of the configuration, in the order in which the sample file has them.
package enum SettingsSections {
    static let radio = Section(
        "radio", summary: "How phones find this host",
        keys: [
            SettingsKeys.radio.entry, SettingsKeys.adapter.entry, SettingsKeys.shape.entry,
            SettingsKeys.name.entry, SettingsKeys.dataSource.entry, SettingsKeys.textLength.entry,
            SettingsKeys.scenario.entry, SettingsKeys.repeatAfter.entry,
        ])
    static let control = Section(
        "control", summary: "Who may ask the running bridge for something",
        details: [
            "Root and the user that the bridge runs as may do everything. Others may do what the "
                + "groups below let them."
        ],
        keys: [
            SettingsKeys.socket.entry, SettingsKeys.readGroup.entry, SettingsKeys.actGroup.entry,
        ])
    static let notices = Section(
        "notices", summary: "What holds for all notices that no rule is about",
        keys: [
            SettingsKeys.quietHours.entry, SettingsKeys.quietDays.entry,
            SettingsKeys.quietCalls.entry, SettingsKeys.duplicates.entry, SettingsKeys.rate.entry,
        ])
    static let rule = Section(
        "rule", placeholder: "NAME", summary: "What becomes of some notices",
        details: [
            "Rules are tried in their order, and the first whose conditions all hold decides. "
                + "callboard apps lists the apps that have sent something."
        ],
        keys: [
            SettingsKeys.app.entry, SettingsKeys.category.entry, SettingsKeys.phone.entry,
            SettingsKeys.sender.entry, SettingsKeys.match.entry, SettingsKeys.flags.entry,
            SettingsKeys.hours.entry, SettingsKeys.days.entry, SettingsKeys.action.entry,
            SettingsKeys.renameApp.entry, SettingsKeys.renameSender.entry,
        ])
    static let history = Section(
        "history", summary: "What is kept of the notices",
        details: [
            "Rules that drop, hide or rename hold for the history as well; quiet hours, "
                + "duplicates and "
                + "the pace for each app do not."
        ],
        keys: [
            SettingsKeys.keepsHistory.entry, SettingsKeys.historyFolder.entry,
            SettingsKeys.durability.entry, SettingsKeys.historyAge.entry,
            SettingsKeys.historyRows.entry, SettingsKeys.historySize.entry,
            SettingsKeys.stored.entry, SettingsKeys.storedInFull.entry,
            SettingsKeys.storedWithoutText.entry, SettingsKeys.notStored.entry,
        ])
    static let output = Section(
        "output", placeholder: "NAME", summary: "A file that notices are added to",
        details: [
            "With a template the file has one line in UTF-8 for each event, as the template "
                + "says, and format "
                + "means nothing.",
            "The file is created if it does not exist, and private to its owner. SIGHUP reopens "
                + "it, for log rotation.",
        ],
        keys: [
            SettingsKeys.outputFormat.entry, SettingsKeys.outputFile.entry,
            SettingsKeys.silent.entry,
        ] + SettingsKeys.templates)

    static let serial = Section(
        "serial", placeholder: "NAME", summary: "A serial port that notices are said on",
        details: [
            "For a microcontroller, a sign, a printer or a terminal. A port that is not there is "
                + "waited "
                + "for; no other program can use it meanwhile. callboard serial test NAME shows "
                + "whether "
                + "the device understands."
        ],
        keys: [
            SettingsKeys.serialDevice.entry, SettingsKeys.baud.entry, SettingsKeys.dataBits.entry,
            SettingsKeys.parity.entry, SettingsKeys.stopBits.entry, SettingsKeys.flow.entry,
            SettingsKeys.serialFormat.entry, SettingsKeys.width.entry, SettingsKeys.charset.entry,
            SettingsKeys.lineEnd.entry, SettingsKeys.serialCategories.entry,
            SettingsKeys.silent.entry,
            SettingsKeys.heartbeat.entry, SettingsKeys.maxRate.entry, SettingsKeys.maxAge.entry,
            SettingsKeys.settle.entry, SettingsKeys.takesCommands.entry,
        ] + SettingsKeys.templates)

    /// The keys of what is shown on a display.
    private static let shown = [
        SettingsKeys.detail.entry, SettingsKeys.grouping.entry,
        SettingsKeys.displayCategories.entry,
        SettingsKeys.displayQuietHours.entry, SettingsKeys.quietDays.entry,
        SettingsKeys.quietCalls.entry, SettingsKeys.silent.entry,
    ]
    static let console = Section(
        "console", placeholder: "NAME", isNameOptional: true,
        summary: "A terminal that shows the board: the host's own screen, or any other",
        details: [
            "Calls in large letters, the notices of the day, and how many were missed. Further "
                + "ones have "
                + "names, as in [console NAME]. callboard board shows the same on any terminal. "
                + "What is hidden here stays in the history."
        ],
        keys: [
            SettingsKeys.consoleDevice.entry, SettingsKeys.isUTF8.entry,
            SettingsKeys.isColored.entry, SettingsKeys.night.entry, SettingsKeys.blankAfter.entry,
            SettingsKeys.takesKeys.entry,
        ] + shown)
    static let lcd = Section(
        "lcd", placeholder: "NAME", isNameOptional: true,
        summary: "A character display, by way of LCDd (lcdproc)",
        details: [
            "LCDd drives the display; this is one of its clients. Further ones have names, as in "
                + "[lcd NAME]. callboard display test shows what it looks like."
        ],
        keys: [
            SettingsKeys.lcdHost.entry, SettingsKeys.lcdPort.entry, SettingsKeys.lcdName.entry,
            SettingsKeys.lcdCharset.entry, SettingsKeys.backlight.entry, SettingsKeys.lcdKeys.entry,
        ] + shown)

    static let image = Section(
        "image", placeholder: "NAME", isNameOptional: true,
        summary: "A display of pixels: pictures for a file, a command or a framebuffer",
        details: [
            "Electronic paper, an OLED, a panel. Pictures are drawn by a program of their own, "
                + "callboard-draw. Further ones have names, as in [image NAME]."
        ],
        keys: [
            SettingsKeys.imageSize.entry, SettingsKeys.imageFile.entry, SettingsKeys.fileMode.entry,
            SettingsKeys.imageCommand.entry, SettingsKeys.imageStream.entry,
            SettingsKeys.framebuffer.entry, SettingsKeys.timeLimit.entry,
            SettingsKeys.imageFormat.entry, SettingsKeys.imageColors.entry,
            SettingsKeys.rotation.entry, SettingsKeys.font.entry, SettingsKeys.look.entry,
            SettingsKeys.night.entry, SettingsKeys.minInterval.entry, SettingsKeys.hasClock.entry,
        ] + shown)

    /// The table.
    package static let table = SettingsTable(
        [radio, control, notices, rule, history, output] + OutletKinds.all.map { $0.section },
        variablePrefix: "CALLBOARD")
}
