// The stored form, in one column: a list of words.
extension KillReport {
  /// The report as a list of words, which `init?(words:)` reads. Lists are preceded by their counts; the last lines of
  /// the output are the end.
  package var words: [String] {
    let cut = isCutOff ? "1" : "0"
    let version = holder == nil ? "1" : "2"
    var words = [version, expiration.rawValue, cut]
    if let holder { words += [String(holder.thread), String(holder.stack.count)] + holder.stack }
    words.append(String(processes.count))
    for process in processes {
      words += [String(process.pid), String(process.parent), process.command]
      words += [process.hasSockets ? "1" : "0", String(process.threads.count)]
      for thread in process.threads {
        words += [String(thread.id), thread.name, thread.state, thread.waitChannel ?? ""]
      }
    }
    return words + lastLines
  }

  /// Reads a report from the list that `words` produces; returns `nil` for another form.
  package init?(words: [String]) {
    var reader = WordReader(words)
    let version = reader.next()
    guard ["1", "2"].contains(version), let expiration = Expiration(rawValue: reader.next()) else {
      return nil
    }
    let isCutOff = reader.next() == "1"
    // Only version 2 has the thread that holds a task.
    let holder =
      version == "2" ? Holder(thread: reader.number(), stack: reader.list { $0.next() }) : nil
    let processes = reader.list { Process(&$0) }
    guard reader.isGood else { return nil }
    self.init(
      processes: processes, isCutOff: isCutOff, expiration: expiration, lastLines: reader.rest)
    self.holder = holder
  }
}

extension KillReport.Process {
  /// Reads a process from the words that `words` writes for it. If they end early, `isGood` of the reader becomes
  /// false.
  fileprivate init(_ reader: inout WordReader) {
    self.init(pid: reader.number(), parent: reader.number(), command: reader.next(), threads: [])
    hasSockets = reader.next() == "1"
    threads = reader.list { KillReport.Thread(&$0) }
  }
}

extension KillReport.Thread {
  /// Reads a thread from the words that `words` writes for it; an empty wait channel is `nil`.
  fileprivate init(_ reader: inout WordReader) {
    self.init(id: reader.number(), name: reader.next(), state: reader.next())
    let channel = reader.next()
    waitChannel = channel.isEmpty ? nil : channel
  }
}

/// Reads the words of a report in sequence. After an error, it returns empty values, and `isGood` stays false.
private struct WordReader {
  private var words: ArraySlice<String>
  private(set) var isGood = true

  init(_ words: [String]) {
    self.words = words[...]
  }

  var rest: [String] { Array(words) }

  /// Returns the next word. If none is left, it returns an empty word, and `isGood` becomes false.
  mutating func next() -> String {
    if let word = words.popFirst() { return word }
    isGood = false
    return ""
  }

  /// Returns the next word as a number. If it is none, it returns 0, and `isGood` becomes false.
  mutating func number() -> Int32 {
    if let number = Int32(next()) { return number }
    isGood = false
    return 0
  }

  /// Reads a count and then as many elements with `make`. If the words end before, returns the elements until then.
  mutating func list<Element>(_ make: (inout WordReader) -> Element) -> [Element] {
    let count = number()
    var list: [Element] = []
    while isGood, list.count < count { list.append(make(&self)) }
    return list
  }
}
