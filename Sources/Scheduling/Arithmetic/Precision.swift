/// How closely logarithms and powers of eight numbers are reckoned.
protocol Precision {
  static func log2(_ values: DoubleBatch8) -> DoubleBatch8
  static func exp2(_ values: DoubleBatch8) -> DoubleBatch8
}

extension Precision {
  @inline(__always)
  static func naturalLog(_ values: DoubleBatch8) -> DoubleBatch8 { log2(values) * naturalLogOf2 }
}

/// To the last digits, the same everywhere: for whatever is decided, learned or told.
enum Exact: Precision {
  static func log2(_ values: DoubleBatch8) -> DoubleBatch8 { Scheduling.log2(values) }
  static func exp2(_ values: DoubleBatch8) -> DoubleBatch8 { Scheduling.exp2(values) }
}

/// To some millionths: to see what need not be reckoned exactly.
enum Rough: Precision {
  @inline(__always)
  static func log2(_ values: DoubleBatch8) -> DoubleBatch8 { roughLog2(values) }
  @inline(__always)
  static func exp2(_ values: DoubleBatch8) -> DoubleBatch8 { roughExp2(values) }
}

let naturalLogOf2 = 0.6931471805599453

func naturalLog(_ value: Double) -> Double { log2(value) * naturalLogOf2 }
