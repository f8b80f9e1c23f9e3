/// A method call.
struct BusCall {
  var destination: String
  var path: String
  var interface: String
  var member: String
  var arguments: [BusValue] = []
}
