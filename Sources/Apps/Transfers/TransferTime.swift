import JSON

#if canImport(Glibc)
  import Glibc
#endif

/// A time on the wall clock, and on a clock that corrections of the wall clock do not change.
package struct TransferTime: Hashable, Sendable {
  /// Seconds since 1970.
  package var wall: Int64
  /// The time since the boot; `nil` if it is unknown.
  package var boot: BootTime?

  package init(wall: Int64, boot: BootTime? = nil) { (self.wall, self.boot) = (wall, boot) }

  /// Returns the present time.
  package static func present() -> TransferTime {
    TransferTime(wall: Int64(time(nil)), boot: .present())
  }

  /// The time since a boot of the machine, which includes its sleep.
  package struct BootTime: Hashable, JSONConvertible, Sendable {
    /// The kernel's identifier of the boot.
    package var id: String
    package var seconds: Int64

    package init(id: String, seconds: Int64) { (self.id, self.seconds) = (id, seconds) }

    /// Returns the present time; `nil` if the kernel does not report it.
    package static func present() -> BootTime? {
      var time = timespec()
      guard clock_gettime(CLOCK_BOOTTIME, &time) == 0,
        let id = TransferFile.read("/proc/sys/kernel/random/boot_id", limit: 64)
      else { return nil }
      let line = id.prefix { $0 != UInt8(ascii: "\n") }
      return BootTime(id: String(decoding: line, as: UTF8.self), seconds: Int64(time.tv_sec))
    }
  }
}

extension TransferTime.BootTime {
  /// Reads a time from JSON; `nil` if a member is missing or of another type.
  package init?(json: JSONElement) {
    guard var members = JSONMembers(json) else { return nil }
    do throws(JSONMismatch) {
      id = try members.required("id")
      seconds = try members.required("seconds")
    } catch {
      return nil
    }
  }

  /// Writes the time as a JSON object.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", id)
    json.member("seconds", seconds)
    json.endObject()
  }
}

extension TransferOrder {
  /// Returns the seconds that are left for the transfer; 0 or less if its time limit has passed. Within the boot of
  /// the submission, the wall clock has no effect, since it can be corrected. After another boot, it decides.
  package func secondsLeft(at now: TransferTime) -> Int64 {
    guard let boot, let present = now.boot, boot.id == present.id,
      boot.seconds <= present.seconds
    else { return Self.difference(deadline, now.wall) }
    return Self.difference(
      Self.difference(deadline, submitted), Self.difference(present.seconds, boot.seconds))
  }

  /// Returns `left` minus `right`; the nearest number if the result has no representation.
  private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
    let (result, hasOverflow) = left.subtractingReportingOverflow(right)
    return hasOverflow ? (left < right ? .min : .max) : result
  }
}
