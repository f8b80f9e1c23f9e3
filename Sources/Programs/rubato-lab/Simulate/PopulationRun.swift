import Simulation
import Studies
import Verbs

/// The simulation of a population or of a shard, which can continue an earlier one.
struct PopulationRun {
  let members: Members
  let promises: [Promise]
  /// The file that keeps the result; `nil` if there is none.
  let file: PopulationFile?
  /// The number of processes.
  let jobs: Int
  let progress: ProgressForm

  /// Simulates the devices that the file lacks. After each device, replaces the file. Throws an error if another
  /// simulation writes it.
  ///
  /// - Parameter initial: The result without devices.
  /// - Returns: The result with all devices.
  func result(_ initial: PopulationResult) throws(Failure) -> PopulationResult {
    let lock = try file.map { (file) throws(Failure) in try OutputLock(of: file.path) }
    defer { withExtendedLifetime(lock) {} }
    let shard = initial.shard ?? .whole
    let size = shard.size(of: members.count)
    var result = try file?.earlier(of: initial) ?? initial
    file?.removeRemains()
    var done = result.done ?? size
    let progress = SimulationProgress(progress, of: .device, in: initial.shard, count: size)
    defer { progress.wipe() }
    progress.show(done: done, last: nil)
    let pool = ProcessPool(
      jobs: min(jobs, size - done), name: { "device \($0)" },
      work: { number throws(SimulationError) in
        try members.figures(of: number, checking: promises)
      })
    let rest = shard.numbers(of: members.count).dropFirst(done)
    try pool.answers(for: rest) { (number, figures) throws(Failure) in
      result.result += figures
      done += 1
      result.done = done
      // The complete result is written below.
      if done < size { try file?.write(result) }
      progress.show(done: done, last: UInt64(number))
    }
    result.complete()
    try file?.write(result)
    return result
  }
}
