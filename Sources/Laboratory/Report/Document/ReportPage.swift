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
    return PageTemplate.filled(
      PackageResources.report_html,
      [
        "policy": policy, "title": PageTemplate.escaped(story.title), "style": style,
        "script": script, "story": StoryPacker(story, progress: progress).whole.json,
      ])
  }

  /// The `sha256sum` of the style and of the script in the form of a policy:
  /// https://www.w3.org/TR/CSP3/#grammardef-hash-source. After a change, a test prints the new values.
  static let styleDigest = "sha256-2lAvS8/9BkI9twh7xnOSvun4wQAyOMYB2A01aWnvCLI="
  static let scriptDigest = "sha256-Ut8aPfU8zUT52ivFtqx9SUDTkYbj2AZtgfEntvAsc58="

  static var style: String {
    PageTemplate.text(
      of: PackageResources.colours_css, PackageResources.page_css, PackageResources.picture_css,
      PackageResources.print_css)
  }

  /// The parts of the script; each comes before the parts that use it.
  static var script: String {
    let parts = PageTemplate.text(
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
}
