/// How closely logarithms and powers are reckoned.
protocol Precision {
  static func log2(_ value: Double) -> Double
  static func exp2(_ value: Double) -> Double
}

extension Precision {
  @inline(__always)
  static func naturalLog(_ value: Double) -> Double { log2(value) * naturalLogOf2 }
}

/// To the last digits, the same everywhere: for whatever is decided, learned or told.
enum Exact: Precision {
  static func log2(_ value: Double) -> Double { Scheduling.log2(value) }
  static func exp2(_ value: Double) -> Double { Scheduling.exp2(value) }
}

/// To some millionths: to see what need not be reckoned exactly.
enum Rough: Precision {
  @inline(__always)
  static func log2(_ value: Double) -> Double { roughLog2(value) }
  @inline(__always)
  static func exp2(_ value: Double) -> Double { roughExp2(value) }
}

let naturalLogOf2 = 0.6931471805599453
