/// How far it is known whether a request's condition holds.
package enum ConditionCheck: Hashable, Sendable {
  /// Others are being tried.
  case waiting
  case running(CheckID)
  /// It held, which is believed until then, and not beyond a sleep.
  case passed(until: BootTime)
  /// It did not, and is not tried again before then; the text is for people.
  case failed(String, until: AwakeTime)
}
