#if canImport(Glibc)
  import Glibc
#endif

/// The time after which a server allows another request (RFC 9110, section 10.2.3).
enum RetryAfter {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads the value of a Retry-After header.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Returns: Seconds from now on; `nil` if the text is neither a number nor a future date.
  static func seconds(_ text: String, now: Int64) -> Int64? {
    if let seconds = Int64(text) { return seconds > 0 ? seconds : nil }
    guard let moment = parseMoment(text), moment > now else { return nil }
    return moment - now
  }

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the only form still in use; `nil` for other text.
  private static func parseMoment(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int32(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int32(words[3]),
      // Four digits, so that no sum below overflows.
      (1970...9999).contains(year)
    else { return nil }
    let time = words[4].split(separator: ":").map { Int32($0) ?? -1 }
    guard time.count == 3, !time.contains(where: { $0 < 0 }) else { return nil }
    var date = tm()
    // `tm_year` counts from 1900, and `tm_mon` from 0.
    date.tm_mday = day
    date.tm_mon = Int32(month)
    date.tm_year = year - 1900
    date.tm_hour = time[0]
    date.tm_min = time[1]
    date.tm_sec = time[2]
    return Int64(timegm(&date))
  }
}
