import Glibc

/// Pauses between two polls of something that no event reports. A test that polls without a pause takes the processor
/// from the process that it waits for.
func pauseBeforeAskingAgain() {
  _ = poll(nil, 0, 10)
}
