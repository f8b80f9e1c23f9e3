extension String {
  /// The sentence about taken slots without the start and the latest end of each run.
  var withoutTimes: String {
    replacing(#/, since [^,;)]*(, until [^,;)]* at most)?/#, with: "")
  }
}
