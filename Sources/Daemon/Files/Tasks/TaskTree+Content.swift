#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension TaskTree {
  /// More than any task needs.
  package static let longestFile = 64 * 1024

  /// Returns the content of an open file: its text, that it masks other files, or why it is refused. One of `owners`
  /// must own it.
  static func content(fd: CInt, owners: Set<UInt32>) -> Content {
    var status = stat()
    guard fstat(fd, &status) == 0 else {
      return .refused("cannot be read: \(String(cString: strerror(errno)))")
    }
    // As in systemd (systemd.unit(5)): an empty file, or a link to /dev/null, masks.
    switch status.st_mode & S_IFMT {
    case S_IFCHR: return .masked
    case S_IFREG where status.st_size == 0: return .masked
    case S_IFREG: break
    default: return .refused("not a file; put a file in its place, or remove it")
    }
    if let objection = Trust.objection(to: status, owners: owners) { return .refused(objection) }
    return text(fd: fd)
  }

  /// Reads the whole of an open file. Refuses a file that cannot be read, is too long or is not UTF-8.
  static func text(fd: CInt) -> Content {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= longestFile {
      let count = read(fd, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        return .refused("cannot be read: \(String(cString: strerror(errno)))")
      }
      guard count > 0 else {
        return String(validating: bytes, as: UTF8.self).map { .text($0) }
          ?? .refused("not UTF-8 text; save it in UTF-8")
      }
      bytes += buffer[..<count]
    }
    return .refused("longer than \(longestFile) bytes; shorten it")
  }
}

/// The users whose files are trusted: the files decide which commands run, with the system's files as any user.
enum Trust {
  /// Returns the reason why a file is not trusted, with the remedy; `nil` if it is trusted. One of `owners` must own
  /// it, and neither other users nor a foreign group may write to it.
  static func objection(to status: stat, owners: Set<UInt32>) -> String? {
    guard owners.contains(status.st_uid) else {
      return
        "owned by uid \(status.st_uid), who could run any command through it; change the owner to"
        + " \(ownersText(owners)): chown \(owners.min() ?? 0)"
    }
    guard status.st_mode & 0o002 == 0 else {
      return "world-writable, so any user could run commands through it; run: chmod o-w"
    }
    // Many users have a group of their own with no other member.
    let isForeignGroup = status.st_gid != 0 && status.st_gid != getegid()
    guard !isForeignGroup || status.st_mode & 0o020 == 0 else {
      return
        "writable by group \(status.st_gid), which could run any command through it; run: chmod g-w"
    }
    return nil
  }

  /// Returns the trusted owners for a message, such as `root or uid 1000`.
  private static func ownersText(_ owners: Set<UInt32>) -> String {
    owners.sorted().map { $0 == 0 ? "root" : "uid \($0)" }.joined(separator: " or ")
  }
}
