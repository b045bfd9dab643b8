internal import JSON
internal import Linux
internal import Notices

extension HistoryLine {
    static func line(of stored: StoredLevel) -> [UInt8] {
        JSONWriter.line { writer in
            writer.object("battery") { writer in
                writer.member("phone", stored.phone.name)
                if let bond = stored.phone.bond { writer.member("bond", bond) }
                writer.member("at", stored.at.milliseconds)
                writer.member("level", stored.level)
            }
        }
    }

    static func level(_ fields: JSONFields) throws(JSONError) -> StoredLevel {
        StoredLevel(
            try fields.required("level").integer(in: BatteryTable.levels),
            of: PhoneName(
                try fields.required("phone").string(), bond: try fields["bond"]?.string()),
            at: try fields.required("at").moment())
    }
}
