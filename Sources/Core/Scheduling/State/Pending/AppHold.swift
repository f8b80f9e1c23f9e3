/// The hold on all requests of a class because of their app: it is the same for all requests of the class.
struct AppHold: Hashable, Sendable {
  /// End of the holds for reasons other than the price, unless the app is touched.
  var ends = WallTime(nanoseconds: .min)
  /// Whether the requests are not worth their price.
  var awaitsPrice = false

  /// Returns this hold joined with a further hold until `end`; `nil` if `end` is unknown.
  func extended(until end: WallTime?) -> Self? {
    end.map { Self(ends: max(ends, $0), awaitsPrice: awaitsPrice) }
  }

  /// Returns whether only the price holds the requests from `moment` on.
  func awaitsOnlyPrice(at moment: WallTime) -> Bool { awaitsPrice && ends <= moment }
}
