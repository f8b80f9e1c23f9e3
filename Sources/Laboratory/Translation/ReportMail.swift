import Terminal

/// The command that mails a failure to the addresses of MAILTO.
enum ReportMail {
  /// Returns the line for `/bin/sh`; `nil` if `addresses` is empty.
  ///
  /// - Parameter addresses: Addresses with commas between them.
  /// - Throws: If an address is not allowed.
  static func command(to addresses: String) throws(InputError) -> String? {
    let all = addresses.split { $0 == "," || $0 == " " }.map { String($0) }
    guard !all.isEmpty else { return nil }
    for address in all where !isAllowed(address) {
      throw InputError(
        "MAILTO '\(address.visible)' is no address, so failures are not mailed; write an address"
          + " such as root or admin@example.org")
    }
    let recipients = all.joined(separator: ", ")
    let subject = "\"$RUBATO_FAILED_ID: $RUBATO_FAILED_OUTCOME\""
    return "printf 'To: %s\\nSubject: %s\\n\\n%s\\n' '\(recipients)' \(subject)"
      + " \"$RUBATO_FAILED_OUTPUT\" | /usr/sbin/sendmail -i -- \(all.joined(separator: " "))"
  }

  /// Whether an address needs no quotes in a command of the shell, and is no option of `sendmail`.
  private static func isAllowed(_ address: String) -> Bool {
    guard let first = address.unicodeScalars.first, first != "-" else { return false }
    return address.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "._%+@-".unicodeScalars.contains(scalar))
    }
  }
}
