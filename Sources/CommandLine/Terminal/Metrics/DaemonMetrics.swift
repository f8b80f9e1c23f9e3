import Control

/// The metrics of a daemon, from its answer.
package enum DaemonMetrics {
  /// Returns a family for each metric, in the order of `MetricDescription.all`.
  package static func families(_ reply: GetMetrics.Reply) -> [MetricFamily] {
    daemon(reply) + requests(reply) + namedRequests(reply.requests) + runs(reply.runs) + work(reply)
      + device(reply)
  }

  /// Returns the families of the daemon itself: its version, its start and its clock.
  private static func daemon(_ reply: GetMetrics.Reply) -> [MetricFamily] {
    [
      MetricFamily(.build, [MetricSample(1, [.init("version", reply.version)])]),
      MetricFamily(.started, reply.started),
      MetricFamily(.clock, reply.now),
    ]
  }

  /// Returns the families with counts of requests, without those of single requests.
  private static func requests(_ reply: GetMetrics.Reply) -> [MetricFamily] {
    [
      MetricFamily(
        .requests,
        [
          MetricSample(reply.waiting, [.init("state", "waiting")]),
          MetricSample(reply.running, [.init("state", "running")]),
          MetricSample(reply.failed, [.init("state", "failed")]),
        ]),
      MetricFamily(.overdue, reply.overdue),
      MetricFamily(.held, counts(reply.held, label: "reason")),
      MetricFamily(.unnamed, reply.unnamed),
    ]
  }

  /// Returns the families with a number for each named request that has one.
  private static func namedRequests(_ requests: [RequestNumbersInfo]) -> [MetricFamily] {
    // One sample for each request for which `value` returns a number.
    func family(_ metric: MetricDescription, _ value: (RequestNumbersInfo) -> Double?)
      -> MetricFamily
    {
      MetricFamily(
        metric,
        requests.compactMap { request in
          value(request).map { MetricSample($0, labels(of: request)) }
        })
    }
    return [
      family(.isFailed) { $0.failed || $0.state == "failed" ? 1 : 0 },
      family(.failures) { Double($0.failures) },
      family(.submitted) { $0.submitted },
      family(.interval) { $0.interval },
      family(.lastSuccess) { $0.lastSuccess },
      family(.overdueSince) { $0.overdueSince },
    ]
  }

  /// Returns the labels that name a request: its id, its app if it has one, and its owner.
  private static func labels(of request: RequestNumbersInfo) -> [MetricSample.Label] {
    [.init("request", request.id)] + (request.app.map { [.init("app", $0)] } ?? [])
      + [.init("owner", String(request.owner))]
  }

  /// Returns the families of runs; all are empty if the caller may not see the runs of all users.
  private static func runs(_ runs: RunCountsInfo?) -> [MetricFamily] {
    let kinds = runs?.kinds ?? []
    // One sample for each kind of requests.
    func family(_ metric: MetricDescription, _ value: (KindUseInfo) -> Double) -> MetricFamily {
      MetricFamily(metric, kinds.map { MetricSample(value($0), [.init("kind", $0.kind)]) })
    }
    // Two samples for each kind, by the power at the end of the run.
    let processorSeconds = kinds.flatMap { use in
      [("external", use.cpuSeconds), ("battery", use.batteryCPUSeconds)].map { power, seconds in
        MetricSample(seconds, [.init("kind", use.kind), .init("power", power)])
      }
    }
    let lateness: [MetricSample]? = runs.map {
      .histogram(limits: $0.lateLimits, counts: $0.lateCounts, sum: $0.lateSeconds)
    }
    return [
      MetricFamily(.runs, counts(runs?.outcomes ?? [], label: "outcome")),
      family(.starts) { Double($0.starts) },
      family(.runSeconds) { $0.seconds },
      family(.budgetSeconds) { $0.budgetSeconds },
      MetricFamily(.cpuSeconds, processorSeconds),
      MetricFamily(.lateness, lateness ?? []),
    ]
  }

  /// Returns the families of the work of the daemon, such as commits and calls.
  private static func work(_ reply: GetMetrics.Reply) -> [MetricFamily] {
    [
      MetricFamily(.wakeups, reply.wakeups),
      MetricFamily(.events, reply.events),
      MetricFamily(.commits, reply.commits),
      MetricFamily(.failedCommits, reply.failedCommits),
      MetricFamily(.isWritable, reply.writable ? 1.0 : 0),
      MetricFamily(.storeSize, reply.storeBytes),
      MetricFamily(.calls, reply.calls),
      MetricFamily(.refusedCalls, counts(reply.refusedCalls, label: "error")),
      MetricFamily(.connections, reply.connections),
      MetricFamily(.refusedConnections, reply.refusedConnections),
      MetricFamily(.queues, counts(reply.queues, label: "queue")),
    ]
  }

  /// Returns the families of the device; an unknown battery or load has no number.
  private static func device(_ reply: GetMetrics.Reply) -> [MetricFamily] {
    [
      MetricFamily(
        .device,
        reply.device.sorted { $0.key < $1.key }.map { field in
          MetricSample(1, [.init("field", field.key), .init("value", field.value)])
        }),
      MetricFamily(.battery, known: reply.battery),
      MetricFamily(.load, known: reply.load),
    ]
  }

  /// Returns a sample for each named count, such as the runs by outcome. `label` is the label that has the name.
  private static func counts(_ counts: [CountInfo], label: String) -> [MetricSample] {
    counts.map { MetricSample($0.count, [.init(label, $0.name)]) }
  }
}
