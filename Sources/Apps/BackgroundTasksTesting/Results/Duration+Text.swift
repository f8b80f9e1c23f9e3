import Scheduling

extension Duration {
  /// The duration with its two largest units, such as `2 h 5 min`, or in seconds below a minute.
  var shortText: String {
    let seconds = components.seconds
    if seconds < 60 {
      let tenths = (Double(seconds) + Double(components.attoseconds) / 1e18) * 10
      let whole = Int(bounded: tenths.rounded())
      return whole % 10 == 0 ? "\(whole / 10) s" : "\(whole / 10).\(whole % 10) s"
    }
    let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")] as [(Int64, String)]
    var rest = seconds
    let parts = units.compactMap { size, name -> String? in
      defer { rest %= size }
      return rest >= size ? "\(rest / size) \(name)" : nil
    }
    return parts.prefix(2).joined(separator: " ")
  }
}
