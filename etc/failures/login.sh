# Tells at login that background work has failed. For all users: copy it to /etc/profile.d/rubato-failures.sh.
# For yourself: append it to ~/.profile. A daemon that does not answer delays no login, and shells without a user in
# front of them, as of scripts, scp and cron, are told nothing.
case $- in
  *i*)
    if command -v rubatoctl >/dev/null 2>&1; then
      timeout 2 rubatoctl status >/dev/null 2>&1
      if [ "$?" -eq 1 ]; then
        echo 'Background work has failed or is overdue: `rubatoctl status` says which.' >&2
      fi
      # Your own daemon, where you have one.
      if [ -S "${XDG_RUNTIME_DIR:-}/rubato/io.rubato.Scheduler" ]; then
        timeout 2 rubatoctl --user status >/dev/null 2>&1
        if [ "$?" -eq 1 ]; then
          echo 'Background work of yours has failed or is overdue: `rubatoctl --user status` says which.' >&2
        fi
      fi
    fi
    ;;
esac
