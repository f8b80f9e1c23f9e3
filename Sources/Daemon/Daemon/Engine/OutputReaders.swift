import Descriptors
import Launch
import Scheduling
import VarlinkServer

/// The calls that read the output of runs. Used on the engine's loop only.
final class OutputReaders {
  private var readers: [ObjectIdentifier: OutputReader] = [:]
  /// The readers that also read later runs of a request.
  private var byRequest: [RequestKey: [OutputReader]] = [:]

  /// Adds a call that reads output, and queues its first read. The call is removed after its client has disconnected.
  func add(_ reader: OutputReader, _ engine: Engine) {
    readers[ObjectIdentifier(reader)] = reader
    if let key = reader.followedRequest { byRequest[key, default: []].append(reader) }
    // Safe to send: the reader is used on the loop only.
    nonisolated(unsafe) weak let abandonedReader = reader
    reader.call.onDisconnect { [weak engine] in
      guard let engine else { return }
      engine.loop.execute {
        if let abandonedReader { engine.readers.outputs.remove(abandonedReader, engine) }
      }
    }
    reader.queue(engine)
  }

  /// Removes a call that has been answered or abandoned. If it followed a run, the launcher is notified of the runs
  /// that are still followed.
  func remove(_ reader: OutputReader, _ engine: Engine) {
    guard readers.removeValue(forKey: ObjectIdentifier(reader)) != nil else { return }
    if let key = reader.followedRequest {
      byRequest[key]?.removeAll { $0 === reader }
      if byRequest[key]?.isEmpty == true { byRequest[key] = nil }
    }
    if reader.followedRun != nil { updateFollowedRuns(engine) }
  }

  /// Makes the launcher report new output of exactly the followed runs.
  func updateFollowedRuns(_ engine: Engine) {
    let runs = Set(readers.values.compactMap(\.followedRun))
    engine.programs.launcher.followOutput(of: runs) { [unowned self, unowned engine] run in
      queueReaders(engine) { $0.followedRun == run }
    }
  }

  /// Adds a run to the readers of its request, and queues the readers of the request and of the run again. Called after
  /// the start and after the end of the run.
  func queueReaders(of run: Run, _ engine: Engine) {
    for reader in byRequest[run.key] ?? [] {
      reader.appendRun(run.id)
      reader.queue(engine)
    }
    queueReaders(engine) { $0.followedRun == run.launched }
  }

  /// Queues the readers of a removed request again, so that they can end.
  func queueReaders(ofRemoved key: RequestKey, _ engine: Engine) {
    for reader in byRequest[key] ?? [] { reader.queue(engine) }
  }

  /// Queues the readers that `isAffected` selects.
  private func queueReaders(_ engine: Engine, where isAffected: (OutputReader) -> Bool) {
    for reader in readers.values where isAffected(reader) { reader.queue(engine) }
  }
}
