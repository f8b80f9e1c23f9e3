import Foundation
import Testing
import Varlink

/// The interface has all parts of the interfaces of earlier versions, so that their clients can call this daemon.
struct OlderInterfaceTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private func interface(_ path: String) throws -> InterfaceDescription {
    let url = Self.root.appending(path: path)
    return try InterfaceDescription(String(contentsOf: url, encoding: .utf8))
  }

  @Test(arguments: ["0.1.0"]) func nothingIsLost(version: String) throws {
    let old = try interface("Tests/Versions/\(version)/interface.varlink")
    let new = try interface("Sources/Protocol/Control/io.rubato.Scheduler.varlink")
    #expect(old.members.count > 70)
    #expect(InterfaceComparison(old: old, new: new).losses == [])
  }

  private func losses(_ old: String, _ new: String) throws -> [String] {
    let (old, new) = ("interface a.b\n\(old)\n", "interface a.b\n\(new)\n")
    return InterfaceComparison(
      old: try InterfaceDescription(old), new: try InterfaceDescription(new)
    ).losses
  }

  @Test func lossesAreFound() throws {
    let old = "method Get(id: string) -> (a: ?int)"
    #expect(try losses(old, old) == [])
    #expect(try losses(old, "method Put() -> ()") == ["Get is missing"])
    #expect(try losses(old, "method Get() -> (a: ?int)") == ["input of Get: id is missing"])
    #expect(try losses(old, "method Get(id: ?string) -> (a: int, b: bool)") == [])
    #expect(
      try losses(old, "method Get(id: int) -> (a: ?int)") == ["input of Get: id has another type"])
    #expect(
      try losses(old, "method Get(id: string, b: bool) -> (a: ?int)")
        == ["input of Get: b must be optional"])
    #expect(
      try losses("method Get() -> (a: int)", "method Get() -> (a: ?int)")
        == ["output of Get: a has another type"])
    #expect(
      try losses(
        "type A (x: (one, two))\nmethod Put(a: A) -> ()",
        "type A (x: (two, three), y: int)\nmethod Put(a: A) -> ()")
        == ["A: x has no one", "A: y must be optional"])
  }
}

/// The parts of an interface that a later version lacks.
private struct InterfaceComparison {
  private enum Use {
    case input, output, both
  }

  private(set) var losses: [String] = []

  init(old: InterfaceDescription, new: InterfaceDescription) {
    var inputs: Set<String> = []
    for member in new.members {
      if case .method(let input, _) = member.kind {
        Self.addNames(of: .structure(input), in: new, to: &inputs)
      }
    }
    for member in old.members {
      let name = member.name
      switch (member.kind, new.member(name)?.kind) {
      case (_, nil): losses.append("\(name) is missing")
      case (.type(let old), .type(let new)):
        compare(old, new, at: name, inputs.contains(name) ? .both : .output)
      case (.method(let oldInput, let oldOutput), .method(let newInput, let newOutput)):
        compare(oldInput, newInput, at: "input of \(name)", .input)
        compare(oldOutput, newOutput, at: "output of \(name)", .output)
      case (.error(let old), .error(let new)): compare(old, new, at: name, .output)
      default: losses.append("\(name) is another kind of member")
      }
    }
  }

  /// Adds the names of all types that a value of `type` can contain.
  private static func addNames(
    of type: ValueType, in interface: InterfaceDescription, to names: inout Set<String>
  ) {
    switch type {
    case .named(let name):
      guard names.insert(name).inserted, case .type(let type) = interface.member(name)?.kind else {
        return
      }
      addNames(of: type, in: interface, to: &names)
    case .structure(let structure):
      for field in structure.fields { addNames(of: field.type, in: interface, to: &names) }
    case .array(let type), .map(let type), .nullable(let type):
      addNames(of: type, in: interface, to: &names)
    default: break
    }
  }

  private mutating func compare(_ old: Structure, _ new: Structure, at place: String, _ use: Use) {
    for field in old.fields {
      guard let newer = new.fields.first(where: { $0.name == field.name }) else {
        losses.append("\(place): \(field.name) is missing")
        continue
      }
      compare(field.type, newer.type, at: "\(place): \(field.name)", use)
    }
    guard use != .output else { return }
    for field in new.fields where !old.fields.contains(where: { $0.name == field.name }) {
      if case .nullable = field.type { continue }
      losses.append("\(place): \(field.name) must be optional")
    }
  }

  private mutating func compare(_ old: ValueType, _ new: ValueType, at place: String, _ use: Use) {
    switch (old, new) {
    case (.structure(let old), .structure(let new)): compare(old, new, at: place, use)
    case (.nullable(let old), .nullable(let new)), (.array(let old), .array(let new)),
      (.map(let old), .map(let new)):
      compare(old, new, at: place, use)
    case (.enumeration(let old), .enumeration(let new)):
      let names = new.values.map(\.name)
      for value in old.values where !names.contains(value.name) {
        losses.append("\(place) has no \(value.name)")
      }
    // A caller can now omit the field; a reply now always has its value.
    case (_, .nullable(let new)) where use == .input: compare(old, new, at: place, use)
    case (.nullable(let old), _) where use == .output: compare(old, new, at: place, use)
    default: if old != new { losses.append("\(place) has another type") }
    }
  }
}
