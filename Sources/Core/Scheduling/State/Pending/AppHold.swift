/// The hold on all requests of a class because of their app: it is the same for all requests of the class.
struct AppHold: Hashable, Sendable {
  /// End of the holds for reasons other than the price, unless the app is touched.
  var ends = WallTime(nanoseconds: .min)
  /// Whether the requests are not worth their price.
  var awaitsPrice = false

  /// Returns this hold joined with a further hold until `end`. `nil` if `end` is unknown: the class must then be
  /// evaluated each time.
  func extended(until end: WallTime?) -> Self? {
    guard let end else { return nil }
    return Self(ends: max(ends, end), awaitsPrice: awaitsPrice)
  }

  /// Returns whether only the price holds the requests from `moment` on.
  func awaitsOnlyPrice(at moment: WallTime) -> Bool { awaitsPrice && ends <= moment }
}
