import Testing

@testable import DaemonConnection
@testable import Varlink

/// The effects of errors on reports to the daemon.
@Suite struct ClientErrorTests {
  /// The daemon counts each opening of an app, so one that may have arrived is not reported again.
  @Test func aLostReplyLeavesTheEffectUnknown() {
    let refusal = ClientError.remote(
      RemoteError(name: "io.rubato.Scheduler.Unavailable", parameters: .emptyObject))
    #expect(refusal.isTemporary && !refusal.leavesEffectUnknown)
    for lost in [ClientError.disconnected, .timedOut(.seconds(5))] {
      #expect(lost.isTemporary && lost.leavesEffectUnknown)
    }
  }
}
