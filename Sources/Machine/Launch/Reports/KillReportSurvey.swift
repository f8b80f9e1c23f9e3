import Glibc
import Scheduling

/// The processes of a run, one after the other, until one of the limits is reached.
struct KillReportSurvey {
  private let files: ProcessFiles
  private let bounds: KillReportCollector.Bounds
  private let deadline: Int64
  private var addedPids = Set<Int32>()
  private var threadCount = 0
  private(set) var processes = [KillReport.Process]()
  private(set) var isCutOff = false

  init(files: ProcessFiles, bounds: KillReportCollector.Bounds) {
    self.files = files
    self.bounds = bounds
    deadline = Self.processorNanoseconds + bounds.nanoseconds
  }

  /// Adds one process, unless it was already added or has ended.
  mutating func add(_ pid: Int32) {
    let isNew = addedPids.insert(pid).inserted
    if !isNew { return }
    // The first process is examined even if the time is already used up.
    let isFirst = processes.isEmpty
    guard isFirst || !cutOffIfFull() else { return }
    let ids = files.threads(of: pid, limit: bounds.threads - threadCount)
    threadCount += ids.count

    var threads = [KillReport.Thread]()
    var parent: Int32?
    // The threads that are examined even if the time is used up.
    let certainThreads = isFirst ? bounds.certainThreads : 1
    for id in ids where threads.count < certainThreads || !cutOffIfLate() {
      guard let status = files.threadStatus(id, of: pid) else { continue }
      parent = status.parent
      threads.append(
        KillReport.Thread(
          id: id, name: status.name, state: status.state,
          // A running thread waits for nothing.
          waitChannel: status.state == "R" ? nil : files.waitChannel(id, of: pid)))
    }

    // A process without a readable thread has ended.
    guard let first = threads.first, let parent else { return }
    var process = KillReport.Process(
      pid: pid, parent: parent, command: first.name, threads: threads)
    if process.waitsForEvents { process.hasSockets = files.hasSocket(pid) }
    processes.append(process)
  }

  /// Adds the processes of a cgroup and of the cgroups that the run has made in it, until a limit is reached.
  mutating func addCgroup(_ directory: String) {
    var waiting = [Cgroup(path: directory)]
    var cgroupCount = 0
    while let cgroup = waiting.popLast() {
      cgroupCount += 1
      guard cgroupCount <= bounds.cgroups, !isCutOff else {
        isCutOff = true
        return
      }
      for pid in ProcessFiles.members(ofCgroup: cgroup.path) { add(pid) }
      waiting += cgroup.children
    }
  }

  /// Adds the children of a process, their children, and so on, until a limit is reached.
  mutating func addDescendants(of pid: Int32) {
    var waiting = [pid]
    while let next = waiting.popLast(), !isCutOff {
      guard let children = files.children(of: next) else {
        // If even the first process has no list, the kernel has no lists of children. Any other process may have just
        // ended.
        if next == pid { isCutOff = true }
        continue
      }
      for child in children { add(child) }
      // `popLast` takes the last one first.
      waiting += children.reversed()
    }
  }

  /// The processor time of this thread: while another thread has the processor, giving up would gain nothing.
  private static var processorNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Marks the survey as cut off if a limit is reached. Returns whether it is cut off.
  private mutating func cutOffIfFull() -> Bool {
    isCutOff = isCutOff || processes.count >= bounds.processes || threadCount >= bounds.threads
    return cutOffIfLate()
  }

  /// Marks the survey as cut off if its processor time is used up. Returns whether it is cut off.
  private mutating func cutOffIfLate() -> Bool {
    isCutOff = isCutOff || Self.processorNanoseconds >= deadline
    return isCutOff
  }
}
