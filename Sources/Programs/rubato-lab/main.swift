import Verbs

// rubatoctl has read the arguments, and they are read again here.
Rubatoctl.perform { command in
  guard let verb = command as? any LaboratoryWork else {
    throw Failure.usage("rubato-lab is started by rubatoctl; use rubatoctl")
  }
  try verb.perform()
}
