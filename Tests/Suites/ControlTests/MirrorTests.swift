import Foundation
import JSON
import Testing
import Varlink

@testable import Control

/// The Swift types must match the interface description.
struct MirrorTests {
  private struct Mirrored: Sendable, CustomTestStringConvertible {
    let name: String
    let input: @Sendable (Data) throws -> Data
    let output: @Sendable (Data) throws -> Data
    var testDescription: String { name }

    init<Method: ControlMethod>(_: Method.Type) {
      name = Method.name
      input = { try Self.again($0, as: Method.self) }
      output = { try Self.again($0, as: Method.Reply.self) }
    }

    /// Reads and writes a value with its own code, and with the decoder and the encoder.
    private static func again<Value: Codable & JSONConvertible>(
      _ data: Data, as _: Value.Type
    ) throws -> Data {
      let value = try #require(Value(json: JSONDocument(Array(data)).root))
      let decoded = try JSONDecoder().decode(Value.self, from: data)
      var json = JSONWriter()
      value.write(to: &json)
      var again = JSONWriter()
      decoded.write(to: &again)
      #expect(json.bytes == again.bytes)
      return Data(json.bytes)
    }
  }

  private static let methods = [
    Mirrored(Submit.self), Mirrored(SubmitAll.self), Mirrored(Cancel.self), Mirrored(List.self),
    Mirrored(Explain.self),
    Mirrored(Runs.self), Mirrored(GetPast.self), Mirrored(Logs.self), Mirrored(Watch.self),
    Mirrored(Wait.self),
    Mirrored(RunNow.self), Mirrored(Expire.self), Mirrored(Stop.self), Mirrored(GetDevice.self),
    Mirrored(SetDevice.self), Mirrored(PlayDevice.self), Mirrored(GetClock.self),
    Mirrored(AdvanceClock.self), Mirrored(SetClockRate.self), Mirrored(ListApps.self),
    Mirrored(RegisterApp.self), Mirrored(ReportApp.self), Mirrored(RemoveApp.self),
    Mirrored(ListQuotas.self), Mirrored(ResetQuota.self), Mirrored(SetTier.self),
    Mirrored(Status.self), Mirrored(GetMetrics.self), Mirrored(Unquarantine.self),
    Mirrored(PauseRequests.self),
    Mirrored(ResumeRequests.self), Mirrored(ReportRun.self),
    Mirrored(GetCheckpoint.self), Mirrored(FreezeDevice.self), Mirrored(ThawDevice.self),
    Mirrored(GetPolicy.self), Mirrored(InstallApp.self), Mirrored(AttachApp.self),
    Mirrored(FinishLaunch.self), Mirrored(HoldApp.self), Mirrored(Sleep.self),
    Mirrored(ReportChange.self), Mirrored(GetTaskFile.self),
    Mirrored(ReportChange.self), Mirrored(ListFailures.self), Mirrored(Acknowledge.self),
    Mirrored(Retry.self),
    Mirrored(ListGroups.self), Mirrored(SetGroup.self), Mirrored(GetSlots.self),
    Mirrored(SetSlots.self),
    Mirrored(ObservePaths.self), Mirrored(ReportPaths.self),
  ]

  private let description: InterfaceDescription
  private var declared: [String: ValueType] = [:]

  init() throws {
    description = try InterfaceDescription(Interface.description)
    for member in description.members {
      if case .type(let type) = member.kind { declared[member.name] = type }
    }
  }

  @Test func knowsEveryMethodAndError() {
    var methods: Set<String> = []
    var errors: Set<String> = []
    for member in description.members {
      switch member.kind {
      case .method: methods.insert(member.name)
      case .error: errors.insert(member.name)
      case .type: continue
      }
    }
    #expect(methods == Set(Self.methods.map(\.name)))
    #expect(errors == Set(ControlError.allCases.map(\.rawValue)))
    #expect(description.name == Interface.name)
  }

  @Test(arguments: methods)
  private func carriesEveryField(of method: Mirrored) throws {
    for (structure, again) in [
      (description.input(ofMethod: method.name), method.input),
      (description.output(ofMethod: method.name), method.output),
    ] {
      let sample = try json(sample(of: .structure(try #require(structure)), withNulls: false))
      #expect(try sorted(again(sample)) == sorted(sample))
    }
  }

  @Test(arguments: methods)
  private func writesAbsentFieldsOfRepliesAsNull(of method: Mirrored) throws {
    let structure = try #require(description.output(ofMethod: method.name))
    let sample = try json(sample(of: .structure(structure), withNulls: true))
    #expect(try sorted(method.output(sample)) == sorted(sample))
  }

  private func json(_ value: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
  }

  private func sorted(_ data: Data) throws -> Data {
    try json(try JSONSerialization.jsonObject(with: data))
  }

  /// Returns a value of the type, complete or with `null` wherever it is allowed.
  private func sample(of type: ValueType, withNulls: Bool) -> Any {
    switch type {
    case .bool: true
    case .int: 7
    case .float: 2.5
    case .string, .any, .object: "text"
    case .enumeration(let enumeration): enumeration.values.first?.name ?? ""
    case .array(let element): [sample(of: element, withNulls: withNulls)]
    case .map(let element): ["key": sample(of: element, withNulls: withNulls)]
    case .nullable(let type): withNulls ? NSNull() as Any : sample(of: type, withNulls: withNulls)
    case .named(let name): sample(of: declared[name] ?? .any, withNulls: withNulls)
    case .structure(let structure):
      Dictionary(
        uniqueKeysWithValues: structure.fields.map {
          ($0.name, sample(of: $0.type, withNulls: withNulls))
        })
    }
  }
}
