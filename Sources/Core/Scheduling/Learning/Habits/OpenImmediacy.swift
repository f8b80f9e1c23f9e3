/// How soon apps are opened that are opened within the hour: a logistic regression over what all of one user's
/// apps have in common, learned from opens alone. 160 bytes.
///
/// Just after an open most of what comes comes soon; on a device that lies unused, or an hour before its user gets
/// up, it comes late, and a refresh now is stale by then.
struct OpenImmediacy: Hashable, Sendable {
  static let count = 5
  /// What is left of the evidence after an open.
  private static let keeping = 0.998
  /// For people in general: a fit over imagined users, rounded. One sixth of the hour is ten minutes.
  static let usual = [-1.6, 1.2, 0.3, 0, 0.3]
  /// By how much they differ from one of those users to another.
  private static let spread = [0.4, 0.6, 0.4, 0.3, 0.3]

  var weights = Self.usual
  /// The lower triangle by rows.
  var evidence = Array(repeating: 0.0, count: Self.count * (Self.count + 1) / 2)

  /// The chance that an open within the hour from `moment` on comes within the first ten minutes.
  func chance(at moment: UserHabitMoment) -> Double { chance(Self.signs(of: moment)) }

  /// An app was opened within the hour from `moment` on, within ten minutes or later.
  mutating func learn(at moment: UserHabitMoment, wasSoon: Bool) {
    let signs = Self.signs(of: moment)
    let chance = self.chance(signs)
    var (curvature, gradient) = (evidence, signs)
    var cell = 0
    for row in 0..<Self.count {
      for column in 0...row {
        evidence[cell] = evidence[cell] * Self.keeping
        evidence[cell] += chance * (1 - chance) * signs[row] * signs[column]
        curvature[cell] = evidence[cell]
        cell += 1
      }
      let trust = 1 / (Self.spread[row] * Self.spread[row])
      curvature[cell - 1] += trust
      gradient[row] = ((wasSoon ? 1 : 0) - chance) * signs[row]
      gradient[row] -= (1 - Self.keeping) * trust * (weights[row] - Self.usual[row])
    }
    guard let step = SymmetricSystem(lowerTriangle: curvature).solution(of: gradient) else {
      self = Self()
      return
    }
    for index in weights.indices { weights[index] += step[index] }
  }

  private func chance(_ signs: [Double]) -> Double {
    var sum = 0.0
    for index in 0..<Self.count { sum += weights[index] * signs[index] }
    return 1 / (1 + exp2(-max(-30, min(30, sum)) / naturalLogOf2))
  }

  /// Always 1; near now, ten minutes and an hour since the last open of any app; how much quieter the user's next
  /// hour usually is.
  private static func signs(of moment: UserHabitMoment) -> [Double] {
    let session = moment.session
    // Bounded for what a damaged store may hold.
    let quieter = max(1e-6, min(1e6, moment.share / moment.nextShare))
    return [1, session[0], session[1], session[2], naturalLog(quieter)]
  }
}
