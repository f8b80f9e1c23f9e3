import Foundation

/// What is asked of a server, with the name of Foundation's type. A background session sends files and nothing else: see
/// `httpBody`.
public struct URLRequest: Hashable, Sendable {
  /// Its http or https URL.
  public var url: URL?
  /// How long nothing may come or go on a connection before the transfer is tried again, in seconds; 60 unless given.
  public var timeoutInterval: TimeInterval
  /// A session sends no body of a request: its transfer fails with `URLError.Code.unsupportedURL` unless this is nil. Write it
  /// into a file, and upload that.
  public var httpBody: Data?
  /// Whether it may use a metered network.
  public var allowsCellularAccess = true
  /// Whether it may use a metered network.
  public var allowsExpensiveNetworkAccess = true
  /// Whether it may use a metered network.
  public var allowsConstrainedNetworkAccess = true
  /// As it was set.
  var method: String?
  private var fields: [Field] = []

  private struct Field: Hashable, Sendable {
    var name: String
    var value: String

    func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
  }

  /// - Parameters:
  ///   - url: An http or https URL.
  ///   - timeoutInterval: See `timeoutInterval`.
  public init(url: URL, timeoutInterval: TimeInterval = 60) {
    self.url = url
    self.timeoutInterval = timeoutInterval
  }

  /// The method. Where none is set it is GET; an upload then has PUT.
  public var httpMethod: String? {
    get { method ?? "GET" }
    set { method = newValue }
  }

  // MARK: Headers

  /// All headers; nil where there are none.
  public var allHTTPHeaderFields: [String: String]? {
    get {
      fields.isEmpty ? nil : Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }
    set {
      fields = (newValue ?? [:]).sorted { $0.key < $1.key }.map { Field(name: $0, value: $1) }
    }
  }

  /// The value of a header, in any case of letters; nil where there is none.
  public func value(forHTTPHeaderField field: String) -> String? {
    fields.first { $0.isNamed(field) }?.value
  }

  /// Sets a header in the place of one of its name; nil removes it.
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    let place = fields.firstIndex { $0.isNamed(field) }
    switch (value, place) {
    case (let value?, let place?): fields[place] = Field(name: field, value: value)
    case (let value?, nil): fields.append(Field(name: field, value: value))
    case (nil, let place?): fields.remove(at: place)
    case (nil, nil): break
    }
  }

  /// Adds to a header, behind a comma where there is one.
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {
    let earlier = self.value(forHTTPHeaderField: field)
    setValue(earlier.map { "\($0),\(value)" } ?? value, forHTTPHeaderField: field)
  }
}
