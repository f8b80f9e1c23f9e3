/// Those who read what the engine knows, and how it is read. Used on the engine's loop only.
struct EngineReaders {
  /// What is read between steps.
  let queue = ReadQueue()
  /// Where long answers are written down.
  let threads = AnswerThreads()
  /// Who reads what runs write.
  let outputs = OutputReaders()
  /// Who waits for the end of a run.
  let waiters = Waiters()
  /// Who watches.
  let watchers = Watchers()
}
