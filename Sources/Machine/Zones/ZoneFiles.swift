import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The rules of time zones, from the files of the machine's time zone database.
package enum ZoneFiles {
  private static let directory = "/usr/share/zoneinfo"

  /// Reads calendar events, with the rules of the zones that they name.
  ///
  /// - Throws: A refusal of the first text that is no event, or that names an unknown zone.
  package static func events(
    _ texts: [String], field: String
  ) throws(Refusal) -> [CalendarEvent] {
    try texts.map { text throws(Refusal) in
      guard var event = CalendarEvent(text) else {
        throw Refusal(field: field, value: text, allowed: CalendarEvent.allowed(for: text))
      }
      if let zone = event.zone {
        guard let rule = rule(of: zone) else {
          throw Refusal(
            .invalid, field: field, value: text,
            message: "time zone '\(zone)' of \(field) '\(text)' not found; use a name such as"
              + " Europe/Berlin (timedatectl list-timezones)")
        }
        event.rule = rule
      }
      return event
    }
  }

  /// Returns the present rule of a zone; `nil` if the machine has none of that name. A zone whose changes follow no
  /// rule, such as that of Morocco, has the rule without them.
  package static func rule(of zone: String) -> ZoneRule? {
    if zone.lowercased() == "utc" { return ZoneRule("UTC0") }
    let parts = zone.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    // Without dots, so that no name leads out of the directory.
    let isZoneName = parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
    }
    guard isZoneName, zone.utf8.count < 64,
      let bytes = bytes(ofFile: "\(directory)/\(zone)")
    else { return nil }
    // The last line is the rule (RFC 8536, "Footer").
    guard bytes.starts(with: Array("TZif".utf8)), bytes.last == UInt8(ascii: "\n"),
      let start = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return ZoneRule(String(decoding: bytes[(start + 1)...].dropLast(), as: UTF8.self))
  }

  /// Returns the bytes of a file of less than 64 KiB; `nil` if it is empty or larger, or cannot be read.
  private static func bytes(ofFile path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    let limit = 65_536
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = fread(buffer.baseAddress, 1, limit, file)
    }
    return bytes.isEmpty || bytes.count == limit ? nil : bytes
  }
}
