import Scheduling

/// A short name for a long text.
package enum Digest {
  /// 16 hexadecimal digits: other for another text but once in ages. Who could
  /// make two texts of one digest may write task files, and gains nothing.
  package static func text(of text: String) -> String {
    Fingerprint(text.utf8).text
  }
}
