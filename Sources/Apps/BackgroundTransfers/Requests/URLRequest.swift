import Foundation

/// A request to a server, with the name of Foundation's type. A background session can only send files: see `httpBody`.
public struct URLRequest: Hashable, Sendable {
  /// The http or https URL; `nil` if it is not set.
  public var url: URL?
  /// The seconds without activity on a connection before the transfer is tried again; 60 by default.
  public var timeoutInterval: TimeInterval
  /// The body, which must be `nil` in a session: otherwise the transfer fails with `URLError.Code.unsupportedURL`.
  /// Write the body to a file, and upload that.
  public var httpBody: Data?
  /// The use of a cache. It has no effect: transfers use no cache.
  public var cachePolicy: CachePolicy
  /// Whether the request may use a metered network.
  public var allowsCellularAccess = true
  /// Whether the request may use a metered network.
  public var allowsExpensiveNetworkAccess = true
  /// Whether the request may use a metered network.
  public var allowsConstrainedNetworkAccess = true
  /// The method as set; `nil` if it is not set.
  var method: String?
  private var fields: [Field] = []

  private struct Field: Hashable, Sendable {
    var name: String
    var value: String

    /// Whether the field has this name, ignoring case.
    func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
  }

  /// - Parameters:
  ///   - url: An http or https URL.
  ///   - cachePolicy: See `cachePolicy`.
  ///   - timeoutInterval: See `timeoutInterval`.
  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = 60
  ) {
    self.url = url
    self.cachePolicy = cachePolicy
    self.timeoutInterval = timeoutInterval
  }

  /// The uses of a cache, with the names of Foundation's.
  public enum CachePolicy: UInt, Sendable {
    /// As the protocol says.
    case useProtocolCachePolicy = 0
    /// Not the device's cache.
    case reloadIgnoringLocalCacheData = 1
    /// The cache, else the server.
    case returnCacheDataElseLoad = 2
    /// Only the cache.
    case returnCacheDataDontLoad = 3
    /// No cache at all.
    case reloadIgnoringLocalAndRemoteCacheData = 4
    /// The cache, if the server says that it is valid.
    case reloadRevalidatingCacheData = 5
  }

  /// The method, by default GET; an upload without a method uses PUT.
  public var httpMethod: String? {
    get { method ?? "GET" }
    set { method = newValue }
  }

  // MARK: Headers

  /// The headers; `nil` if there are none.
  public var allHTTPHeaderFields: [String: String]? {
    get {
      fields.isEmpty ? nil : Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }
    set {
      fields = (newValue ?? [:]).sorted { $0.key < $1.key }.map { Field(name: $0, value: $1) }
    }
  }

  /// Returns the value of a header, ignoring case; `nil` if there is none.
  public func value(forHTTPHeaderField field: String) -> String? {
    fields.first { $0.isNamed(field) }?.value
  }

  /// Sets a header, and replaces one with the same name; `nil` removes it.
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    let place = fields.firstIndex { $0.isNamed(field) }
    switch (value, place) {
    case (let value?, let place?): fields[place] = Field(name: field, value: value)
    case (let value?, nil): fields.append(Field(name: field, value: value))
    case (nil, let place?): fields.remove(at: place)
    case (nil, nil): break
    }
  }

  /// Adds a value to a header, after a comma if the header exists.
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {
    let earlier = self.value(forHTTPHeaderField: field)
    setValue(earlier.map { "\($0),\(value)" } ?? value, forHTTPHeaderField: field)
  }
}
