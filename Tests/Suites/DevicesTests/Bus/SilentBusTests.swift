import Bus
import Descriptors
import Foundation
import Testing
import UnixSockets

#if canImport(Glibc)
  import Glibc
#endif

/// A bus whose socket exists, and whose program has not started: connections succeed, and are never answered.
@Suite final class SilentBusTests {
  private let path = "\(NSTemporaryDirectory())/rubato-bus-\(UUID().uuidString.prefix(8))"
  private let listener: CInt

  init() throws {
    listener = try UnixSocket.listen(at: path)
  }

  deinit {
    close(listener)
    unlink(path)
  }

  /// The library's own limit is 90 s, longer than the limit of this test.
  @Test(.timeLimit(.minutes(1))) func aCallWaitsOnlyForItsOwnLimit() throws {
    let loop = EventLoop(name: "silent-bus")
    let error = try loop.sync { [path] () -> BusError? in
      let bus = try Bus(.address("unix:path=\(path)"), loop: loop)
      defer { bus.close() }
      let call = BusCall(
        destination: "org.example.Silent", path: "/", interface: "org.example.Silent",
        member: "Answer", arguments: [], startsService: false, timeoutSeconds: 0.2)
      do throws(BusError) {
        _ = try bus.callAndWait(call)
        return nil
      } catch {
        return error
      }
    }
    #expect("\(try #require(error))".contains("no reply to Answer"))
  }
}
