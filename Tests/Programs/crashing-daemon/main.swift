// A rubatod that dies, as by SIGKILL, right after the commit that the argument names. Everything that it has confirmed
// must then be on disk, and nothing else may have happened.
import Daemon
import Glibc
import Scheduling
import Store

final class CrashingStore: Store {
  private let store: any Store
  private var commitsLeft: Int

  init(_ store: any Store, commits: Int) {
    self.store = store
    commitsLeft = commits
  }

  func commit(_ changes: [Change], at instant: Instant, bootID: String) throws(StoreError) {
    try store.commit(changes, at: instant, bootID: bootID)
    commitsLeft -= 1
    if commitsLeft == 0 { kill(getpid(), SIGKILL) }
  }

  func load() throws(StoreError) -> Snapshot { try store.load() }
  func runs(_ query: RunQuery) throws(StoreError) -> [Run] { try store.runs(query) }
  func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent] {
    try store.deviceHistory(limit: limit)
  }
  func past(_ query: PastQuery) throws(StoreError) -> [PastRecord] { try store.past(query) }
  func failureCommands() throws(StoreError) -> [FailureCommand] { try store.failureCommands() }
  var canCutByAge: Bool { store.canCutByAge }
  func close() { store.close() }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let commits = Int(arguments[3]) else {
  print("usage: crashing-daemon STATE-DIRECTORY SOCKET COMMITS")
  exit(2)
}
var options = Options()
options.simulates = true
options.stateDirectory = arguments[1]
options.socket = arguments[2]
do {
  try Daemon(options, wrapStore: { CrashingStore($0, commits: commits) }).run()
} catch {
  print(error)
  exit(1)
}
