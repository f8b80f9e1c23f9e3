import Verbs

// What stands behind its name has been read by rubatoctl, and is read again here.
Rubatoctl.perform { command in
  guard let verb = command as? any LaboratoryWork else {
    throw Failure.usage("rubato-lab is started by rubatoctl; use that")
  }
  try verb.perform()
}
