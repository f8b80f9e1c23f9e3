import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

extension Screen {
  /// Returns the screen of standard output, which may be a terminal.
  package static func standardOutput(now: WallTime) -> Screen {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return Screen(
      style: Style(isTerminal: isTerminal, environment: Process.environment),
      width: isTerminal ? columns : chosenColumns,
      clock: WallClock(now: now, localTime: MachineZone().civil),
      commands: .ofThisProcess)
  }

  /// The screen of standard error, without colours.
  static var standardError: Screen {
    let isTerminal = isatty(STDERR_FILENO) == 1
    return Screen(
      style: Style(isColoured: false), width: isTerminal ? columns : chosenColumns,
      clock: WallClock(now: MachineZone.now, localTime: MachineZone().civil),
      commands: .ofThisProcess)
  }

  /// The value of COLUMNS, for callers that pass the answer on to a terminal; `nil` if it is not set.
  private static var chosenColumns: Int? {
    guard let text = Process.environment["COLUMNS"], let columns = Int(text), columns > 0 else {
      return nil
    }
    return columns
  }

  /// The width of the terminal: the chosen one, else its own, else 80 columns.
  private static var columns: Int {
    if let chosenColumns { return chosenColumns }
    var size = winsize()
    let isKnown = [STDOUT_FILENO, STDERR_FILENO].contains {
      ioctl($0, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    }
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Returns the variables with which a `rubatoctl` on another machine, which writes to a pipe of this process, prints
  /// as for this screen.
  ///
  /// - Parameter indent: The columns before each of its lines.
  static func variables(indent: Int = 0) -> [String: String] {
    let names = ["CLICOLOR_FORCE", "COLUMNS", "NO_COLOR"]
    var variables = Process.environment.filter { names.contains($0.key) && !$0.value.isEmpty }
    guard isatty(STDOUT_FILENO) == 1 else { return variables }
    variables["COLUMNS"] = String(max(columns - indent, 1))
    if Style(isTerminal: true, environment: Process.environment).isColoured {
      variables["CLICOLOR_FORCE"] = "1"
    }
    return variables
  }
}
