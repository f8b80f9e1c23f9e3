/// Why a request waits, for whoever asks again and again.
package struct Waiting: Sendable {
  /// Those that `explain` gives, in their order and without their sentences.
  package let reasons: [Reason]
  /// When time alone may give others, as far as that is known: it is not for what an app may use as it is left alone,
  /// nor for worths, which are compared now and then.
  package let ends: WallTime?
}
