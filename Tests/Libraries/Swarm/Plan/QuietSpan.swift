import Scheduling

/// Quiet hours of a seed, the same on each day, in minutes of the day. Checkers read these and not the settings.
struct QuietSpan {
  /// The requests that the hours hold.
  enum Scope {
    case all
    case kind(Kind)
    case user(UInt32)
  }

  let scope: Scope
  let begin: Int
  /// The end of the hours. For hours over midnight it is at or before the beginning.
  let end: Int

  private static let minutesOfDay = 24 * 60

  /// Seeds begin at 06:30. 18:00 to 22:00 always stays open.
  private init(_ scope: Scope, _ random: inout RandomSource) {
    self.scope = scope
    begin = random.pick([380, 391, 395, 420, 480, 1320])
    end = (begin + random.pick([4, 20, 60, 600])) % Self.minutesOfDay
  }

  /// Returns one to three spans, each with another scope.
  static func drawn(_ random: inout RandomSource) -> [QuietSpan] {
    let scopes: [Scope] = [
      .all, .kind(random.pick(Kind.allCases)), .user(random.pick(Plan.owners)),
    ]
    let kept = scopes.filter { _ in random.isOne(in: 2) }
    return (kept.isEmpty ? [.all] : kept).map { QuietSpan($0, &random) }
  }

  /// Whether the hours hold a request of `owner` and `kind` at `moment`, on clocks `zoneSeconds` ahead of UTC.
  func holds(_ kind: Kind, of owner: UInt32, at moment: WallTime, zoneSeconds: Int) -> Bool {
    switch scope {
    case .all: break
    case .kind(let held): if held != kind { return false }
    case .user(let held): if held != owner { return false }
    }
    let seconds = floorDivide(moment.nanoseconds, 1_000_000_000) + Int64(zoneSeconds)
    let minute = Int(floorRemainder(floorDivide(seconds, 60), Int64(Self.minutesOfDay)))
    return begin < end ? (begin..<end).contains(minute) : minute >= begin || minute < end
  }

  /// The hours as in a policy file.
  var text: String { "\(Self.clock(begin))..\(Self.clock(end))" }

  private static func clock(_ minute: Int) -> String {
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))"
  }
}

extension Settings {
  /// Adds the hours of `span`, as a policy file does.
  mutating func add(_ span: QuietSpan) {
    let hours = WeekHours(span.text)
    switch span.scope {
    case .all: quiet = hours
    case .user(let user): quietUsers += hours.map { [UserHours(user: user, hours: $0)] } ?? []
    case .kind(.refresh): refresh.quiet = hours
    case .kind(.processing): processing.quiet = hours
    case .kind(.push): push.quiet = hours
    case .kind(.maintenance): maintenance.quiet = hours
    case .kind(.utility): utility.quiet = hours
    case .kind(.userInitiated): userInitiated.quiet = hours
    }
  }
}
