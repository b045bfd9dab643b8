/// Maker and model of a phone, as it reports them.
package struct DeviceInformation: Hashable, Sendable {
    /// Name of the maker, such as `Apple Inc.`; nil if unknown.
    package var maker: String?
    /// Identifier of the model, such as `iPhone14,5`; nil if unknown.
    package var model: String?

    package init(maker: String? = nil, model: String? = nil) {
        self.maker = maker
        self.model = model
    }

    /// Name of the model under which it is sold, else its identifier; nil if unknown.
    package var modelName: String? { model.map { AppleModels.names[$0] ?? $0 } }

    /// Maximum number of characters of each text.
    static let limit = 40

    /// Returns the text of a characteristic without control characters; nil if nothing remains.
    static func text(_ value: [UInt8]) -> String? {
        let all = String(decoding: value.prefix(4 * limit), as: UTF8.self).unicodeScalars
        let shown = all.filter {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                false
            default: true
            }
        }
        let text = String(String.UnicodeScalarView(shown)).prefix(limit)
        return text.allSatisfy(\.isWhitespace) ? nil : String(text)
    }
}
