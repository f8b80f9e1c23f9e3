import Glibc

/// Pauses between two questions about something that no event announces: a test that asks without a pause takes the processor
/// from the process that it waits for.
func pauseBeforeAskingAgain() {
  _ = poll(nil, 0, 10)
}
