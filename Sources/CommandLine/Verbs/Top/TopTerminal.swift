import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// The terminal of this process while `top` uses it: keys without echo (termios(3)), and the alternate screen of
/// xterm, which leaves the text before it as it was.
final class TopTerminal {
  /// The settings before `top`; `nil` while they are in effect.
  private var saved: termios?
  /// The lines on the screen; `nil` if they are unknown.
  private var lines: [String]?

  /// Shows the alternate screen, hides the cursor, and cuts long lines at the right edge (xterm's private modes).
  private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  /// Undoes `begin` in the opposite order.
  private static let end = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Begins to use the terminal. Called again after another program may have changed it.
  func enter() {
    startKeyInput()
    lines = nil
    Output.writeBytes(Array(Self.begin.utf8))
  }

  /// Returns the terminal as it was before `enter`. Does nothing if it was returned.
  func leave() {
    guard saved != nil else { return }
    Output.writeBytes(Array(Self.end.utf8))
    endKeyInput()
  }

  /// Sets the terminal to deliver each key immediately and without echo, also those that send signals, and keeps the
  /// settings before the first call.
  func startKeyInput() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    if saved == nil { saved = settings }
    // Off: lines, echo, signals of keys such as Ctrl-C, and special keys such as Ctrl-V.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    // Off: Ctrl-S and Ctrl-Q as flow control, and the exchange of carriage returns and line feeds.
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Sets the terminal back to the settings before `top`.
  func endKeyInput() {
    guard var settings = saved else { return }
    saved = nil
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// The present size; 80 x 24 if the terminal does not report it.
  var size: TopState.Size {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown
      ? TopState.Size(columns: Int(size.ws_col), rows: Int(size.ws_row)) : .smallest
  }

  /// Draws the lines that have changed. Writes nothing if none has.
  func draw(_ new: [String]) {
    let text = TopFrame.update(from: lines, to: new)
    lines = new
    if !text.isEmpty { Output.writeBytes(Array(text.utf8)) }
  }

  /// Forgets the lines on the screen, so that all are drawn.
  func forget() { lines = nil }

  /// Returns the bytes that have been typed; `nil` if the terminal was closed.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
