import ArgumentParser
import Verbs

Rubatoctl.perform { command in try command.run() }
