import Scheduling

/// A short name for a long text.
package enum Digest {
  /// 16 hexadecimal digits: different texts have different digests, but for rare collisions. Who could
  /// make two texts of one digest may write task files, and gains nothing.
  package static func text(of text: String) -> String {
    Fingerprint(text.utf8).text
  }
}
