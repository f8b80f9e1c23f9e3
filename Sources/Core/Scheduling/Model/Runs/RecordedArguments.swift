extension Command {
  /// The maximum bytes of a command in the record of a run, with 32 for each argument.
  package static let longestRecord = 4096

  /// Returns the arguments of the step with this index, as a run records them: all, or the first ones and a last text
  /// with the number, bytes and checksum of the others. Ten thousand records are kept, and a command may be long.
  func recordedArguments(ofStep index: Int) -> [String] {
    let arguments = arguments(ofStep: index)
    // The number of first arguments whose total size is within the limit, which counts 32 bytes more for each.
    var keptCount = 0
    var size = 0
    for argument in arguments {
      size += argument.utf8.count + 32
      if size <= Self.longestRecord { keptCount += 1 }
    }
    guard keptCount < arguments.count else { return arguments }
    let rest = arguments[keptCount...]
    let bytes = rest.reduce(0) { $0 + $1.utf8.count }
    let count = rest.count == 1 ? "1 argument" : "\(rest.count) arguments"
    let checksum = String(Self.checksum(of: rest), radix: 16)
    return arguments[..<keptCount] + ["(\(count) more, of \(bytes) bytes, checksum \(checksum))"]
  }

  /// Returns the checksum of the arguments, each with the NUL that the kernel appends.
  private static func checksum(of arguments: ArraySlice<String>) -> UInt64 {
    var fingerprint = Fingerprint()
    for argument in arguments {
      fingerprint.add(argument.utf8)
      fingerprint.add(CollectionOfOne(0))
    }
    return fingerprint.value
  }
}
