/// Eight numbers, one for each of eight apps, with exact or rough arithmetic on all at the same time.
///
/// The operators are requirements, since the generic ones of `SIMD` process the lanes one by one. The two conforming
/// types therefore implement the same operators on different numbers.
protocol Batch8: Sendable {
  static var isExact: Bool { get }

  init(repeating number: Double)
  init(_ numbers: SIMD8<Float>)
  init(_ numbers: SIMD8<Double>)

  static prefix func - (numbers: Self) -> Self
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  static func / (left: Self, right: Self) -> Self

  /// Returns the logarithms to base 2. Each must be a finite number above 0.
  static func log2(_ numbers: Self) -> Self
  /// Returns 2 to the power of each.
  static func exp2(_ numbers: Self) -> Self

  /// Returns `max(bound, self)` of each.
  func atLeast(_ bound: Double) -> Self
  /// Returns `min(bound, self)` of each.
  func atMost(_ bound: Double) -> Self
  var magnitude: Self { get }
  /// Returns whether each number is `bound` or more.
  func areAll(atLeast bound: Double) -> Bool
  /// Returns 0 in the lanes in which `other` is 1 or more, and `self` in the others.
  func zero(whereOneOrMore other: Self) -> Self
}

extension Batch8 {
  @inline(__always)
  static func naturalLog(_ numbers: Self) -> Self { log2(numbers) * naturalLogOf2 }

  @inline(__always)
  static func + (left: Self, right: Double) -> Self { left + Self(repeating: right) }
  @inline(__always)
  static func + (left: Double, right: Self) -> Self { Self(repeating: left) + right }
  @inline(__always)
  static func - (left: Self, right: Double) -> Self { left - Self(repeating: right) }
  @inline(__always)
  static func - (left: Double, right: Self) -> Self { Self(repeating: left) - right }
  @inline(__always)
  static func * (left: Self, right: Double) -> Self { left * Self(repeating: right) }
  @inline(__always)
  static func * (left: Double, right: Self) -> Self { Self(repeating: left) * right }
  @inline(__always)
  static func / (left: Self, right: Double) -> Self { left / Self(repeating: right) }
  @inline(__always)
  static func / (left: Double, right: Self) -> Self { Self(repeating: left) / right }
}

/// Exact numbers, equal to the last digit on every machine: for values that are decided on, learned or reported.
struct ExactBatch8: Batch8 {
  static var isExact: Bool { true }

  var lanes: DoubleBatch8

  @inline(__always)
  private init(lanes: DoubleBatch8) { self.lanes = lanes }
  @inline(__always)
  init(repeating number: Double) { lanes = DoubleBatch8(repeating: number) }
  @inline(__always)
  init(_ numbers: SIMD8<Double>) { lanes = numbers }
  @inline(__always)
  init(_ numbers: SIMD8<Float>) {
    lanes = DoubleBatch8(
      Double(numbers[0]), Double(numbers[1]), Double(numbers[2]), Double(numbers[3]),
      Double(numbers[4]), Double(numbers[5]), Double(numbers[6]), Double(numbers[7]))
  }

  @inline(__always)
  static prefix func - (numbers: Self) -> Self { Self(lanes: -numbers.lanes) }
  @inline(__always)
  static func + (left: Self, right: Self) -> Self { Self(lanes: left.lanes + right.lanes) }
  @inline(__always)
  static func - (left: Self, right: Self) -> Self { Self(lanes: left.lanes - right.lanes) }
  @inline(__always)
  static func * (left: Self, right: Self) -> Self { Self(lanes: left.lanes * right.lanes) }
  @inline(__always)
  static func / (left: Self, right: Self) -> Self { Self(lanes: left.lanes / right.lanes) }

  static func log2(_ numbers: Self) -> Self { Self(lanes: Scheduling.log2(numbers.lanes)) }
  static func exp2(_ numbers: Self) -> Self { Self(lanes: Scheduling.exp2(numbers.lanes)) }

