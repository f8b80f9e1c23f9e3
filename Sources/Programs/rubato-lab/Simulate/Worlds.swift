import Simulation
import Studies
import Verbs

/// The worlds of a comparison or of promises: those of seeds, or the devices of a population.
struct Worlds {
  var subject: Subject
  /// The number of worlds; `nil` if it is not given.
  var count: Int?
  /// The seed of the devices, or of the first world if worlds are seeds.
  var seed: UInt64

  /// Returns the subject of another scenario file with the same seeds or devices, so that both can be compared world by
  /// world. Throws an error if they cannot be compared.
  func variant(_ scenario: String, _ options: WorldOptions) throws(Failure) -> Subject {
    var variant = try options.subject(of: scenario, seed: seed)
    if subject.worlds == .device && variant.worlds == .seed {
      variant = variant.devices(of: seed, first: subject.seed)
    }
    variant.seed = subject.seed
    variant.name = scenario
    let mismatch: String?
    do throws(SimulationError) {
      mismatch = try subject.mismatch(with: variant)
    } catch {
      throw .refused(error.description)
    }
    if let mismatch { throw .refused(mismatch) }
    return variant
  }
}
