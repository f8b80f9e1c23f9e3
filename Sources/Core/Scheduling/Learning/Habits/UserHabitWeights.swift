/// How much each sign weighs for one user: a logistic regression over all of the user's apps.
///
/// Learned by Newton's method, a step a lesson: `evidence` is the curvature of the likelihood of what
/// was seen, slowly forgotten, and the weights are drawn towards `usual` as though `trust` had been
/// seen of them. So there is no learning rate, one odd hour changes little, and weights are good from
/// the first day.
struct UserHabitWeights: Hashable, Sendable {
  static let count = UserHabitSigns.count
  /// What is left of the evidence after a lesson: half after a month.
  static let keeping = 0.999
  /// Lessons of many apps at once are not independent: each counts half.
  static let force = 0.5
  /// What signs weigh for people in general, in the order of `UserHabitSign`: a fit over imagined
  /// users (regular, sporadic, bursty, with habits that change) and a real one, rounded.
  static let usual = UserHabitSigns([

    0.5, 1.25, 0.15, 0.2, 0.45, 0.3, 0.1, 1.45, 0.35, 0.2, 0, 0.5, 0.25, 0.2, 0.15, -1.8,
  ])
  /// By how much they differ from one of those users to another.
  static let spread = UserHabitSigns([

    0.4, 0.15, 0.35, 0.3, 0.2, 0.15, 0.25, 0.3, 0.2, 0.2, 0.2, 0.3, 0.3, 0.25, 0.2, 0.8,
  ])

  var values = Self.usual
  /// The lower triangle by rows.
  var evidence = Array(repeating: 0.0, count: Self.count * (Self.count + 1) / 2)
  /// Of the lesson under way.
  var gradient = UserHabitSigns()

  /// The chance that signs such as these are followed by an open.
  func chance(_ signs: UserHabitSigns) -> Double { Self.chance(signs, values) }

  /// The same where signs weigh `values`.
  static func chance(_ signs: UserHabitSigns, _ values: UserHabitSigns) -> Double {
    let sum = values.product(signs)
    return 1 / (1 + exp2(-max(-30, min(30, sum)) / naturalLogOf2))
  }

  /// The same of eight apps.
  @inline(__always)
  static func chances<Batch: Batch8>(_ signs: SignLanes<Batch>, _ values: UserHabitSigns) -> Batch {
    let sums = signs.products(values).atMost(30).atLeast(-30)
    return Batch(repeating: 1) / (1.0 + Batch.exp2(-sums / naturalLogOf2))
  }

  /// Takes in one app's answer to the lesson under way. The weights stay until it is settled.
  mutating func learn(_ signs: UserHabitSigns, wasOpened: Bool) {
    let chance = self.chance(signs)
    let error = Self.force * ((wasOpened ? 1 : 0) - chance)
    let curvature = Self.force * chance * (1 - chance)
    gradient.add(signs, times: error)
    evidence.withUnsafeMutableBufferPointer { evidence in
      var cell = 0
      for row in 0..<Self.count {
        let scaled = curvature * signs[row]
        for column in 0...row {
          evidence[cell] += scaled * signs[column]
          cell += 1
        }
      }
    }
  }

  /// The same for the first `count` of eight apps that were not opened, to the last bit as one after
  /// the other.
  mutating func learnSilence(_ signs: SignLanes<ExactBatch8>, count: Int) {
    let chances = Self.chances(signs, values)
    let errors = Self.force * (0 - chances)
    let curvatures = Self.force * chances * (1 - chances)
    var cell = 0
    for row in 0..<Self.count {
      let ofRow = signs[row]
      gradient[row].add((errors * ofRow).lanes, count)
      let scaled = curvatures * ofRow
      for column in 0...row {
        evidence[cell].add((scaled * signs[column]).lanes, count)
        cell += 1
      }
    }
  }

  /// Ends a lesson: one step towards what explains everything best that was seen so far.
  mutating func settle() {
    for index in values.indices {
      let pull = Self.trust(index) * (values[index] - Self.usual[index])
      gradient[index] -= (1 - Self.keeping) * pull
    }
    if let step = SymmetricSystem(lowerTriangle: curvature).solution(of: gradient.all) {
      values.lanes += SIMD16(step)
    } else {
      self = Self()
    }
    gradient = UserHabitSigns()
    for cell in evidence.indices { evidence[cell] *= Self.keeping }
  }

  /// Evidence and trust together.
  var curvature: [Double] {
    var sum = evidence
    for index in values.indices { sum[index * (index + 3) / 2] += Self.trust(index) }
    return sum
  }

  private static func trust(_ index: Int) -> Double { 1 / (spread[index] * spread[index]) }
}

extension Double {
  /// Adds the first `count` of eight numbers, one after the other.
  @inline(__always)
  fileprivate mutating func add(_ numbers: DoubleBatch8, _ count: Int) {
    guard count < HabitLanes.count else {
      for lane in 0..<HabitLanes.count { self += numbers[lane] }
      return
    }
    for lane in 0..<count { self += numbers[lane] }
  }
}
