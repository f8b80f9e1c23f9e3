/// The weights of the signs for one user: a logistic regression over all of the user's apps.
///
/// Learned by Newton's method, one step per lesson. `evidence` is the curvature of the likelihood of the observations,
/// slowly forgotten. The weights are drawn towards `usual` like additional observations of weight `trust`. So there is
/// no learning rate, one odd hour changes little, and weights are good from the first day.
struct UserHabitWeights: Hashable, Sendable {
  static let count = UserHabitSigns.count
  /// The remainder of the evidence after a lesson: half after a month.
  static let keeping = 0.999
  /// The weight of a lesson: simultaneous lessons of many apps are not independent, so each counts half.
  static let force = 0.5
  /// The weights for average users, in the order of `UserHabitSign`: a fit over imagined users (regular, sporadic,
  /// bursty, with habits that change) and a real one, rounded.
  static let usual = UserHabitSigns([

    0.5, 1.25, 0.15, 0.2, 0.45, 0.3, 0.1, 1.45, 0.35, 0.2, 0.6, 0.5, 0.25, 0.2, -1.8,
  ])
  /// The differences of weights between those users.
  static let spread = UserHabitSigns([

    0.4, 0.15, 0.35, 0.3, 0.2, 0.15, 0.25, 0.3, 0.2, 0.2, 0.3, 0.3, 0.3, 0.25, 0.8,
  ])

  var values = Self.usual
  /// The evidence, a symmetric matrix of signs by signs: its lower triangle by rows.
  var evidence = Array(repeating: 0.0, count: Self.count * (Self.count + 1) / 2)
  /// The gradient of the current lesson.
  var gradient = UserHabitSigns()

  /// Returns the chance of an open after such signs.
  func chance(_ signs: UserHabitSigns) -> Double { Self.chance(signs, values) }

  /// Returns the chance of an open after such signs, with the weights `values`.
  static func chance(_ signs: UserHabitSigns, _ values: UserHabitSigns) -> Double {
    let sum = values.product(signs)
    return 1 / (1 + exp2(-max(-30, min(30, sum)) / naturalLogOf2))
  }

  /// Returns the chance of an open of each of eight apps, from the sum of its signs, each multiplied by its weight.
  @inline(__always)
  static func chances<Batch: Batch8>(_ sums: Batch) -> Batch {
    Batch(repeating: 1) / (1.0 + Batch.exp2(-sums.atMost(30).atLeast(-30) / naturalLogOf2))
  }

  /// Adds to the current lesson whether an app with `signs` was opened. The weights stay until it is settled.
  mutating func learn(_ signs: UserHabitSigns, wasOpened: Bool) {
    // Of a logistic regression, one observation adds error * signs to the gradient, and curvature * signs * signs' to
    // the evidence.
    let chance = self.chance(signs)
    let error = Self.force * ((wasOpened ? 1 : 0) - chance)
    let curvature = Self.force * chance * (1 - chance)
    gradient.add(signs, times: error)
    // An index of a vector would copy the vector to memory each time.
    withUnsafeBytes(of: signs.lanes) { signs in
      let signs = signs.assumingMemoryBound(to: Double.self)
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
  }

  /// Adds to the current lesson that the first `count` of eight apps were not opened. The result has the same bits as
  /// with one app after the other.
  mutating func learnSilence(_ signs: SignLanes, count: Int) {
    guard count == HabitLanes.count else {
      for lane in 0..<count { learn(signs.signs(inLane: lane), wasOpened: false) }
      return
    }
    let chances = Self.chances(signs.products(values))
    let errors = Self.force * (0 - chances)
    let curvatures = Self.force * chances * (1 - chances)
    withUnsafeMutableBytes(of: &gradient.lanes) {
      let gradient = $0.assumingMemoryBound(to: Double.self)
      signs.addProducts(with: errors.lanes, to: gradient, Self.count)
    }
    evidence.withUnsafeMutableBufferPointer { evidence in
      for row in 0..<Self.count {
        let start = Self.cell(row: row, column: 0)
        let cells = UnsafeMutableBufferPointer(rebasing: evidence[start...])
        signs.addProducts(with: (curvatures * signs[row]).lanes, to: cells, row + 1)
      }
    }
  }

  /// Ends a lesson: moves the weights one step towards the best explanation of all observations so far. If no step can
  /// be computed, learning starts again.
  mutating func settle() {
    // The usual weights replace the evidence that is forgotten below.
    for index in values.indices {
      let pull = Self.trust(index) * (values[index] - Self.usual[index])
      gradient[index] -= (1 - Self.keeping) * pull
    }
    // A step of Newton's method: the gradient divided by the curvature, which is a matrix.
    if let step = SymmetricSystem(lowerTriangle: curvature).solution(of: gradient.all) {
      values.add(UserHabitSigns(step), times: 1)
    } else {
      self = Self()
    }
    gradient = UserHabitSigns()
    for cell in evidence.indices { evidence[cell] *= Self.keeping }
  }

  /// The sum of evidence and trust.
  var curvature: [Double] {
    var sum = evidence
    for sign in values.indices { sum[Self.cell(row: sign, column: sign)] += Self.trust(sign) }
    return sum
  }

  /// Returns the index in `evidence` of a cell; `column` is at most `row`. Row 0 has one cell, row 1 two.
  private static func cell(row: Int, column: Int) -> Int { row * (row + 1) / 2 + column }

  /// Sets the weights of `signs` back to the usual ones, without evidence.
  mutating func forget(_ signs: [UserHabitSign]) {
    for sign in signs {
      values[sign] = Self.usual[sign]
      gradient[sign] = 0
      // All cells of the sign's row and column. Only the lower triangle is stored, so the row is the greater index.
      for index in 0..<Self.count {
        let (row, column) = (max(index, sign.rawValue), min(index, sign.rawValue))
        evidence[Self.cell(row: row, column: column)] = 0
      }
    }
  }

  /// Returns the weight of the usual weight of a sign, as a number of observations: little if the weights of users
  /// differ much.
  private static func trust(_ index: Int) -> Double { 1 / (spread[index] * spread[index]) }
}

extension SignLanes {
  /// Adds to each of the first `count` cells the products of its sign and `factors`, of one app after the other.
  ///
  /// A sum needs one addition for each app, since the order of additions decides the last bit. The sums of two cells
  /// are independent, so one instruction adds to both.
  // Its own function: inlined into the loop over rows, its vectors would not fit into the registers.
  @inline(never)
  fileprivate func addProducts(
    with factors: DoubleBatch8, to cells: UnsafeMutableBufferPointer<Double>, _ count: Int
  ) {
    for pair in 0..<count / 2 {
      let (first, second) = (2 * pair, 2 * pair + 1)
      var sums = SIMD2(cells[first], cells[second])
      let (ofFirst, ofSecond) = (factors * self[first].lanes, factors * self[second].lanes)
      for lane in 0..<HabitLanes.count { sums += SIMD2(ofFirst[lane], ofSecond[lane]) }
      (cells[first], cells[second]) = (sums[0], sums[1])
    }
    guard !count.isMultiple(of: 2) else { return }
    let products = factors * self[count - 1].lanes
    for lane in 0..<HabitLanes.count { cells[count - 1] += products[lane] }
  }
}
