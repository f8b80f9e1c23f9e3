/// The buckets in which the visits to a user's apps are counted, and the opens that follow them. Each app has its own
/// bucket while there are enough; then an app without one joins the bucket with the fewest visits. 128 bytes.
struct AppBuckets: Hashable, Sendable {
  static let count = 32

  /// The hash of the name of the app that got each bucket last; 0 if no app did.
  private(set) var names = SIMD32<UInt32>()

  init() {}

  init(names: SIMD32<UInt32>) { self.names = names }

  /// Returns the bucket of the app with the hash `name`. If it has none, returns the one that it would get if all were
  /// free: a store of an older version contains counts in that bucket.
  func bucket(of name: UInt32) -> Int {
    names.indices.first { names[$0] == name } ?? Self.firstChoice(name)
  }

  /// Gives the app with the hash `name` a bucket, unless it has one. If its first choice is taken, it gets the bucket
  /// with the fewest visits, which is one without visits if there is any. The counts of that bucket stay.
  mutating func add(_ name: UInt32, visits: FadingCounts<32>) {
    guard names[bucket(of: name)] != name else { return }
    var bucket = Self.firstChoice(name)
    if names[bucket] != 0 {
      for other in names.indices where visits[other] < visits[bucket] { bucket = other }
    }
    names[bucket] = name
  }

  private static func firstChoice(_ name: UInt32) -> Int { Int(name) % count }
}
