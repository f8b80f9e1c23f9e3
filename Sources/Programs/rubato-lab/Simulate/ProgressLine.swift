import Report
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A progress bar on standard error, if that is a terminal.
final class ProgressLine {
  private var bar: ProgressBar?

  /// Creates a bar as wide as the terminal, or 80 columns wide if its size is unknown. Without a terminal, there is no
  /// bar.
  init() {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    if isatty(STDERR_FILENO) == 1 { bar = ProgressBar(width: isKnown ? Int(size.ws_col) : 80) }
  }

  /// Shows the completed share, 0 to 1. Does nothing if it would not change the bar.
  func show(_ share: Double) {
    if let text = bar?.text(at: share) { Output.writeError(text) }
  }

  /// Removes the bar from the terminal, before other output.
  func wipe() {
    if bar != nil { Output.writeError(ProgressBar.wiped) }
  }
}
