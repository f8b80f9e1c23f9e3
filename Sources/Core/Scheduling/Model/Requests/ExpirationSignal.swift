/// The signals that can announce the end of a command's time: signals that a process can handle and that do not
/// indicate a fault.
package enum ExpirationSignal: String, CaseIterable, Sendable {
  case term = "TERM"
  case int = "INT"
  case hup = "HUP"
  case quit = "QUIT"
  case usr1 = "USR1"
  case usr2 = "USR2"

  /// Parses `TERM` or `SIGTERM`; returns `nil` for other names.
  package init?(name: String) {
    self.init(rawValue: name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name)
  }

  /// Returns the name of a number, such as `USR1`; the number itself if it is none of these.
  package static func name(ofNumber number: Int32) -> String {
    allCases.first { $0.number == number }?.rawValue ?? String(number)
  }

  /// The signal's number on x86 and ARM (signal(7)).
  package var number: Int32 {
    switch self {
    case .hup: 1
    case .int: 2
    case .quit: 3
    case .usr1: 10
    case .usr2: 12
    case .term: 15
    }
  }
}
