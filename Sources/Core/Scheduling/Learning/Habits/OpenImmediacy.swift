/// The immediacy of opens within the hour: a logistic regression over common properties of all of one user's apps,
/// learned only from opens. 160 bytes.
///
/// Just after an open, most further opens come soon. On an unused device, or an hour before its user gets up, they come
/// late, and a refresh now is stale by then.
struct OpenImmediacy: Hashable, Sendable {
  static let count = 5
  /// The remainder of the evidence after an open.
  private static let keeping = 0.998
  /// The weights of average users: a fit over imagined users, rounded. One sixth of the hour is ten minutes.
  static let usual = [-1.6, 1.2, 0.3, 0, 0.3]
  /// The differences of weights between those users.
  private static let spread = [0.4, 0.6, 0.4, 0.3, 0.3]

  var weights = Self.usual
  /// The curvature of the likelihood of the observations, a symmetric matrix: its lower triangle by rows.
  var evidence = Array(repeating: 0.0, count: Self.count * (Self.count + 1) / 2)

  /// Returns the chance that an open within the hour from `moment` on comes within the first ten minutes.
  func chance(at moment: UserHabitMoment) -> Double { chance(Self.signs(of: moment)) }

  /// Learns that an app was opened within the hour from `moment` on, within ten minutes or later. Moves the weights by
  /// one step of Newton's method, as `UserHabitWeights` does. If no step can be computed, learning starts again.
  mutating func learn(at moment: UserHabitMoment, wasSoon: Bool) {
    let signs = Self.signs(of: moment)
    let chance = self.chance(signs)
    // Arrays of the right lengths, of which every element is replaced below.
    var curvature = evidence
    var gradient = weights
    // One observation of a logistic regression adds chance * (1 - chance) * signs * signs' to the curvature. It adds
    // (outcome - chance) * signs to the gradient; the outcome is 1 if the open was soon, otherwise 0.
    var cell = 0
    for row in 0..<Self.count {
      for column in 0...row {
        evidence[cell] = evidence[cell] * Self.keeping
        evidence[cell] += chance * (1 - chance) * signs[row] * signs[column]
        curvature[cell] = evidence[cell]
        cell += 1
      }
      // The last cell of a row is on the diagonal. The usual weights count like observations of this weight.
      let diagonal = cell - 1
      let trust = 1 / (Self.spread[row] * Self.spread[row])
      curvature[diagonal] += trust
      gradient[row] = ((wasSoon ? 1 : 0) - chance) * signs[row]
      // At the present weights, the pull of earlier opens is assumed to balance the pull to the usual weights. Now the
      // earlier opens fade to `keeping`, and their pull with them, so `1 - keeping` of the other pull is left.
      let unbalancedTrust = (1 - Self.keeping) * trust
      gradient[row] -= unbalancedTrust * (weights[row] - Self.usual[row])
    }
    guard let step = SymmetricSystem(lowerTriangle: curvature).solution(of: gradient) else {
      self = Self()
      return
    }
    for index in weights.indices { weights[index] += step[index] }
  }

  /// Returns the chance that an open within the hour comes within the first ten minutes, after such signs.
  private func chance(_ signs: SIMD8<Double>) -> Double {
    var sum = 0.0
    for index in 0..<Self.count { sum += weights[index] * signs[index] }
    return 1 / (1 + exp2(-max(-30, min(30, sum)) / naturalLogOf2))
  }

  /// Returns the signs: always 1; nearness to now, ten minutes and an hour since the last open of any app; how much
  /// quieter the user's next hour usually is.
  private static func signs(of moment: UserHabitMoment) -> SIMD8<Double> {
    let session = moment.session
    // Bounded, since a damaged store may contain any value.
    let quieter = max(1e-6, min(1e6, moment.share / moment.nextShare))
    // A vector, since an array would be allocated at every valuation; its last lanes are not used.
    return SIMD8(1, session[0], session[1], session[2], naturalLog(quieter), 0, 0, 0)
  }
}
