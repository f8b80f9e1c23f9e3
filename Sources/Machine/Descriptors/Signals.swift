import Glibc

/// Blocks all signals in the present thread, so that other threads handle them.
func blockSignals() {
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
