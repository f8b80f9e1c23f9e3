import Studies
import Terminal

/// The promises of a population in the markup of its page.
enum PromiseMarkup {
  /// Returns the section of the promises; empty if none were checked.
  static func section(_ result: PopulationResult) -> String {
    let promises = result.result.promises ?? []
    guard !promises.isEmpty else { return "" }
    // One for each promise; none for a shard.
    let answers = result.answers
    let articles = promises.enumerated().map { place, tally in
      article(tally, answers.indices.contains(place) ? answers[place] : nil)
    }
    return """
      <section aria-labelledby="promises"><h2 id="promises">Promises</h2>
      \(articles.joined(separator: "\n"))
      </section>
      """
  }

  /// Returns a promise with its share. The devices that break it follow if there is an answer: a shard has none.
  private static func article(_ tally: PromiseTally, _ answer: PopulationAnswer?) -> String {
    let interval = ShareInterval(Int64(tally.kept), of: Int64(tally.devices))
    let verdict = answer.map { $0.isKept ? "kept" : "BROKEN" }
    let share = Double(tally.kept) / Double(max(1, tally.devices))
    let percent = DecimalText.fixed(share * 100, digits: 1)
    let words =
      "kept on \(tally.kept) of \(tally.devices) devices, \(percent) %, 95 % interval \(interval.text)"
    let mark = verdict.map { "<span class=\"verdict \($0)\">\($0)</span> " } ?? ""
    return """
      <article class="promise">
      <h3>\(mark)<bdi>\(PageTemplate.escaped(tally.text.visible))</bdi></h3>
      <p>\(words)</p>
      \(picture(share, interval, required: tally.share, words))
      \(answer.map(devices) ?? "")</article>
      """
  }

  /// Returns a picture of the share, its interval and the required share.
  private static func picture(
    _ share: Double, _ interval: ShareInterval, required: Double, _ words: String
  ) -> String {
    let place = { (share: Double) in DecimalText.fixed(share * 400, digits: 1) }
    let (low, high, bound) = (place(interval.low), place(interval.high), place(required))
    return """
      <svg class="share" viewBox="-4 0 408 22" role="img" aria-label="\(words)">\
      <rect class="rest" x="0" y="6" width="400" height="10"/>\
      <rect class="bar" x="0" y="6" width="\(place(share))" height="10"/>\
      <path class="median" d="M\(bound) 1V21"/>\
      <path class="whisker" d="M\(low) 11H\(high)M\(low) 7V15M\(high) 7V15"/></svg>
      """
  }

  /// Returns the traits that separate the devices that break a promise, and the worst of these devices.
  private static func devices(_ answer: PopulationAnswer) -> String {
    guard !answer.worst.isEmpty else { return "" }
    let splits = AnswerText.splits(answer).map { "<li>\(PageTemplate.escaped($0))</li>" }
    let list = splits.isEmpty ? "" : "<ul class=\"splits\">\(splits.joined())</ul>\n"
    let rows = answer.worst.map {
      DeviceMarkup.row($0.device, $0.measured, command: $0.command)
    }
    return """
      \(list)<details><summary>Worst devices</summary>
      \(DeviceMarkup.table(rows))
      </details>

      """
  }
}

/// The rows of devices in a page.
enum DeviceMarkup {
  /// Returns a row with the number of a device, its value and the command that simulates it.
  static func row(_ device: UInt64, _ value: String, command: [String]) -> String {
    let command = PageTemplate.escaped(AnswerText.commandText(command))
    return "<tr><th scope=\"row\">device \(device)</th>"
      + "<td class=\"figure\">\(PageTemplate.escaped(value.visible))</td>"
      + "<td><code>\(command)</code></td></tr>"
  }

  /// Returns a table of rows.
  static func table(_ rows: [String]) -> String {
    "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">Device</th>"
      + "<th scope=\"col\" class=\"figure\">Value</th><th scope=\"col\">Command</th></tr></thead>"
      + "<tbody>\n\(rows.joined(separator: "\n"))</tbody></table></div>"
  }
}
