/// The state of the check of a request's condition.
package enum ConditionCheck: Hashable, Sendable {
  /// The check waits until others have ended.
  case waiting
  case running(CheckID)
  /// The condition was true, which is valid until `until`, but not beyond a sleep.
  case passed(until: BootTime)
  /// The condition was false, and is not checked again before `until`; the text is for users.
  case failed(String, until: AwakeTime)
}
