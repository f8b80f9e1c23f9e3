package enum SignalName {
  /// Returns `TERM` for `TERM`, `sigterm` and `SIGTERM`.
  package static func short(_ text: String) -> String {
    let name = text.uppercased()
    return name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name
  }
}
