#!/bin/bash
# job.sh ID BEHAVIOUR [GROUP]: the command of the requests of kills.py. It and all its processes hold the locks of its
# request and of its group until they end, so a second copy at the same time finds a lock taken.
id=$1 behaviour=$2 group=${3:-}

report() { echo "$1 $id ${RUBATO_RUN:-}" >&8; }

take() {
  exec {lock}>"locks/$1"
  flock --nonblock "$lock" || report twice
}

[[ $behaviour != stubborn && $behaviour != leaving ]] || trap '' TERM
exec 8>events
take "$id"
[[ -z $group ]] || take "group-$group"
report began
case $behaviour in
  short) sleep 0.1 ;;
  long | stubborn) sleep 0.5 ;;
  leaving) setsid sleep 0.5 & sleep 0.4 ;;
esac
report ended
