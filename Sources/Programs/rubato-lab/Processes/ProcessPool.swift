import Simulation
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// Processes that compute an answer for each of many numbers.
///
/// The processes are forks of this one, which has one thread. They have everything that this process has read.
struct ProcessPool<Answer: Codable> {
  /// The number of processes; 1 computes in this process.
  let jobs: Int
  /// Returns the name of a number in errors, such as `device 3`.
  let name: (Int) -> String
  /// Computes the answer of a number.
  let work: (Int) throws(SimulationError) -> Answer

  /// Computes the answers of all numbers. `receive` gets them in the order of the numbers. A process that is free gets
  /// the next number.
  func answers(
    for numbers: some Sequence<Int>, _ receive: (Int, Answer) throws(Failure) -> Void
  ) throws(Failure) {
    guard jobs > 1 else {
      for number in numbers { try receive(number, try answer(of: number)) }
      return
    }
    var rest = numbers.makeIterator()
    var workers: [WorkerProcess] = []
    // The assigned numbers that `receive` has not got, in order.
    var assigned: [Int] = []
    var ready: [Int: Answer] = [:]
    while workers.count < jobs, let number = rest.next() {
      let worker = try WorkerProcess(closing: workers.map(\.socket)) { encodedAnswer(of: $0) }
      workers.append(worker)
      worker.assign(number)
      assigned.append(number)
    }
    while !assigned.isEmpty {
      for worker in try WorkerProcess.readable(workers) {
        // A long reply arrives in several parts.
        guard let reply = try worker.receive(naming: name) else { continue }
        ready[reply.number] = try decoded(reply.text)
        guard let number = rest.next() else {
          // Without a reference, the process of the worker ends.
          workers.removeAll { $0 === worker }
          continue
        }
        worker.assign(number)
        assigned.append(number)
      }
      while let number = assigned.first, let answer = ready.removeValue(forKey: number) {
        assigned.removeFirst()
        try receive(number, answer)
      }
    }
  }

  /// Computes an answer in this process.
  private func answer(of number: Int) throws(Failure) -> Answer {
    do throws(SimulationError) {
      return try work(number)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Computes an answer in a worker, and returns its reply.
  private func encodedAnswer(of number: Int) -> [UInt8] {
    do throws(SimulationError) {
      return WorkerReply.encoded(.answer(try work(number)))
    } catch {
      return WorkerReply<Answer>.encoded(.error(error.description))
    }
  }

  /// Returns the answer in the reply of a worker.
  private func decoded(_ text: [UInt8]) throws(Failure) -> Answer {
    switch WorkerReply<Answer>.decoded(text) {
    case .answer(let answer): return answer
    case .error(let message): throw .refused(message)
    case nil: throw .refused("a process has sent no answer; use --jobs 1")
    }
  }
}
