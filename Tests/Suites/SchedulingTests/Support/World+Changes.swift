import Testing

@testable import Scheduling

extension World {
  /// Submits `id` to run when `/home/me/in` or the key `mail` has changed.
  mutating func observe(
    _ id: String, _ kind: Kind = .utility, _ change: (inout Submission) -> Void = { _ in }
  ) {
    let answer = submit(id, kind) {
      $0.terms.needs.changes.watched = ["/home/me/in", "mail"]
      change(&$0)
    }
    #expect(answer?.acceptance != nil)
  }

  mutating func bump(_ key: ExactString, atMost: Duration? = nil) {
    report(key, .bumped(atMost: atMost))
  }

  mutating func change(_ path: ExactString, _ stamp: String = "changed") {
    report(path, .changed(stamp: stamp))
  }

  mutating func watched(
    _ path: ExactString, _ stamp: String, changed: WallTime? = nil
  ) {
    report(path, .watched(stamp: stamp, changed: changed))
  }

  private mutating func report(_ what: ExactString, _ news: ChangeReport.Content) {
    send(.changed([ChangeReport(owner: Self.user, pathOrKey: what, news)], ticket()))
  }

  /// The number of changes to commit after the last event.
  var changesOfLastEvent: Int {
    effects.count { if case .change = $0 { true } else { false } }
  }
}
