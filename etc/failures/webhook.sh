#!/bin/sh
# Posts a description of the failure as JSON to a web address, with curl(1) and jq(1):
#   rubatoctl submit --on-failure-command '/usr/local/bin/rubato-webhook https://example.org/hook' ...
# An address is often a secret, and all users can read the arguments of processes. Without an argument, the address is
# read from ~/.config/rubato/webhook.
set -eu

url=${1:-$(cat "$HOME/.config/rubato/webhook")}

# An empty variable becomes null.
body=$(jq --null-input '
  def text($name): env[$name] | if . == "" then null else . end;
  def number($name): text($name) | if . == null then null else tonumber end;
  {
    id: text("RUBATO_FAILED_ID"), app: text("RUBATO_FAILED_APP"), run: number("RUBATO_FAILED_RUN"),
    outcome: text("RUBATO_FAILED_OUTCOME"), exit: number("RUBATO_FAILED_EXIT"),
    signal: number("RUBATO_FAILED_SIGNAL"), attempts: number("RUBATO_FAILED_ATTEMPTS"),
    final: (env.RUBATO_FAILED_FINAL == "yes"), message: text("RUBATO_FAILED_MESSAGE"),
    output: text("RUBATO_FAILED_OUTPUT")
  }')

# curl reads the address from a file of options, which no other process can read.
printf '%s' "$body" | curl --fail --silent --show-error --max-time 20 --retry 2 --output /dev/null \
  --header 'Content-Type: application/json' --data-binary @- --config /dev/fd/3 3<<END
url = "$url"
END
