import Synchronization
import Varlink
import VarlinkServer

/// Answers the calls of the certification, and checks their order and every value.
final class CertificationServer: Sendable {
  private static let order =
    (1...11).map { $0 < 10 ? "Test0\($0)" : "Test\($0)" } + ["End"]

  /// The next method of each client, as its place in the order.
  private let due = Mutex<[String: Int]>([:])

  func service() throws(DescriptionError) -> Service {
    var service = try Service(
      info: .init(vendor: "Rubato", product: "Varlink certification", version: "1", url: ""),
      descriptions: [CertificationInterface.text])
    addStart(to: &service)
    addSteps(to: &service)
    addLastSteps(to: &service)
    return service
  }

  private func addStart(to service: inout Service) {
    service.handle(CertificationInterface.name + ".Start") { call in
      let id = String(UInt64.random(in: 1 ... .max), radix: 16)
      self.due.withLock { $0[id] = 0 }
      call.reply(Started(clientID: id))
    }
  }

  private func addSteps(to service: inout Service) {
    step("Test01", in: &service, NoParameters()) { BoolValue(bool: true) }
    step("Test02", in: &service, BoolValue(bool: true)) { IntValue(int: 1) }
    step("Test03", in: &service, IntValue(int: 1)) { FloatValue(float: 1) }
    step("Test04", in: &service, FloatValue(float: 1)) { StringValue(string: "ping") }
    step("Test05", in: &service, StringValue(string: "ping")) { Expected.everything }
    step("Test06", in: &service, Expected.everything) { StructValue(struct: Expected.everything) }
    step("Test07", in: &service, StructValue(struct: Expected.everything)) {
      MapValue(map: Expected.map)
    }
    step("Test08", in: &service, MapValue(map: Expected.map)) { SetValue(set: Expected.set) }
    step("Test09", in: &service, SetValue(set: Expected.set)) {
      MyTypeValue(mytype: Expected.myType)
    }
    step("End", in: &service, NoParameters()) { AllOK(allOK: true) }
  }

  private func addLastSteps(to service: inout Service) {
    receive("Test10", in: &service, mode: .more, MyTypeValue(mytype: Expected.myType)) { call in
      call.replyAll(
        Expected.replies.dropLast().map { StringValue(string: $0) },
        last: StringValue(string: Expected.replies.last ?? ""))
    }
    receive(
      "Test11", in: &service, mode: .oneway, RepliesValue(replies: Expected.replies)
    ) { $0.reply() }
  }

  private func step<Value: Codable & Sendable, Output: Encodable & SendableMetatype>(
    _ method: String, in service: inout Service, _ wanted: Value,
    _ answer: @escaping @Sendable () -> Output
  ) {
    receive(method, in: &service, mode: .single, wanted) { $0.reply(answer()) }
  }

  private func receive<Value: Codable & Sendable>(
    _ method: String, in service: inout Service, mode: CallMode, _ wanted: Value,
    _ answer: @escaping @Sendable (ServerCall) -> Void
  ) {
    let name = CertificationInterface.name + "." + method
    service.handle(name, Identified<Value>.self) { call, input in
      let wants = Wanted(method: name, mode: mode, parameters: Identified(input.clientID, wanted))
      let got = Wanted(method: call.method, mode: call.mode, parameters: input)
      if !self.isDue(method, input.clientID) {
        call.fail(CertificationInterface.name + ".ClientIdError")
      } else if wants != got {
        call.fail(
          CertificationInterface.name + ".CertificationError", Difference(wants: wants, got: got))
      } else {
        answer(call)
      }
    }
  }

  /// Whether the method is the next one of the client. If so, the method after it becomes the next one.
  private func isDue(_ method: String, _ id: String) -> Bool {
    due.withLock { due in
      guard let place = due[id], Self.order[place] == method else { return false }
      due[id] = place + 1 < Self.order.count ? place + 1 : nil
      return true
    }
  }
}

/// A call in the form that the certification compares; equal calls are encoded equally.
private struct Wanted: Encodable, Equatable {
  let method: String
  let mode: String
  let parameters: JSONValue?

  init(method: String, mode: CallMode, parameters: some Encodable) {
    self.method = method
    self.mode = mode.rawValue
    self.parameters = JSONValue(encoding: parameters)
  }
}

private struct Difference: Encodable {
  let wants: Wanted
  let got: Wanted
}
