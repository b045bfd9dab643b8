internal import Linux
internal import Scenes

/// Kernel framebuffer, whose size and pixel format are read for each image.
@LoopActor
final class FramebufferSink: FrameSink {
    private let framebuffer: Framebuffer

    init(_ path: String) throws(Errno) {
        framebuffer = try Framebuffer(path)
    }

    /// Present geometry.
    var geometry: Result<FramebufferGeometry, FrameFailure> {
        do throws(Framebuffer.Failure) {
            return .success(try framebuffer.geometry)
        } catch {
            let words =
                switch error {
                case .notSupported: "its pixel format is not supported"
                case .system(let error): "\(error)"
                }
            return .failure(FrameFailure(.framebuffer, words))
        }
    }

    func show(_ picture: Picture) async -> FrameFailure? {
        switch geometry {
        case .failure(let failure): return failure
        case .success(let geometry):
            do throws(Errno) {
                for (offset, bytes) in FramebufferPacking(geometry).rows(of: picture) {
                    try framebuffer.write(bytes, at: offset)
                }
                return nil
            } catch {
                return FrameFailure(.framebuffer, "\(error)")
            }
        }
    }
}

extension FrameFailure: Error {}

extension FramebufferGeometry {
    /// Colour range of the pixels.
    var colors: DrawingJob.Colors {
        switch pixels {
        case .color: .colour
        case .grey: .grey
        case .mono: .mono
        }
    }
}
