# Sourced by checks in the root of the tree. has_linter installs a linter with the schemas of workflows into $venv, and
# keeps it for later checks.
venv=.build/recipes.venv
has_linter() {
  [[ -x $venv/bin/check-jsonschema ]] || {
    rm -rf "$venv"
    python3 -m venv "$venv" &&
      "$venv/bin/pip" --quiet --disable-pip-version-check install --requirement Tests/Checks/Workflows/requirements.txt
  }
}
