import Descriptors
import Launch
import Scheduling
import VarlinkServer

/// The calls that read the output of runs. Used on the engine's loop only.
final class OutputReaders {
  private var readers: [ObjectIdentifier: OutputReader] = [:]
  private var byKey: [RequestKey: [OutputReader]] = [:]

  /// Adds a call that reads output, and queues its first read. The call is removed after its client has disconnected.
  func add(_ reader: OutputReader, _ engine: Engine) {
    readers[ObjectIdentifier(reader)] = reader
    if let key = reader.key { byKey[key, default: []].append(reader) }
    // Safe to send: the reader is used on the loop only.
    nonisolated(unsafe) weak let leaving = reader
    reader.call.onDisconnect { [weak engine] in
      guard let engine else { return }
      engine.loop.execute {
        if let leaving { engine.readers.outputs.remove(leaving, engine) }
      }
    }
    reader.lineUp(engine)
  }

  /// Removes a call that has been answered or abandoned. If it followed a run, the launcher is notified of the runs
  /// that are still followed.
  func remove(_ reader: OutputReader, _ engine: Engine) {
    guard readers.removeValue(forKey: ObjectIdentifier(reader)) != nil else { return }
    if let key = reader.key {
      byKey[key]?.removeAll { $0 === reader }
      if byKey[key]?.isEmpty == true { byKey[key] = nil }
    }
    if reader.source != nil { follow(engine) }
  }

  /// Makes the launcher report new output of exactly the followed runs.
  func follow(_ engine: Engine) {
    let runs = Set(readers.values.compactMap(\.source))
    engine.programs.launcher.followOutput(of: runs) { [unowned self, unowned engine] run in
      wake(engine) { $0.source == run }
    }
  }

  /// Adds a run to the readers of its request, and queues the readers of the request and of the run again. Called after
  /// the start and after the end of the run.
  func note(_ run: Run, _ engine: Engine) {
    for reader in byKey[run.key] ?? [] {
      reader.note(run.id)
      reader.lineUp(engine)
    }
    wake(engine) { $0.source == run.launched }
  }

  /// Queues the readers of a removed request again, so that they can end.
  func note(removed key: RequestKey, _ engine: Engine) {
    for reader in byKey[key] ?? [] { reader.lineUp(engine) }
  }

  private func wake(_ engine: Engine, where isMeant: (OutputReader) -> Bool) {
    for reader in readers.values where isMeant(reader) { reader.lineUp(engine) }
  }
}
