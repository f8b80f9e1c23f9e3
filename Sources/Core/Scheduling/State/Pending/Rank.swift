/// The start order of requests, if more are ready than slots are free: the smaller rank starts first. Requests of equal
/// rank start in the order in which they joined the queue. Between requests of one user, `precedesOfUser` applies.
struct Rank: Comparable {
  /// Whether a user waits for the request, or it was expedited.
  var isUrgent: Bool
  var isOverdue: Bool
  /// The precedence of the request's kind.
  var priority: Int
  /// The request's precedence among the requests of its user.
  var ownPriority: Int
  var score: Double
  /// When the app was last served; `nil` if it never was, which comes first.
  var lastServed: WallTime?
  /// When the request joined the queue.
  var turn: Turn
  var key: RequestKey

  /// Returns whether `left` starts first. The first property that differs decides, in the order below.
  static func < (left: Rank, right: Rank) -> Bool {
    if left.isUrgent != right.isUrgent { return left.isUrgent }
    if left.isOverdue != right.isOverdue { return left.isOverdue }
    if left.priority != right.priority { return left.priority > right.priority }
    if left.thousandths != right.thousandths { return left.thousandths > right.thousandths }
    let never = WallTime(nanoseconds: .min)
    let (leftServed, rightServed) = (left.lastServed ?? never, right.lastServed ?? never)
    if leftServed != rightServed { return leftServed < rightServed }
    if left.turn != right.turn { return left.turn < right.turn }
    return left.key < right.key
  }

  /// Returns whether this request starts before `other` of the same user: as by `<`, but `ownPriority` decides after
  /// the precedence of the kinds.
  func precedesOfUser(_ other: Rank) -> Bool {
    if isUrgent != other.isUrgent || isOverdue != other.isOverdue || priority != other.priority {
      return self < other
    }
    if ownPriority != other.ownPriority { return ownPriority > other.ownPriority }
    return self < other
  }

  /// Returns whether this request starts before `other` of the same group: by the order of submission, unless only one
  /// of the two is overdue, or one has a greater `ownPriority`.
  func precedesInGroup(_ other: Rank) -> Bool {
    if isOverdue != other.isOverdue { return isOverdue }
    if ownPriority != other.ownPriority { return ownPriority > other.ownPriority }
    if turn != other.turn { return turn < other.turn }
    return key < other.key
  }

  /// The score in thousandths: requests with a smaller difference take turns.
  private var thousandths: Double { (score * 1000).rounded() }
}