  @inline(__always)
  func atLeast(_ bound: Double) -> Self { Self(lanes: lanes.atLeast(bound)) }
  @inline(__always)
  func atMost(_ bound: Double) -> Self { Self(lanes: lanes.atMost(bound)) }
  @inline(__always)
  var magnitude: Self { Self(lanes: lanes.replacing(with: -lanes, where: lanes .< 0)) }
  @inline(__always)
  func areAll(atLeast bound: Double) -> Bool { (lanes .>= bound).isTrueOfAll }
  @inline(__always)
  func zero(whereOneOrMore other: Self) -> Self {
    Self(lanes: lanes.replacing(with: 0, where: other.lanes .>= 1))
  }
}

/// Numbers exact to some millionths: to find the lanes that need no exact calculation.
struct RoughBatch8: Batch8 {
  static var isExact: Bool { false }

  var lanes: FloatBatch8

  @inline(__always)
  private init(lanes: FloatBatch8) { self.lanes = lanes }
  @inline(__always)
  init(repeating number: Double) { lanes = FloatBatch8(repeating: Float(number)) }
  /// Converts each float to the same number as a double.
  @inline(__always)
  init(_ numbers: SIMD8<Float>) { lanes = numbers }
  /// Rounds each double to a float.
  @inline(__always)
  init(_ numbers: SIMD8<Double>) {
    lanes = FloatBatch8(
      Float(numbers[0]), Float(numbers[1]), Float(numbers[2]), Float(numbers[3]),
      Float(numbers[4]), Float(numbers[5]), Float(numbers[6]), Float(numbers[7]))
  }

  @inline(__always)
  static prefix func - (numbers: Self) -> Self { Self(lanes: -numbers.lanes) }
  @inline(__always)
  static func + (left: Self, right: Self) -> Self { Self(lanes: left.lanes + right.lanes) }
  @inline(__always)
  static func - (left: Self, right: Self) -> Self { Self(lanes: left.lanes - right.lanes) }
  @inline(__always)
  static func * (left: Self, right: Self) -> Self { Self(lanes: left.lanes * right.lanes) }
  @inline(__always)
  static func / (left: Self, right: Self) -> Self { Self(lanes: left.lanes / right.lanes) }

  @inline(__always)
  static func log2(_ numbers: Self) -> Self { Self(lanes: roughLog2(numbers.lanes)) }
  @inline(__always)
  static func exp2(_ numbers: Self) -> Self { Self(lanes: roughExp2(numbers.lanes)) }

  @inline(__always)
  func atLeast(_ bound: Double) -> Self { Self(lanes: lanes.atLeast(Float(bound))) }
  @inline(__always)
  func atMost(_ bound: Double) -> Self { Self(lanes: lanes.atMost(Float(bound))) }
  @inline(__always)
  var magnitude: Self { Self(lanes: lanes.replacing(with: -lanes, where: lanes .< 0)) }
  @inline(__always)
  func areAll(atLeast bound: Double) -> Bool { (lanes .>= Float(bound)).isTrueOfAll }
  @inline(__always)
  func zero(whereOneOrMore other: Self) -> Self {
    Self(lanes: lanes.replacing(with: 0, where: other.lanes .>= 1))
  }

  /// Returns the lanes whose number is not below `bound`, as bits: the first lane is the lowest bit.
  @inline(__always)
  func areNotUnder(_ bound: Double) -> UInt8 {
    let areUnder = lanes .< Float(bound)
    guard !areUnder.isTrueOfAll else { return 0 }
    var bits: UInt8 = 0
    for lane in 0..<8 where !areUnder[lane] { bits |= 1 << UInt8(lane) }
    return bits
  }
}

let naturalLogOf2 = 0.6931471805599453

/// Returns the logarithm of `value` to base e, with the same bits on every machine. `value` must be finite and above 0.
func naturalLog(_ value: Double) -> Double { log2(value) * naturalLogOf2 }
