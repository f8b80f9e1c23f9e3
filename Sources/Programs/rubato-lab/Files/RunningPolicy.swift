import Control
import Files
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// The description of the settings of a running daemon.
struct RunningPolicy {
  private let policy: GetPolicy.Reply
  private let instance: Instance
  /// Whether the file that the daemon names may be read.
  private let isTrusted: Bool

  init(_ policy: GetPolicy.Reply, _ session: Verbs.Session) throws(Failure) {
    (self.policy, instance, isTrusted) = (policy, session.instance, try session.isTrusted)
  }

  /// The source of the settings, and the number that differ from the defaults.
  var summary: [String] {
    let name = "rubatod (\(instance.name))"
    guard let file = policy.file?.visible else {
      return [
        "\(name) uses no policy file; all \(policy.keys.count) settings have their defaults."
      ]
    }
    let changed = policy.keys.count(where: \.isChanged)
    let count = changed == 0 ? "none" : "\(changed)"
    return [
      "\(name) uses \(file): of \(policy.keys.count) settings, \(count)"
        + " \(changed == 1 ? "differs" : "differ") from the default."
    ]
  }

  /// The error of the file, or its changes since the start, which apply only to the next daemon.
  var remarks: [String] {
    let warning = policy.warning.map {
      AdvisedCommands.ofThisProcess.completed("Warning: \($0)".visible)
    }
    guard let policyPath, access(policyPath, R_OK) == 0 || errno == ENOENT else {
      return [warning].compactMap(\.self)
    }
    do throws(FileError) {
      let defaults = defaults
      let next = try PolicyFile.settings(at: policyPath, defaults: defaults) ?? defaults
      let changes = policy.keys.compactMap { key -> String? in
        guard let text = PolicyKey.named[key.key]?.text(next), text != key.value else { return nil }
        return "\(key.key) \(text)"
      }
      guard !changes.isEmpty else { return [] }
      return [
        "\(policyPath.visible) has changed: \(changes.listed), once rubatod restarts: \(restartCommand)"
      ]
    } catch {
      return [
        warning
          ?? "The policy file is invalid: \(error.sentence) Until it is corrected, these settings apply."
      ]
    }
  }

  /// The defaults of the daemon, some of which follow from the size of its machine.
  private var defaults: Settings {
    var defaults = Settings()
    for key in policy.keys { _ = PolicyKey.named[key.key]?.set(&defaults, key.default) }
    return defaults
  }

  /// The path of the daemon's policy file; `nil` if it is unknown, or if the daemon that names it is not trusted.
  private var policyPath: String? {
    if let file = policy.file {
      return isTrusted && file.utf8.first == UInt8(ascii: "/") ? file : nil
    }
    return switch instance.scope {
    case .system: NamedPolicy.path(isUser: false)
    case .user: NamedPolicy.path(isUser: true)
    case .other: nil
    }
  }

  /// The command that restarts the daemon.
  private var restartCommand: String {
    switch instance.scope {
    case .system: "sudo systemctl restart rubatod"
    case .user: "systemctl --user restart rubatod"
    case .other: "stop it, and start it again"
    }
  }
}
