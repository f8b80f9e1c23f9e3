package enum ShareText {
  package static let allowed = "0% to 100%, such as 40%"

  /// Reads `40%` as 0.4; `nil` if it is not a share.
  package static func parse(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent)
    else { return nil }
    return percent / 100
  }
}
