import Glibc
import Scheduling

/// Where policy files are, and what is in them.
package enum PolicyFile {
  /// That of the system's daemon.
  package static let system = "/etc/rubato/policy.yaml"

  /// That of a user's own daemon.
  ///
  /// - Parameter config: The user's directory of configuration (XDG Base Directory Specification).
  package static func user(config: String) -> String { "\(config)/rubato/policy.yaml" }

  /// The same from a user's environment; nil where it does not say where things are.
  package static func user(_ environment: [String: String]) -> String? {
    // The specification has relative paths ignored.
    let paths = environment.filter { $0.value.hasPrefix("/") }
    return (paths["XDG_CONFIG_HOME"] ?? paths["HOME"].map { "\($0)/.config" }).map {
      user(config: $0)
    }
  }

  /// What the file says; nil where there is none.
  package static func settings(at path: String) throws(FileError) -> Settings? {
    guard let text = try text(at: path) else { return nil }
    return try Settings(policy: text, file: path)
  }

  /// All of the file; nil where there is none.
  package static func text(at path: String) throws(FileError) -> String? {
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard fd >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(file: path, message: "it cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(fd) }
    // Whoever writes it decides what runs when, in the system's case of everybody.
    switch TaskTree.content(fd: fd, owners: [0, geteuid()]) {
    case .refused(let why): throw FileError(file: path, message: why)
    case .masked: return ""
    case .text(let text): return text
    }
  }

  /// Whether a file is meant as a policy: by its name, or by a key that only policies have.
  package static func isMeant(by text: String, named name: String) -> Bool {
    if name == "policy.yaml" || name.hasSuffix(".policy.yaml") { return true }
    guard let node = try? Document.rootIfAny(of: text, file: name), let mapping = node.mapping
    else { return false }
    let names = PolicyKey.all.map(\.name) + FormerNames.allPolicyKeys
    let words = Set(names.map { String($0.prefix { $0 != "." }) })
    return mapping.keys.contains { key in
      (key.scalar?.string).map { words.contains(String($0.prefix { $0 != "." })) } ?? false
    }
  }
}
