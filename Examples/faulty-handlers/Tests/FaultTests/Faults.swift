import BackgroundTasksTesting

/// Common defects. The bench names the line of the registration or the submission.
let faults: [Fault] = [
  Fault(.completedTwice, Fault.refresh, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.refresh(after: 30))
      task.setTaskCompleted(success: true)
      task.setTaskCompleted(success: true)
    }
  },
  Fault(.neverCompleted, Fault.refresh, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.refresh(after: 30))
      task.expirationHandler = {}
      Task { while true { try await TaskClock().sleep(for: .seconds(1)) } }
    }
  },
  Fault(.completedAfterExpiration, Fault.refresh, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.refresh(after: 30))
      task.expirationHandler = { task.setTaskCompleted(success: false) }
      nonisolated(unsafe) let task = task
      Task {
        let isLong = Bench.current.runs.count % 2 == 1
        try await TaskClock().sleep(for: .seconds(isLong ? 32 : 2))
        task.setTaskCompleted(success: true)
      }
    }
  },
  Fault(.leftBehind, Fault.refresh, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) { task in
      task.setTaskCompleted(success: true)
      Task {
        try await TaskClock().sleep(for: .seconds(9))
        try BGTaskScheduler.shared.submit(.refresh(after: 30))
      }
    }
  },
  // An index that is built in one piece.
  Fault(.exceedsBudget, Fault.upload, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.upload, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.upload(power: true))
      task.perform(.seconds(14 * 60))
    }
  },
  // The user never charges the phone.
  Fault(.starves, Fault.upload, #line + 4, life: Fault.uncharged) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.upload, using: nil) {
      $0.setTaskCompleted(success: true)
    }
    try? BGTaskScheduler.shared.submit(.upload(power: true))
  },
  // Each open of the app moves the date by a day.
  Fault(.putOff, Fault.refresh, #line + 4) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) {
      $0.setTaskCompleted(success: true)
    }
    try? BGTaskScheduler.shared.submit(.refresh(after: 24 * 60))
  },
  Fault(.tooLate, Fault.refresh, #line + 2) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.refresh(after: 30 * 24 * 60))
      task.setTaskCompleted(success: true)
    }
  },
  // The next request is submitted only after a success.
  Fault(.chainEnds, Fault.upload, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.upload, using: nil) { task in
      let success = Bench.current.runs.count < 5
      if success { try? BGTaskScheduler.shared.submit(.upload()) }
      task.setTaskCompleted(success: success)
    }
  },
  Fault(.needsNetwork, Fault.upload, #line + 2, life: .still) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.upload, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.upload())
      task.setTaskCompleted(success: Fault.isOnline.withLock { $0 })
    }
  },
  Fault(.drainsBattery, Fault.upload, #line + 2) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.upload, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.upload())
      task.perform(.seconds(8 * 60))
    }
  },
  Fault(.blocksMain, Fault.refresh, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: .main) {
      @Sendable task in
      try? BGTaskScheduler.shared.submit(.refresh(after: 30))
      Fault.compute(milliseconds: 160)  // Ten frames.
      task.setTaskCompleted(success: true)
    }
  },
  Fault(.readsBeforeUnlock, Fault.refresh, #line + 1) {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Fault.refresh, using: nil) { task in
      try? BGTaskScheduler.shared.submit(.refresh(after: 30))
      task.setTaskCompleted(success: (try? Data(contentsOf: Fault.secret)) != nil)
    }
  },
]
