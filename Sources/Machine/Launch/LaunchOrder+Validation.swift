import Glibc

extension LaunchOrder {
  /// Throws if the order cannot become a process, with the field, its value and the allowed values.
  func validate() throws(LaunchError) {
    try validateArguments()
    try validateDirectory()
    try validateEnvironment()
    try validateUser()
    if let umask, umask > 0o777 {
      throw .invalidOrder("umask \(String(umask, radix: 8)): 0 to 777 (octal) is allowed.")
    }
    guard graceSeconds >= 0, graceSeconds <= 86_400 else {
      throw .invalidOrder("grace \(graceSeconds) s: 0 to 86400 s is allowed.")
    }
  }

  /// Throws unless the command begins with an absolute path, and no argument contains a NUL.
  private func validateArguments() throws(LaunchError) {
    guard let path = arguments.first else {
      throw .invalidOrder("The command is empty; give a program and its arguments.")
    }
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw .invalidOrder("command \"\(path)\": give the absolute path of the program.")
    }
    if let argument = arguments.first(where: \.containsNul) {
      throw .invalidOrder("argument \"\(argument)\": a NUL cannot be passed to a program.")
    }
  }

  /// Throws unless the directory is an absolute path without a NUL.
  private func validateDirectory() throws(LaunchError) {
    guard directory.utf8.first == UInt8(ascii: "/"), !directory.containsNul else {
      throw .invalidOrder("directory \"\(directory)\": give an absolute path.")
    }
  }

  /// Throws if a variable cannot be passed to a program: its name is empty or contains "=", or one of both has a NUL.
  private func validateEnvironment() throws(LaunchError) {
    let isInvalidVariable = { (name: String, value: String) in
      name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) || name.containsNul
        || value.containsNul
    }
    // The smallest name, so that the same order always has the same error.
    let invalidName = environment.filter { isInvalidVariable($0.key, $0.value) }.keys.min()
    if let invalidName {
      throw .invalidOrder(
        "environment variable \"\(invalidName)\": a name is not empty and has no \"=\", "
          + "and neither name nor value contains a NUL.")
    }
  }

  /// Throws if the order names another user than the daemon's own, unless the daemon is root.
  private func validateUser() throws(LaunchError) {
    let daemonUID = geteuid()
    guard let uid, uid != daemonUID, daemonUID != 0 else { return }
    throw .invalidOrder(
      "uid \(uid): this daemon runs as uid \(daemonUID) and can run commands only as that user.")
  }
}

extension String {
  fileprivate var containsNul: Bool { utf8.contains(0) }
}
