/// A story as one page that needs nothing else: no network, no other file, nothing installed but a
/// browser. Whatever names say, nothing of them is run: the page's policy allows its own script and
/// style alone, by their digests.
package enum ReportPage {
  /// The page's text, in UTF-8.
  ///
  /// - Parameter progress: Hears the share of it that is done, 0 to 1.
  package static func text(_ story: Story, progress: ((Double) -> Void)? = nil) -> String {
    let policy =
      "default-src 'none'; base-uri 'none'; form-action 'none';"
      + " script-src '\(scriptDigest)'; style-src '\(styleDigest)'"
    return filled([
      "policy": policy, "title": escaped(story.title), "style": style, "script": script,
      "story": StoryPacker(story, progress: progress).whole.json,
    ])
  }

  /// What `sha256sum` says of the style and of the script, as a policy names it:
  /// https://www.w3.org/TR/CSP3/#grammardef-hash-source. A test says what belongs here once they change.
  static let styleDigest = "sha256-c4ZX0mgJNLDGEUfdxaf5spIQNVfNWuYc4uX48t/1fW8="
  static let scriptDigest = "sha256-ZSuHzIqH8hOyoUgBdsy4AhgoNfGw3Q9e1SIFeg77oUM="

  static var style: String {
    text(
      of: PackageResources.colours_css, PackageResources.page_css, PackageResources.picture_css,
      PackageResources.print_css)
  }

  /// What is used comes before what uses it.
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

  /// The page with what stands for `{{name}}`; what is filled in is not looked through again.
  private static func filled(_ values: [String: String]) -> String {
    let pieces = String(decoding: PackageResources.report_html, as: UTF8.self)
      .split(separator: "{{", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces.first ?? "")) { page, piece in
      let name = piece.prefix { $0 != "}" }
      return page + (values[String(name)] ?? "") + piece.dropFirst(name.count + 2)
    }
  }

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
