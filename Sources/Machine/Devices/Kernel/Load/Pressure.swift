/// The share of time in which tasks waited for a resource (psi in the kernel's accounting documentation), over the
/// last ten seconds.
struct Pressure: Hashable {
  /// Percent of the time in which at least one task waited.
  var some: Double
  /// Percent of the time in which all tasks waited; 0 if the kernel does not report it.
  var full: Double

  init(some: Double, full: Double) {
    self.some = some
    self.full = full
  }

  /// Parses the text of a pressure file; `nil` if the line `some` is missing.
  init?(_ text: String) {
    var shares: [Substring: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, words[1].hasPrefix("avg10=") else { continue }
      shares[words[0]] = Double(words[1].dropFirst("avg10=".count))
    }
    guard let some = shares["some"] else { return nil }
    self.init(some: some, full: shares["full"] ?? 0)
  }
}
