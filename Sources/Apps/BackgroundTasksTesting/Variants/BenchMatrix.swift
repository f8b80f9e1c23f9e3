/// The variants of one test: each device with each user, each seed and each expiration.
public struct BenchMatrix: Sendable {
  /// The devices.
  public var devices: [BenchDevice]
  /// The users.
  public var users: [BenchUser]
  /// The seeds of the users' habits.
  public var seeds: [UInt64]
  /// The early ends of runs; `nil` is a variant whose runs have their whole budget.
  public var expirations: [BenchVariant.Expiration?]
  /// The largest number of processes that run variants at the same time; `nil` for the number of processors.
  public var processes: Int?

  /// Creates a matrix.
  ///
  /// - Parameters:
  ///   - devices: The devices; by default all.
  ///   - users: The users; by default all.
  ///   - seeds: The seeds; by default one.
  public init(
    devices: [BenchDevice] = BenchDevice.allCases, users: [BenchUser] = BenchUser.allCases,
    seeds: some Sequence<Int> = 1...1
  ) {
    (self.devices, self.users) = (devices, users)
    self.seeds = seeds.map { UInt64(clamping: $0) }
    expirations = [nil]
  }

  /// Each device with each user, with one seed.
  public static let all = BenchMatrix()

  /// Returns each device with each user, with these seeds.
  public static func all(seeds: some Sequence<Int>) -> BenchMatrix { BenchMatrix(seeds: seeds) }

  /// Returns the matrix with each of its variants once for each second. In each variant, all runs of the task expire
  /// at that second after their delivery.
  public func expiring(_ identifier: String, at seconds: some Sequence<Int>) -> BenchMatrix {
    var matrix = self
    matrix.expirations = seconds.map { BenchVariant.Expiration(of: identifier, at: $0) }
    return matrix
  }

  /// The variants, each once, by device, user, seed and expiration in the order of the lists.
  public var variants: [BenchVariant] {
    var known: Set<BenchVariant> = []
    return devices.flatMap { device in
      users.flatMap { user in
        seeds.flatMap { seed in
          expirations.map {
            BenchVariant(device: device, user: user, seed: seed, expiration: $0)
          }
        }
      }
    }.filter { known.insert($0).inserted }
  }
}
