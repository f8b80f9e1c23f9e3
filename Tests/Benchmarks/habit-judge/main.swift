import FoundationEssentials
import Glibc
import Scheduling

// habit-judge DIRECTORY                       judges habits on every trace there, in a table
// habit-judge DIRECTORY --runs OUT PER_DAY    writes the refreshes of the one trace with opens there

func row(_ name: String, _ marks: Marks) -> String {
  func text(_ value: Double, _ digits: Int) -> String {
    let scale = pow(10, Double(digits))
    let whole = Int((value * scale).rounded())
    let fraction = String(whole % Int(scale))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(whole / Int(scale)).\(zeros)\(fraction)"
  }
  return "| \(name) | \(text(marks.logLoss, 4)) | \(text(marks.brier, 5)) | \(text(marks.auc, 3)) |"
}

func files(in directory: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    .filter { $0.hasSuffix(".jsonl") }.map { directory + "/" + $0 }
}

func judge(_ file: String) throws {
  var judge = Judge()
  for seed in 1...5 {
    guard let trace = try Trace(file: file, seed: UInt64(seed)) else {
      print("\(file.split(separator: "/").last ?? ""): no opens on four days or more\n")
      return
    }
    judge.judge(trace)
    guard seed == 1 else { continue }
    print("\(trace.name): \(trace.apps.count) apps, \(trace.opens.count) opens\n")
    print("| forecast | log loss | Brier | AUC |\n|---|---|---|---|")
  }
  for (rival, marks) in zip(Rival.allCases, judge.rivals) { print(row(rival.rawValue, marks)) }
  print(row("Rubato", judge.ours) + "\n")
}

func writeRuns(of trace: Trace, perDay: Int, to file: String) throws {
  var refreshing = Refreshing(trace, perDay: perDay)
  refreshing.play()
  let lines = refreshing.runs.map { run in
    let start = Double(run.time.nanoseconds) / 1e9
    return "{\"t\": \(start), \"end\": \(start + 1), \"app\": \"\(trace.apps[run.app])\", "
      + "\"kind\": \"refresh\", \"outcome\": \"success\"}\n"
  }
  try Data(lines.joined().utf8).write(to: URL(filePath: file))
}

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: habit-judge DIRECTORY [--runs OUT PER_DAY]")
  exit(2)
}
if arguments.count == 5, arguments[2] == "--runs", let perDay = Int(arguments[4]) {
  let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 1
  for file in try files(in: arguments[1]) {
    // Noted in the last tenth of its hour: by then the open has certainly happened.
    guard let trace = try Trace(file: file, seed: seed, earliest: 0.9) else { continue }
    try writeRuns(of: trace, perDay: perDay, to: arguments[3])
  }
} else {
  for file in try files(in: arguments[1]) { try judge(file) }
}
