// A stand-in for the part of Synchronization that portable targets use. The module of Linux imports Glibc.

public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ initialValue: consuming sending Value) {
    fatalError("only type-checked")
  }

  public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result {
    fatalError("only type-checked")
  }
}
