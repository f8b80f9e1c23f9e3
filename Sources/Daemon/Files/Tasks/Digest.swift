import Scheduling

/// A short name for a long text.
package enum Digest {
  /// Returns 16 hexadecimal digits that differ for different texts, except for rare collisions. A user who could
  /// make two texts with one digest may write task files, and gains nothing.
  package static func text(of text: String) -> String {
    Fingerprint(text.utf8).text
  }
}
