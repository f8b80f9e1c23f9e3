import CSystemd
import Glibc

/// Whether the service manager of this daemon's user stays while the user is logged out (loginctl(1),
/// "enable-linger"). Used on the engine's loop only.
final class Lingering {
  /// The file that logind keeps for a user who lingers.
  private let file: String
  /// The file that records that a submission was warned.
  private let record: String
  private let isManaged: () -> Bool
  private var isRecorded = false

  /// The warning for a user who does not linger, with the remedy. It fits into a line of `top`.
  static let warning =
    "rubatod stops at logout; to keep it running: loginctl enable-linger"

  /// Creates it for the user of this process; `nil` if the user has no name.
  convenience init?(stateDirectory: String) {
    guard let user = getpwuid(getuid()) else { return nil }
    self.init(
      file: "/var/lib/systemd/linger/\(String(cString: user.pointee.pw_name))",
      record: "\(stateDirectory)/warned-of-logout")
  }

  /// - Parameters:
  ///   - file: The file that exists while the user lingers.
  ///   - record: The file that records a warning.
  ///   - isManaged: Returns whether logind ends the service manager with the user's last session.
  init(file: String, record: String, isManaged: @escaping () -> Bool = Lingering.isKnownToLogind) {
    self.file = file
    self.record = record
    self.isManaged = isManaged
  }

  /// Whether the daemon stops at the end of the user's last session. If the user lingers, forgets the recorded warning.
  var endsAtLogout: Bool {
    if access(file, F_OK) == 0 {
      // A user who stops lingering is warned again.
      unlink(record)
      isRecorded = false
      return false
    }
    return isManaged()
  }

  /// Returns whether a submission must be warned, and records the warning on disk: `true` only once while the user does
  /// not linger.
  func shouldWarnForTheFirstTime() -> Bool {
    guard !isRecorded, endsAtLogout else { return false }
    isRecorded = true
    // This fails if the file exists: an earlier daemon has already warned.
    let fd = open(record, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard fd >= 0 else { return false }
    close(fd)
    return true
  }

  /// Returns whether logind manages the sessions of this user, and ends the service manager with the last of them.
  private static func isKnownToLogind() -> Bool {
    var text: UnsafeMutablePointer<CChar>?
    guard sd_uid_get_state(getuid(), &text) >= 0, let state = text else { return false }
    defer { free(state) }
    // A machine without logind also has the state `offline` for every user.
    return String(cString: state) != "offline"
  }
}
