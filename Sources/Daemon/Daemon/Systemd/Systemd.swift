import CSystemd
import Glibc
import Logging

/// The communication with systemd. Does nothing without systemd.
enum Systemd {
  /// Sends an assignment such as `READY=1` to the service manager (sd_notify(3)).
  static func notify(_ text: String) {
    sd_notify(0, text)
  }

  /// Reports that the files are being read again, until the next `READY=1` (sd_notify(3)).
  static func notifyReloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
  }

  /// Returns a logger that writes to the journal if standard error goes there (`JOURNAL_STREAM`, systemd.exec(5)),
  /// and otherwise to standard error.
  static func logger(_ level: Logger.Level) -> Logger {
    let isJournal = standardErrorIsJournal
    return Logger(label: "rubatod") { _ in
      var handler: any LogHandler = isJournal ? JournalHandler() : StreamHandler()
      handler.logLevel = level
      return handler
    }
  }

  /// Whether standard error is the stream that systemd has connected to the journal, and not redirected since.
  private static var standardErrorIsJournal: Bool {
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    // It has the device and the inode of the stream.
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }

  /// Returns the name of the service of systemd in which this process runs; `nil` if there is none.
  ///
  /// - Parameter isOfUser: Whether it is a service of the user's service manager. That manager is itself a service of
  ///   the system's.
  static func ownUnit(isOfUser: Bool) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    let result = isOfUser ? sd_pid_get_user_unit(0, &name) : sd_pid_get_unit(0, &name)
    guard result >= 0, let name else { return nil }
    defer { free(name) }
    let unit = String(cString: name)
    return unit.hasSuffix(".service") ? unit : nil
  }

  /// Returns an identifier of 32 hexadecimal digits in the kernel's notation, with dashes; `nil` if it has another
  /// length.
  private static func bootID(fromDigits digits: String) -> String? {
    guard digits.utf8.count == 32 else { return nil }
    var rest = Substring(digits)
    // The kernel writes a UUID, as in 6a9f0c1e-3d5b-4b7a-9c2f-8e1d0a6b4c35.
    let groups = [8, 4, 4, 4, 12].map { count in
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    return groups.joined(separator: "-")
  }

  /// Returns the identifier of the present boot: from `RUBATO_BOOT_ID` if that is valid, otherwise from the kernel.
  /// Returns `unknown` if it cannot be read.
  static func bootID() -> String {
    if let given = getenv("RUBATO_BOOT_ID"), let id = bootID(fromDigits: String(cString: given)) {
      return id
    }
    // 32 digits and 4 dashes.
    let length = 36
    var bytes = [UInt8](repeating: 0, count: length)
    let fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return "unknown" }
    defer { close(fd) }
    guard read(fd, &bytes, length) == length else { return "unknown" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
