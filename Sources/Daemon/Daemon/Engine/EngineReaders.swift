/// The calls that read the engine's state, and the queue in which they wait. Used on the engine's loop only.
struct EngineReaders {
  /// The reads between steps.
  let queue = ReadQueue()
  /// The threads on which long answers are encoded.
  let threads = AnswerThreads()
  /// The calls that read the output of runs.
  let outputs = OutputReaders()
  /// The calls that wait for the end of a run.
  let waiters = Waiters()
  /// The calls that watch events.
  let watchers = Watchers()
  /// The log of the past, which no client reads from here.
  let past = PastLog()
}
