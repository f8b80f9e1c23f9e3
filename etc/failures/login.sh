# Tells at login that background work has failed. For all users: copy it to /etc/profile.d/rubato-failures.sh.
# For yourself: append it to ~/.profile. A daemon that does not answer delays no login.
if command -v rubatoctl >/dev/null 2>&1; then
  timeout 2 rubatoctl status >/dev/null 2>&1
  if [ "$?" -eq 1 ]; then
    echo 'Background work has failed or is overdue: `rubatoctl status` says which.'
  fi
fi
