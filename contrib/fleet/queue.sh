#!/bin/bash
# A queue and its workers on one machine, to try it out:
#
#   queue.sh FOLDER FILE.c... [options of invar submit]
#
# Starts a Redis on loopback with its data in FOLDER, submits the files, has WORKERS workers (2) take them, and prints the
# results. On several machines the same commands run apart, with a broker and a store that all of them reach.
set -euo pipefail

folder=$1
shift
mkdir -p "$folder/redis"
port=${PORT:-6399}
redis-server --port "$port" --bind 127.0.0.1 --dir "$folder/redis" --appendonly yes --save '' >"$folder/redis.log" &
redis=$!
trap 'kill $redis; wait $redis || true' EXIT
until redis-cli -p "$port" ping >/dev/null 2>&1; do sleep 0.1; done

site=(--broker "redis://127.0.0.1:$port" --store "$folder/store")
invar submit "${site[@]}" --batch try "$@"
for number in $(seq "${WORKERS:-2}"); do
    invar worker "${site[@]}" --idle-exit 1s --log json 2>"$folder/worker-$number.log" &
done
invar collect --store "$folder/store" --batch try --wait
