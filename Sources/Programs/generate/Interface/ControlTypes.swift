import Varlink

/// The Swift types of `Control`: one file for each type and each method of the interface.
enum ControlTypes {
  private static let source = InterfaceText.path
  static let folder = "Sources/Protocol/Control/Generated"
  /// The types whose absent values are left out, since an answer can contain thousands of them.
  private static let brief: Set = ["RequestRow"]

  /// Returns a file for each type and each method, and one file for all errors.
  static func files(of interface: InterfaceDescription) throws -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    var errors: [String] = []
    for member in interface.members {
      switch member.kind {
      // It has fields of `Submit`, whose Swift type is used.
      case .type where member.name == SwiftType.submission: break
      case .type(let type):
        let lines = try self.type(member, type)
        files.append(file("\(member.name)Info", lines))
      case .method(let input, let output):
        files.append(file(member.name, try method(member, input, output)))
      case .error:
        errors += comment(member.documentation, "  ")
        errors.append("  case \(lowercased(member.name)) = \"\(member.name)\"")
      }
    }
    let enumeration =
      ["/// The errors of the interface."]
      + ["package enum ControlError: String, CaseIterable, Sendable {"] + errors + ["}"]
    return files + [file("ControlError", enumeration)]
  }

  /// Returns a file with the code of one type.
  private static func file(_ name: String, _ lines: [String]) -> GeneratedFile {
    GeneratedFile(swift: "\(folder)/\(name).swift", from: source, lines)
  }

  /// Returns the code of a type of the interface. Only structures are supported.
  private static func type(
    _ member: InterfaceDescription.Member, _ type: ValueType
  ) throws -> [String] {
    guard case .structure(let structure) = type else {
      throw NotWritable(subject: "the enumeration \(member.name)")
    }
    return ["import JSON", ""] + comment(member.documentation, "")
      + ["package struct \(member.name)Info: Codable, Hashable, JSONConvertible, Sendable {"]
      + (try body(structure, "  ", asNull: !brief.contains(member.name), isAnswer: true)) + ["}"]
  }

  /// Returns the code of a method: its input as the fields of the type, and its output as the nested type `Reply`.
  private static func method(
    _ member: InterfaceDescription.Member, _ input: Structure, _ output: Structure
  ) throws -> [String] {
    ["import JSON", ""] + comment(member.documentation, "")
      + [
        "package struct \(member.name): ControlMethod {",
        "  package static let name = \"\(member.name)\"", "",
        "  package struct Reply: Codable, Hashable, JSONConvertible, Sendable {",
      ] + (try body(output, "    ", asNull: true, isAnswer: true)) + ["  }", ""]
      + (try body(input, "  ", asNull: false, isAnswer: false)) + ["}"]
  }

  /// Returns the code in the type of a structure: its fields, its initialiser, and the functions that read and write it
  /// as JSON.
  ///
  /// - Parameters:
  ///   - asNull: Whether an absent value is written as null.
  ///   - isAnswer: Whether it is part of an answer. An older daemon leaves out the fields that it does not know.
  private static func body(
    _ structure: Structure, _ indent: String, asNull: Bool, isAnswer: Bool
  ) throws -> [String] {
    guard !structure.fields.isEmpty else {
      return ["\(indent)package init() {}", ""] + reading([], indent) + writing([], indent)
    }
    var lines: [String] = []
    var parameters: [String] = []
    var assignments: [String] = []
    var readingLines: [String] = []
    var writingLines: [String] = []
    for field in structure.fields {
      let type = try SwiftType(field.type)
      let name = SwiftType.quoted(field.name)
      let wrapper = type.isOptional && asNull ? "@ExplicitNull " : ""
      lines += comment(field.documentation, indent)
      lines.append("\(indent)\(wrapper)package var \(name): \(type.name)")
      parameters.append("\(indent)  \(field.name): \(type.name)\(type.isOptional ? " = nil" : "")")
      assignments.append("\(indent)  self.\(field.name) = \(name)")
      let labelOfOptional = asNull ? "orNull: " : "ifThere: "
      let label = type.isOptional ? labelOfOptional : ""
      writingLines.append("\(indent)  json.member(\"\(field.name)\", \(label)\(name))")
      // The value of a field that an older daemon leaves out.
      let standIn = isAnswer && !type.isOptional ? standIn(for: field) : nil
      let isRequired = !type.isOptional && standIn == nil
      let value = "try members.\(isRequired ? "required" : "optional")(\"\(field.name)\")"
      readingLines.append("\(indent)    \(name) = \(value)" + (standIn.map { " ?? \($0)" } ?? ""))
    }
    return lines + ["", "\(indent)package init("] + [parameters.joined(separator: ",\n")]
      + ["\(indent)) {"] + assignments + ["\(indent)}", ""]
      + reading(readingLines, indent) + writing(writingLines, indent)
  }

  /// Returns the value of a field that an older daemon leaves out: an empty array, false, or the text that its comment
  /// names in words such as "; default if missing". `nil` if the field is required.
  private static func standIn(for field: Structure.Field) -> String? {
    if case .array = field.type { return "[]" }
    if case .bool = field.type { return "false" }
    let words = field.documentation.split(whereSeparator: \.isWhitespace)
    guard case .string = field.type, words.suffix(2) == ["if", "missing"] else { return nil }
    return words.dropLast(2).last.map { "\"\($0)\"" }
  }

  /// Returns the code of the initialiser that reads a value from JSON, or gives `nil` for a mismatch. `members` are the
  /// lines that read its fields.
  private static func reading(_ members: [String], _ indent: String) -> [String] {
    let variable = members.isEmpty ? "JSONMembers(json) != nil" : "var members = JSONMembers(json)"
    var lines = [
      "\(indent)package init?(json: JSONElement) {",
      "\(indent)  guard \(variable) else { return nil }",
    ]
    if !members.isEmpty {
      lines += ["\(indent)  do throws(JSONMismatch) {"] + members
      lines += ["\(indent)  } catch {", "\(indent)    return nil", "\(indent)  }"]
    }
    return lines + ["\(indent)}", ""]
  }

  /// Returns the code of the function that writes a value as JSON. `members` are the lines that write its fields.
  private static func writing(_ members: [String], _ indent: String) -> [String] {
    ["\(indent)package func write(to json: inout JSONWriter) {", "\(indent)  json.beginObject()"]
      + members + ["\(indent)  json.endObject()", "\(indent)}"]
  }

  /// Returns the documentation of the interface as a docstring.
  private static func comment(_ text: String, _ indent: String) -> [String] {
    text.split(separator: "\n").map { "\(indent)/// \($0)" }
  }

  /// Returns the name with a lower-case first letter.
  private static func lowercased(_ name: String) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }
}

