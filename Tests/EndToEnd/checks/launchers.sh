# The conformance suite of launchers: `swift test` runs these tests with direct children; here they use units of the
# container's systemd. The service is stopped meanwhile, since it would end units that it does not know.

launchers_conform() {
  check 'the service is stopped for the tests of launchers' makes_way
  local group
  for group in Ends Failures Inheritance Users Outputs Steps Stops Freezes KillReports Trees Escapes; do
    check "the launcher of units passes the common tests: $group" conforms "$group"
  done
  check 'the tests of launchers leave no unit behind' leaves_no_unit_behind
  check 'the service starts again after the tests of launchers' comes_back_after_the_tests
}

makes_way() {
  systemctl stop rubatod.socket rubatod.service
  systemctl stop 'rubato-run-*.service'
}

# conforms GROUP: a suite of Tests/Suites/LaunchTests has tests, and all of them pass.
conforms() { RUBATO_TEST_LAUNCHERS=units tests_pass "LauncherTests/$1/" '[1-9][0-9]*'; }

leaves_no_unit_behind() {
  [[ -z $(systemctl list-units --all --plain --no-legend 'rubato-run-*.service') ]]
}

comes_back_after_the_tests() {
  systemctl start rubatod.socket rubatod.service
  answers rubatoctl status
}
