import FoundationEssentials
import Verbs

/// The contents of an app's Info.plist.
struct InfoPlist {
  /// The value of CFBundleIdentifier.
  var identifier: String
  /// The value of CFBundleExecutable; `nil` if there is none.
  var executable: String?
  /// The value of BGTaskSchedulerPermittedIdentifiers; empty if there is none.
  var permittedIdentifiers: [String] = []
  /// The value of UIBackgroundModes; empty if there is none.
  var backgroundModes: [String] = []
  /// The keys of Apple's entitlements whose value is true.
  var entitlements: [String] = []

  /// The largest size of a file, in bytes.
  private static let limit = 1_048_576

  /// - Throws: If it cannot be read, is not a property list, or a key has a value of another type.
  init(file: String) throws(Failure) {
    let text = try TextFile.read(file, limit: Self.limit)
    let values: [String: Value]
    do {
      values = try Self.values(of: text)
    } catch {
      throw .refused("\(file): \(Self.problem(of: text))")
    }
    let list = Values(values: values, file: file, text: text)
    identifier = try list.text("CFBundleIdentifier", isRequired: true) ?? ""
    executable = try list.text("CFBundleExecutable", isRequired: false)
    permittedIdentifiers = try list.texts("BGTaskSchedulerPermittedIdentifiers")
    backgroundModes = try list.texts("UIBackgroundModes")
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      if key.hasPrefix("com.apple.developer."), case .flag(true) = value {
        entitlements.append(key)
      }
    }
  }

  /// Returns the values of a property list by their keys. Throws an error if the text is not a dictionary.
  private static func values(of text: String) throws -> [String: Value] {
    try PropertyListDecoder().decode([String: Value].self, from: Data(text.utf8))
  }

  /// Returns why a text is not a property list. Reads it again with carriage returns, by which Foundation counts lines,
  /// so that the reason names the right line.
  private static func problem(of text: String) -> String {
    do {
      _ = try values(of: text.replacing("\n", with: "\r"))
    } catch DecodingError.dataCorrupted(let context) {
      let error = context.underlyingError as? CocoaError
      if let reason = error?.userInfo["NSDebugDescription"] as? String {
        return "not a property list: \(reason)"
      }
    } catch {}
    return "not a property list with a dictionary at its top level"
  }

  /// The value of a key, as far as it is used here.
  fileprivate enum Value: Decodable {
    case text(String)
    case flag(Bool)
    case texts([String])
    case other

    /// Decodes a value of one of these types; a value of any other type is `other`.
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let texts = try? container.decode([String].self) {
        self = .texts(texts)
      } else {
        self = .other
      }
    }
  }

  private struct Values {
    let values: [String: Value]
    let file: String
    let text: String

    /// Returns the text of a key; `nil` if it is missing and not required. Throws an error if its value has another
    /// type.
    func text(_ key: String, isRequired: Bool) throws(Failure) -> String? {
      switch values[key] {
      case .text(let text): return text
      case nil where !isRequired: return nil
      case nil: throw .refused("\(file): \(key) is missing; add it, such as com.example.feed")
      default: throw .refused("\(place(of: key)): \(key) has another type; use a <string>")
      }
    }

    /// Returns the list of texts of a key; empty if it is missing. Throws an error if its value has another type.
    func texts(_ key: String) throws(Failure) -> [String] {
      switch values[key] {
      case .texts(let texts): return texts
      case nil: return []
      default:
        throw .refused("\(place(of: key)): \(key) has another type; use an <array> of <string>")
      }
    }

    /// Returns the file and the line of the key, if it is found.
    private func place(of key: String) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = lines.firstIndex { $0.contains("<key>\(key)</key>") }
      return line.map { "\(file):\($0 + 1)" } ?? file
    }
  }
}
