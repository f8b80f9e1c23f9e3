#if canImport(ThreadStates)
  // The states of threads are read.
#else
  /// The states of threads if they cannot be read, as on a Mac: no thread is followed there.
  enum ThreadStates {
    static var areKnown: Bool { false }
    /// On a Mac, another program loads the tests.
    static var program: String? { nil }
    static var others: [ThreadState] { [] }
    static var runDelays: [String: Duration] { [:] }
    static var startOfParent: String? { nil }
    static func exists(_ thread: Int32) -> Bool { false }
    static func wait(of thread: Int32, isPooled: Bool) -> String? { nil }
  }

  struct ThreadState {
    let name: String
    let isBusy: Bool
    let spent: Duration
  }
#endif
