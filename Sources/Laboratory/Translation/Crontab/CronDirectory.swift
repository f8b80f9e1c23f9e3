/// The rule by which cron reads the files of `/etc/cron.d` (cron(8)).
package enum CronDirectory {
  /// Returns the reason why cron skips a file, with the remedy; `nil` if it reads it.
  ///
  /// - Parameter mode: The permissions.
  package static func reason(
    toSkip name: String, isRegular: Bool, owner: UInt32, mode: UInt32
  ) -> String? {
    let isNamed =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        // This bit makes an upper-case letter lower-case.
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
    if !isNamed {
      return "cron reads only names of letters, digits, _ and -; rename it if cron shall read it"
    }
    if !isRegular { return "cron reads only regular files" }
    if owner != 0 {
      return "it does not belong to root, so cron does not read it; check it, and use chown root"
    }
    let othersCanWrite = mode & 0o022 != 0
    if othersCanWrite {
      return "others than root can write it, so cron does not read it; check it, and use chmod go-w"
    }
    return nil
  }
}
