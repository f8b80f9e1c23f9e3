/// The hold of all requests of a class because of their app: it is the same for all.
struct AppHold: Hashable, Sendable {
  /// End of the holds other than the price, unless the app is touched.
  var ends = WallTime(nanoseconds: .min)
  /// Whether they are not worth their price.
  var awaitsPrice = false

  /// Returns the hold with a further one until `end`; `nil` if the end is unknown.
  func holding(until end: WallTime?) -> Self? {
    end.map { Self(ends: max(ends, $0), awaitsPrice: awaitsPrice) }
  }

  /// Returns whether only the price holds them from `moment` on.
  func awaitsOnlyPrice(at moment: WallTime) -> Bool { awaitsPrice && ends <= moment }
}
