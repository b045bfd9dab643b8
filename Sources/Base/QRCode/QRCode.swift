import CQREncode

/// QR code by ISO/IEC 18004, made by libqrencode.
package struct QRCode: Equatable, Sendable {
    /// The longest text, in bytes of UTF-8: what version 12 holds.
    package static let limit = 367

    /// The longest text that version 12 holds with medium error correction.
    private static let mediumLimit = 287

    /// Number of modules of each side, without the quiet zone.
    package let size: Int

    /// All modules row by row; the lowest bit is set in a dark one.
    private let modules: [UInt8]

    /// Encodes a text in the smallest version; nil if it is empty or longer than `limit`.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard (1...Self.limit).contains(bytes.count) else { return nil }
        let level = bytes.count > Self.mediumLimit ? QR_ECLEVEL_L : QR_ECLEVEL_M
        let made = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe QRcode_encodeData(CInt(buffer.count), buffer.baseAddress, 0, level)
        }
        guard let code = unsafe made else { return nil }
        defer { unsafe QRcode_free(code) }
        size = Int(unsafe code.pointee.width)
        let data = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        modules = unsafe Array(data)
    }

    /// Whether a module is dark; everything around the code is light.
    package subscript(row row: Int, column column: Int) -> Bool {
        let sides = 0..<size
        return sides.contains(row) && sides.contains(column)
            && modules[row * size + column] & 1 == 1
    }
}
