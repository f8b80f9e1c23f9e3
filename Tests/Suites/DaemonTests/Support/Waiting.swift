import Glibc

/// What nothing announces is asked for again, with a pause between: asking all the time takes the processor from what is
/// waited for.
func pauseBeforeAskingAgain() {
  _ = poll(nil, 0, 10)
}
