import Scheduling

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The places of policy files, and their contents.
package enum PolicyFile {
  /// The policy file of the system's daemon.
  package static let system = "/etc/rubato/policy.yaml"

  /// Returns the policy file of a user's own daemon.
  ///
  /// - Parameter config: The user's configuration directory (XDG Base Directory Specification).
  package static func user(config: String) -> String { "\(config)/rubato/policy.yaml" }

  /// Returns the path of the policy file for a user's environment; `nil` if the environment names no directory.
  package static func user(_ environment: [String: String]) -> String? {
    // The specification requires that relative paths are ignored.
    let paths = environment.filter { $0.value.utf8.first == UInt8(ascii: "/") }
    let usualConfig = paths["HOME"].map { "\($0)/.config" }
    guard let config = paths["XDG_CONFIG_HOME"] ?? usualConfig else { return nil }
    return user(config: config)
  }

  /// Reads the settings of the file; `nil` if it does not exist. Throws if it cannot be read, is not trusted or has any
  /// mistake.
  ///
  /// - Parameter defaults: The values of the keys that it omits.
  package static func settings(
    at path: String, defaults: Settings
  ) throws(FileError) -> Settings? {
    guard let text = try text(at: path) else { return nil }
    return try Settings(policy: text, file: path, defaults: defaults)
  }

  /// Returns the whole text of the file: `nil` if it does not exist, empty if it is masked. Throws if it cannot be read
  /// or is not trusted.
  package static func text(at path: String) throws(FileError) -> String? {
    // O_NONBLOCK: a named pipe at this path does not block the daemon.
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard fd >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(file: path, message: "cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(fd) }
    // The owner of the file decides which requests run when; with the system's file, for all users.
    switch TaskTree.content(fd: fd, owners: [0, geteuid()]) {
    case .refused(let why): throw FileError(file: path, message: why)
    case .masked: return ""
    case .text(let text): return text
    }
  }

  /// Returns whether a file is a policy file and no task file: by its name, or by a key in its text that only policy
  /// files have.
  package static func isPolicyFile(_ text: String, named name: String) -> Bool {
    if name == "policy.yaml" || name.hasSuffix(".policy.yaml") { return true }
    guard let node = try? Document.rootIfAny(of: text, file: name), let mapping = node.mapping
    else { return false }
    let allKeys = PolicyKey.all.map(\.name) + FormerNames.allPolicyKeys
    // Returns `refresh` of `refresh.budget`.
    func firstPart(of key: String) -> String { String(key.prefix { $0 != "." }) }
    let policyWords = Set(allKeys.map { firstPart(of: $0) }).subtracting(TaskKey.all)
    return mapping.keys.contains { keyNode in
      guard let key = keyNode.scalar?.string else { return false }
      return policyWords.contains(firstPart(of: key))
    }
  }

  /// Returns the error of a file that has no keys, or only unknown ones that resemble no key, so that it is of neither
  /// kind; `nil` if it has keys, is empty or is not YAML.
  package static func errorWithoutKeys(in text: String, at path: String) -> FileError? {
    let root = try? Document.rootIfAny(of: text, file: path)
    guard let root, !root.isNull else { return nil }
    if let mapping = root.mapping { return errorOfOtherKeys(Array(mapping.keys), at: path) }
    return Place(root, file: path).error(
      "neither a task file nor a policy file; write 'key: value' lines; `man rubato-tasks` and"
        + " `rubatoctl policy show --defaults` list the keys")
  }

  /// Returns the error of the first of `keys` if each is unknown and resembles no key of a task file or a policy file.
  private static func errorOfOtherKeys(_ keys: [Node], at path: String) -> FileError? {
    let known = TaskKey.all + PolicyKey.all.map(\.name) + FormerNames.allPolicyKeys
    let names = keys.compactMap { $0.scalar?.string }
    guard let first = keys.first, let name = first.scalar?.string, names.count == keys.count,
      names.allSatisfy({ Suggestion.nearest(to: $0, among: known) == nil })
    else { return nil }
    return Place(first, file: path).error(
      "no key of a policy or task file: '\(name)'; `man rubato-tasks` and"
        + " `rubatoctl policy show --defaults` list the keys")
  }
}