/// A type of the interface in Swift.
struct SwiftType {
  /// The type of the interface that has the fields of the method `Submit`.
  static let submission = "Submission"

  let name: String
  let isOptional: Bool

  /// Creates the Swift type of a type of the interface; a nullable one becomes an optional. Throws an error for a type
  /// that this program does not support.
  init(_ type: ValueType) throws {
    if case .nullable(let some) = type {
      name = try Self.name(of: some) + "?"
      isOptional = true
    } else {
      name = try Self.name(of: type)
      isOptional = false
    }
  }

  /// Returns the Swift name of a type that is not nullable. Throws an error for a type that this program does not
  /// support.
  private static func name(of type: ValueType) throws -> String {
    switch type {
    case .bool: "Bool"
    case .int: "Int64"
    case .float: "Double"
    case .string: "String"
    case .named(submission): "Submit"
    case .named(let name): "\(name)Info"
    case .array(let element): "[\(try Self.name(of: element))]"
    case .map(let element): "[String: \(try Self.name(of: element))]"
    case .nullable, .object, .any, .structure, .enumeration:
      throw NotWritable(subject: "\(type)")
    }
  }

  /// Returns the name, in backquotes if it is a keyword of Swift.
  static func quoted(_ name: String) -> String {
    let words: Set<String> = [
      "as", "case", "class", "default", "do", "else", "enum", "false", "for", "func", "if", "in",
      "init", "is", "let", "nil", "operator", "repeat", "return", "self", "static", "struct",
      "switch", "throw", "true", "try", "var", "where", "while",
    ]
    return words.contains(name) ? "`\(name)`" : name
  }
}

/// A description that this program cannot write.
struct NotWritable: Error, CustomStringConvertible {
  let subject: String

  var description: String { "generate has nothing to write for \(subject)" }
}
