import Glibc

extension DirectLauncher {
  package func freeze(run id: Int64) {
    guard let run = runs[id], run.isAlive else { return }
    run.cgroup?.setFrozen(true)
  }

  package func thaw(run id: Int64) {
    guard let run = runs[id], run.isAlive else { return }
    run.cgroup?.setFrozen(false)
  }
}
