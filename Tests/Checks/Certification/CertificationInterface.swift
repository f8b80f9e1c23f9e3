import Varlink

/// `org.varlink.certification`, with which implementations of Varlink are tested against each other: each method takes
/// the value that the one before returned.
enum CertificationInterface {
  static let name = "org.varlink.certification"

  static let text = """
    # Each method takes what the one before it returned, and the identifier that Start gave.
    interface org.varlink.certification

    type Interface (
      foo: ?[]?[string](foo, bar, baz),
      anon: (foo: bool, bar: bool)
    )

    type MyType (
      object: object,
      enum: (one, two, three),
      struct: (first: int, second: string),
      array: []string,
      dictionary: [string]string,
      stringset: [string](),
      nullable: ?string,
      nullable_array_struct: ?[](first: int, second: string),
      interface: Interface
    )

    method Start() -> (client_id: string)

    method Test01(client_id: string) -> (bool: bool)

    method Test02(client_id: string, bool: bool) -> (int: int)

    method Test03(client_id: string, int: int) -> (float: float)

    method Test04(client_id: string, float: float) -> (string: string)

    method Test05(client_id: string, string: string) -> (
      bool: bool,
      int: int,
      float: float,
      string: string
    )

    method Test06(client_id: string, bool: bool, int: int, float: float, string: string) -> (
      struct: (bool: bool, int: int, float: float, string: string)
    )

    method Test07(
      client_id: string,
      struct: (bool: bool, int: int, float: float, string: string)
    ) -> (map: [string]string)

    method Test08(client_id: string, map: [string]string) -> (set: [string]())

    method Test09(client_id: string, set: [string]()) -> (mytype: MyType)

    # To be called with "more": there are ten replies.
    method Test10(client_id: string, mytype: MyType) -> (string: string)

    # To be called with "oneway".
    method Test11(client_id: string, last_more_replies: []string) -> ()

    method End(client_id: string) -> (all_ok: bool)

    # The identifier is not one that Start gave.
    error ClientIdError ()

    # The call is not the one that was due.
    error CertificationError (wants: object, got: object)

    """
}

// The values in calls and replies.

struct Started: Codable, Sendable {
  var clientID: String
  private enum CodingKeys: String, CodingKey { case clientID = "client_id" }
}
struct BoolValue: Codable, Sendable { var bool: Bool }
struct IntValue: Codable, Sendable { var int: Int }
struct FloatValue: Codable, Sendable { var float: Double }
struct StringValue: Codable, Sendable { var string: String }
struct StructValue: Codable, Sendable { var `struct`: Everything }
struct MapValue: Codable, Sendable { var map: [String: String] }
struct SetValue: Codable, Sendable { var set: StringSet }
struct MyTypeValue: Codable, Sendable { var mytype: MyType }
struct RepliesValue: Codable, Sendable {
  var replies: [String]
  private enum CodingKeys: String, CodingKey { case replies = "last_more_replies" }
}
struct AllOK: Codable, Sendable {
  var allOK: Bool
  private enum CodingKeys: String, CodingKey { case allOK = "all_ok" }
}

struct Everything: Codable, Sendable, Equatable {
  var bool: Bool
  var int: Int
  var float: Double
  var string: String
}

struct FirstSecond: Codable, Sendable, Equatable {
  var first: Int
  var second: String
}

struct MyType: Codable, Sendable, Equatable {
  enum Choice: String, Codable, Sendable { case one, two, three }

  var object: JSONValue
  var `enum`: Choice
  var `struct`: FirstSecond
  var array: [String]
  var dictionary: [String: String]
  var stringset: StringSet
  var nullable: String?
  var nullableArrayStruct: [FirstSecond]?
  var interface: Interface

  private enum CodingKeys: String, CodingKey {
    case object, `enum`, `struct`, array, dictionary, stringset, nullable, interface
    case nullableArrayStruct = "nullable_array_struct"
  }

  struct Interface: Codable, Sendable, Equatable {
    enum Choice: String, Codable, Sendable { case foo, bar, baz }
    struct Anonymous: Codable, Sendable, Equatable {
      var foo: Bool
      var bar: Bool
    }

    var foo: [[String: Choice]?]?
    var anon: Anonymous
  }
}

/// Parameters with the identifier that each call contains.
struct Identified<Value: Codable & Sendable>: Codable, Sendable {
  var clientID: String
  var value: Value

  private enum CodingKeys: String, CodingKey { case clientID = "client_id" }

  init(_ clientID: String, _ value: Value) {
    self.clientID = clientID
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    clientID = try decoder.container(keyedBy: CodingKeys.self).decode(
      String.self, forKey: .clientID)
    value = try Value(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(clientID, forKey: .clientID)
  }
}

/// The expected parameters and return values of each step.
enum Expected {
  static let everything = Everything(
    bool: false, int: 2, float: Double.pi, string: "a lot of string")
  static let map = ["foo": "Foo", "bar": "Bar"]
  static let set = StringSet(["one", "two", "three"])
  static let replies = (1...10).map { "Reply number \($0)" }
  static let myType = MyType(
    object: [
      "method": "org.varlink.certification.Test09",
      "parameters": ["map": ["foo": "Foo", "bar": "Bar"]],
    ],
    enum: .two, struct: FirstSecond(first: 1, second: "2"), array: ["one", "two", "three"],
    dictionary: map, stringset: set, nullable: nil, nullableArrayStruct: nil,
    interface: .init(
      foo: [nil, ["foo": .foo, "bar": .bar], nil, ["one": .foo, "two": .bar]],
      anon: .init(foo: true, bar: false)))
}
