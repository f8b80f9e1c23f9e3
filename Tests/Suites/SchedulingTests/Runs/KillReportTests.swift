import Testing

@testable import Scheduling

@Suite struct KillReportTests {
  @Test(arguments: [
    ("R", nil, KillReport.Activity.busy),
    ("D", "folio_wait_bit_common", .disk),
    ("D", "__refrigerator", .frozen),
    ("S", "do_freezer_trap", .frozen),
    ("T", "do_signal_stop", .stopped),
    ("t", "ptrace_stop", .traced),
    ("Z", nil, .over),
    ("S", nil, .unknown),
    ("S", "worker_thread", .unknown),
    // Names of different kernels for the same wait.
    ("S", "futex_wait_queue_me", .lock),
    ("S", "futex_do_wait", .lock),
    ("S", "locks_lock_inode_wait", .fileLock),
    ("S", "flock_lock_inode_wait", .fileLock),
    ("S", "inet_csk_accept", .network),
    ("S", "sk_wait_data", .network),
    ("S", "wait_woken", .unknown),
    ("S", "__skb_wait_for_more_packets", .network),
    ("S", "unix_stream_read_generic", .localSocket),
    ("S", "unix_stream_data_wait", .localSocket),
    ("S", "ep_poll", .event),
    ("S", "do_select", .event),
    ("S", "poll_schedule_timeout", .event),
    ("S", "do_sys_poll", .event),
    ("S", "hrtimer_nanosleep", .asleep),
    ("S", "do_wait", .child),
    ("S", "kernel_wait4", .child),
    ("S", "do_wait_for_common", .unknown),
    ("S", "anon_pipe_read", .pipeInput),
    ("S", "pipe_wait", .pipeInput),
    ("S", "pipe_write", .pipeOutput),
    ("S", "sigsuspend", .signal),
  ])
  func knowsWhatAThreadDoes(state: String, channel: String?, activity: KillReport.Activity) {
    let thread = KillReport.Thread(id: 1, name: "x", state: state, waitChannel: channel)
    #expect(thread.activity == activity)
  }

