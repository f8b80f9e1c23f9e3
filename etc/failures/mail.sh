#!/bin/sh
# Mails a description of the failure with sendmail(1), to the owner of the request or to the given addresses:
#   rubatoctl submit --on-failure-command '/usr/local/bin/rubato-mail' ...
#   rubatoctl submit --on-failure-command '/usr/local/bin/rubato-mail admin@example.org' ...
set -eu
PATH=$PATH:/usr/sbin:/usr/lib

id=${RUBATO_FAILED_APP:+$RUBATO_FAILED_APP/}$RUBATO_FAILED_ID
[ "$#" -gt 0 ] || set -- "$(id -un)"
# The reader of the mail needs a command that reaches the daemon of this request.
case $RUBATO_SOCKET in
  /run/rubato/*) command=rubatoctl ;;
  "/run/user/$(id -u)/"*) command='rubatoctl --user' ;;
  *) command="rubatoctl --socket $RUBATO_SOCKET" ;;
esac
if [ "$RUBATO_FAILED_FINAL" = yes ]; then what='has failed' then="$command list --failed"; else what='failed, and is retried' then="$command explain $id"; fi

{
  printf 'To: %s\n' "$(printf '%s, ' "$@" | sed 's/, $//')"
  printf 'Subject: %s on %s %s\n' "$id" "$(uname -n)" "$what"
  printf 'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nAuto-Submitted: auto-generated\n\n'
  printf '%s %s.\n\n' "$id" "$what"
  printf 'outcome   %s%s%s\n' "$RUBATO_FAILED_OUTCOME" "${RUBATO_FAILED_EXIT:+, exit $RUBATO_FAILED_EXIT}" \
    "${RUBATO_FAILED_SIGNAL:+, signal $RUBATO_FAILED_SIGNAL}"
  printf 'run       %s\nattempts  %s\n' "$RUBATO_FAILED_RUN" "$RUBATO_FAILED_ATTEMPTS"
  [ -z "$RUBATO_FAILED_MESSAGE" ] || printf 'because   %s\n' "$RUBATO_FAILED_MESSAGE"
  [ -z "$RUBATO_FAILED_OUTPUT" ] || printf '\nIts last output:\n\n%s\n' "$RUBATO_FAILED_OUTPUT"
  printf '\nMore: %s logs --run %s; %s\n' "$command" "$RUBATO_FAILED_RUN" "$then"
} | sendmail -i -- "$@"
