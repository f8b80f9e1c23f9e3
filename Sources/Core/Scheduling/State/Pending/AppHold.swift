/// What keeps all requests of a class waiting for the sake of their app: it is the same for all.
struct AppHold: Hashable, Sendable {
  /// Until then something else than the price does, unless the app is touched.
  var ends = WallTime(nanoseconds: .min)
  /// Whether they are not worth their price.
  var awaitsPrice = false

  /// The same, and something else until `end`; nil where that is not known.
  func holding(until end: WallTime?) -> Self? {
    end.map { Self(ends: max(ends, $0), awaitsPrice: awaitsPrice) }
  }

  /// Whether nothing but the price holds them from `moment` on.
  func awaitsOnlyPrice(at moment: WallTime) -> Bool { awaitsPrice && ends <= moment }
}