  @Test func namesWhatASingleProcessWaitsFor() {
    let report = KillReport(processes: [process(7, "curl", ("S", "tcp_recvmsg"))])
    #expect(
      report.sentence == "curl (pid 7) was waiting for the network (tcp_recvmsg). "
        + "It had not been warned.")
  }

  @Test(arguments: [
    (KillReport.Expiration.notAnnounced, "It had not been warned."),
    (.pending, "It had not received the warning."),
    (.ignored, "It ignored the warning."),
    (.caught, "It had caught the warning and had not finished handling it."),
  ])
  func tellsWhatBecameOfTheWarning(expiration: KillReport.Expiration, words: String) {
    let report = KillReport(
      processes: [process(7, "dd", ("R", nil))], expiration: expiration)
    #expect(report.sentence == "dd (pid 7) was busy. \(words)")
  }

  @Test func aWaitForAnEventMayBeOneOfTheNetwork() {
    var server = process(7, "node", ("S", "ep_poll"))
    #expect(
      KillReport(processes: [server]).sentence.hasPrefix(
        "node (pid 7) was waiting for an event (ep_poll). "))
    server.hasSockets = true
    #expect(
      KillReport(processes: [server]).sentence.hasPrefix(
        "node (pid 7) was waiting for an event (ep_poll), perhaps of the network: it has sockets."))
  }

  /// The main thread waits for the next task, and the library's thread for the daemon, with any task.
  @Test func theProcessOfAnAppIsToldOfByItsThreadAtWork() {
    var app = process(7, "feed", ("S", "sigsuspend"), ("S", "futex_do_wait"), ("S", "sk_wait_data"))
    app.threads.append(
      KillReport.Thread(
        id: 30, name: "BackgroundTasks", state: "S", waitChannel: "unix_stream_read_generic"))
    var report = KillReport(processes: [app], expiration: .called)
    #expect(
      report.sentence.hasPrefix(
        "feed (pid 7), in the thread (\(app.threads[2].id), t2), was waiting for the network"))
    report.holder = KillReport.Holder(thread: app.threads[1].id)
    #expect(
      report.sentence.hasPrefix(
        "feed (pid 7), in the thread of its expiration handler (\(app.threads[1].id), t1), was waiting for a lock"
      ))
    app.threads.remove(at: 2)
    report = KillReport(processes: [app], expiration: .returned)
    #expect(report.sentence.hasPrefix("feed (pid 7) had no thread at work: each was waiting."))
  }

  @Test func theThreadThatHoldsATaskIsKept() {
    var report = KillReport(
      processes: [process(7, "feed", ("R", nil))], expiration: .missing, lastLines: ["a"])
    for stack in [[], ["wait", "refresh()"]] {
      report.holder = KillReport.Holder(thread: 8, stack: stack)
      #expect(KillReport(words: report.words) == report)
    }
  }

  @Test func followsAShellToTheChildThatItWaitsFor() {
    let report = KillReport(processes: [
      process(7, "backup", ("S", "do_wait")),
      process(8, "sh", parent: 7, ("S", "do_wait")),
      process(9, "sleep", parent: 7, ("S", "hrtimer_nanosleep")),
      process(10, "rsync", parent: 8, ("S", "sk_wait_data")),
    ])
    #expect(
      report.sentence.hasPrefix(
        "rsync (pid 10), for which backup waited, was waiting for the network"))
  }

  @Test func followsAPipeOnlyToSomethingThatTellsMore() {
    let shell = process(7, "sh", ("S", "pipe_read"))
    let idle = process(8, "sleep", parent: 7, ("S", "hrtimer_nanosleep"))
    let busy = process(9, "xz", parent: 7, ("R", nil))
    #expect(KillReport(processes: [shell, idle]).sentence.hasPrefix("sh (pid 7) was waiting for"))
    #expect(KillReport(processes: [shell, idle, busy]).sentence.hasPrefix("xz (pid 9), for which"))
  }

  @Test func idleThreadsOfAPoolDoNotHideTheOneThatWorks() {
    let report = KillReport(processes: [
      process(
        7, "indexer", ("S", "futex_do_wait"), ("S", "futex_do_wait"), ("D", "wait_on_page_bit"))
    ])
    #expect(report.sentence.contains("for a disk or a driver (wait_on_page_bit), in its thread t2"))
  }

  @Test func aDeadlockOfAllThreadsIsALock() {
    let report = KillReport(processes: [
      process(7, "indexer", ("S", "futex_do_wait"), ("S", "hrtimer_nanosleep"))
    ])
    #expect(report.sentence.hasPrefix("indexer (pid 7) was waiting for a lock (futex_do_wait)."))
  }

  @Test func theFirstThreadDecidesUnlessAnotherKeepsTheMachineBusy() {
    let asleep = process(7, "a", ("S", "hrtimer_nanosleep"), ("S", "sk_wait_data"))
    #expect(KillReport(processes: [asleep]).sentence.hasPrefix("a (pid 7) was asleep"))
    let busy = process(7, "a", ("S", "hrtimer_nanosleep"), ("R", nil))
    #expect(
      KillReport(processes: [busy]).sentence.hasPrefix("a (pid 7) was busy, in its thread t1"))
  }

  @Test func parentsInACircleEnd() {
    let report = KillReport(processes: [
      process(7, "a", parent: 8, ("S", "do_wait")), process(8, "b", parent: 7, ("S", "do_wait")),
    ])
    #expect(report.sentence.contains("waiting for a child"))
  }

  @Test func saysSoWhereNothingWasFound() {
    #expect(KillReport(processes: []).sentence.hasPrefix("No process was found."))
    let empty = KillReport.Process(pid: 7, parent: 1, command: "a", threads: [])
    #expect(KillReport(processes: [empty]).sentence.hasPrefix("a (pid 7) had ended."))
  }

  private func process(
    _ pid: Int32, _ command: String, parent: Int32 = 1, _ threads: (String, String?)...
  ) -> KillReport.Process {
    KillReport.Process(
      pid: pid, parent: parent, command: command,
      threads: threads.enumerated().map { index, thread in
        KillReport.Thread(
          id: pid * 100 + Int32(index), name: "t\(index)", state: thread.0, waitChannel: thread.1)
      })
  }
}
