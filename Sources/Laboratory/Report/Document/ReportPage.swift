/// A story as one self-contained page: it needs no network, no other file, and no program but a browser. Names in it
/// are never run: the page's policy allows only its own script and style, by their digests.
package enum ReportPage {
  /// Returns the text of the page, which `rubatoctl simulate --report` writes to a file.
  ///
  /// - Parameter progress: Receives the share that is done, 0 to 1.
  package static func text(_ story: Story, progress: ((Double) -> Void)? = nil) -> String {
    // The Content-Security-Policy: only the script and the style of this page run, and nothing is loaded.
    let policy =
      "default-src 'none'; base-uri 'none'; form-action 'none';"
      + " script-src '\(scriptDigest)'; style-src '\(styleDigest)'"
    return filledTemplate([
      "policy": policy, "title": escaped(story.title), "style": style, "script": script,
      "story": StoryPacker(story, progress: progress).whole.json,
    ])
  }

  /// The `sha256sum` of the style and of the script in the form of a policy:
  /// https://www.w3.org/TR/CSP3/#grammardef-hash-source. After a change, a test prints the new values.
  static let styleDigest = "sha256-c4ZX0mgJNLDGEUfdxaf5spIQNVfNWuYc4uX48t/1fW8="
  static let scriptDigest = "sha256-unCSCrZ40JAxtU+8HJTspftdMZYycQFsxcMTcfRe7bo="

  static var style: String {
    text(
      of: PackageResources.colours_css, PackageResources.page_css, PackageResources.picture_css,
      PackageResources.print_css)
  }

  /// The parts of the script; each comes before the parts that use it.
  static var script: String {
    let parts = text(
      of: PackageResources.text_js, PackageResources.story_js, PackageResources.ticks_js,
      PackageResources.view_js, PackageResources.pen_js, PackageResources.looks_js,
      PackageResources.marks_js, PackageResources.shares_js, PackageResources.device_js,
      PackageResources.lane_js, PackageResources.row_js, PackageResources.card_js,
      PackageResources.legend_js, PackageResources.groups_js, PackageResources.top_js,
      PackageResources.picture_js, PackageResources.inspector_js, PackageResources.gestures_js,
      PackageResources.figures_js, PackageResources.tables_js, PackageResources.list_js,
      PackageResources.print_js,
      PackageResources.main_js)
    return "'use strict';\n(() => {\n\(parts)})();\n"
  }

  private static func text(of parts: [UInt8]...) -> String {
    parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  /// Returns the text of `report.html` with each `{{name}}` replaced by the value of that name, or removed if there
  /// is no such value. The values are not searched for further names.
  private static func filledTemplate(_ values: [String: String]) -> String {
    let pieces = String(decoding: PackageResources.report_html, as: UTF8.self)
      .split(separator: "{{", omittingEmptySubsequences: false)
    // Each piece after the first begins with a name and `}}`.
    var page = String(pieces.first ?? "")
    for piece in pieces.dropFirst() {
      let name = piece.prefix { $0 != "}" }
      page += values[String(name)] ?? ""
      page += piece.dropFirst(name.count + "}}".count)
    }
    return page
  }

  /// Replaces the characters that are markup in HTML by entities, so that a title cannot change the page.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}
