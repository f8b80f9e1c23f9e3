# Prints a notice at login if work has failed or is overdue, or if a policy or task file is invalid. For all users: copy
# this file to /etc/profile.d/rubato-failures.sh. For yourself: append it to ~/.profile. A daemon that does not answer
# delays the login by at most two seconds. Only interactive shells print the notice, so scripts, scp and cron do not.
case $- in
  *i*)
    if command -v rubatoctl >/dev/null 2>&1; then
      timeout 2 rubatoctl status >/dev/null 2>&1
      if [ "$?" -eq 1 ]; then
        echo 'Background work has failed or is overdue, or a policy or task file is invalid;' \
          'run `rubatoctl status`.' >&2
      fi
      # Your own daemon, if it is running.
      if [ -S "${XDG_RUNTIME_DIR:-}/rubato/io.rubato.Scheduler" ]; then
        timeout 2 rubatoctl --user status >/dev/null 2>&1
        if [ "$?" -eq 1 ]; then
          echo 'Background work of your own daemon has failed or is overdue, or its policy or a task file is invalid;' \
            'run `rubatoctl --user status`.' >&2
        fi
      fi
    fi
    ;;
esac
