#!/bin/bash
# job.sh ID BEHAVIOUR [GROUP]: what kills.py has run. It and all that it starts hold the lock of its
# request, and of its group, as long as they live: two copies at once find it taken.
id=$1 behaviour=$2 group=${3:-}

tell() { echo "$1 $id ${RUBATO_RUN:-}" >&8; }

take() {
  exec {lock}>"locks/$1"
  flock --nonblock "$lock" || tell twice
}

[[ $behaviour != stubborn && $behaviour != leaving ]] || trap '' TERM
exec 8>events
take "$id"
[[ -z $group ]] || take "group-$group"
tell began
case $behaviour in
  short) sleep 0.1 ;;
  long | stubborn) sleep 0.5 ;;
  leaving) setsid sleep 0.5 & sleep 0.4 ;;
esac
tell ended
