import ArgumentParser
import Control
import Terminal

/// Prints numbers about the daemon for a monitoring system.
struct MetricsVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Print numbers about the daemon for Prometheus.",
    discussion: """
      The numbers cover your requests; for root and the group rubato, the requests and runs of all users. At most 200 \
      requests are named: first those that have failed permanently, then those past their latest date. \
      Counters begin at 0 when the daemon starts. docs/metrics.md lists all metrics.

      Prometheus can collect them in two ways, which are installed but disabled. In both ways, the numbers cover all \
      users, and every user of the machine can read them, with the names of all requests.

      Over HTTP, at 127.0.0.1:7822/metrics:

          systemctl enable --now rubato-metrics.socket

      With node_exporter, from the file /var/lib/prometheus/node-exporter/rubato.prom, which is replaced once a minute:

          systemctl enable --now rubato-metrics-file.timer

      The configuration of Prometheus, for HTTP; the alert for a stopped daemon requires this job name:

          scrape_configs:
            - job_name: rubato
              static_configs:
                - targets: ['127.0.0.1:7822']
          rule_files: [/usr/share/rubato/rubato.rules.yaml]

      A dashboard for Grafana is /usr/share/rubato/rubato-dashboard.json.
      """)

  @Flag(name: .customLong("openmetrics"), help: "Print OpenMetrics 1.0.")
  var openMetrics = false

  @Option(
    help: ArgumentHelp(
      "Replace this file, readable by all users, instead of printing. A reader never sees a part of it.",
      valueName: "path"),
    completion: .file(extensions: ["prom"]))
  var output: String?

  @Flag(
    name: .customLong("answer-http"),
    help: "Answer one HTTP request on standard input, a socket. For rubato-metrics.socket.")
  var answersHTTP = false

  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp(
      "With --answer-http: also answer requests for this host name, not only for addresses and localhost; repeatable.",
      valueName: "name"))
  var allowedHosts: [String] = []

  @OptionGroup var connection: ConnectionOptions

  /// Refuses options that do not go together.
  func validate() throws {
    let forms = [openMetrics, answersHTTP, connection.json].count(where: \.self)
    guard forms <= 1 else {
      throw ValidationError("use only one of --openmetrics, --answer-http and --json")
    }
    guard output == nil || !answersHTTP && !connection.json else {
      throw ValidationError("--output writes metrics; leave out --answer-http and --json")
    }
    guard allowedHosts.isEmpty || answersHTTP else {
      throw ValidationError("--allow-host requires --answer-http")
    }
  }

  /// Answers an HTTP request, or prints the metrics.
  func run() throws {
    if answersHTTP { return answerHTTPRequest() }
    try printMetrics()
  }

  /// Prints the metrics, or replaces the file.
  private func printMetrics() throws(Failure) {
    let session = try session()
    let reply = try session.call(GetMetrics())
    if connection.json { return try session.printAnswer(reply) { _ in [] } }
    let format: Exposition = openMetrics ? .openMetrics : .prometheus
    let text = format.text(DaemonMetrics.families(reply))
    // `print` adds the last line end again.
    guard let output else { return Output.print(String(text.dropLast())) }
    try OutputFile.write(text, to: output, mode: 0o644)
  }

  /// Answers one request. The daemon is called only for a request of its metrics.
  private func answerHTTPRequest() {
    switch HTTPExchange.receive() {
    case .nothing: break
    case .refused(let answer): HTTPExchange.send(answer)
    case .head(let request):
      HTTPExchange.send(
        HTTPAnswer(to: request, names: allowedHosts) { format in
          do throws(Failure) {
            return format.text(DaemonMetrics.families(try session().call(GetMetrics())))
          } catch {
            // Standard error is the journal. The client gets an answer without the reason.
            error.report(asJSON: false)
            return nil
          }
        })
    }
  }

  /// Connects to the daemon. A stopped daemon is not started.
  private func session() throws(Failure) -> Session {
    try Session(connection, onlyReads: true)
  }
}
