#!/bin/bash
# A table of tasks as an array of jobs:
#
#   TASKS=tasks.csv OUT=results sbatch --array=1-16 slurm.sh [options of invar bench]
#   invar bench --tasks tasks.csv --merge results/* --out merged
#
# OUT is a folder that all machines see. Jobs that were ended go on where they stopped when they are queued again.
#SBATCH --job-name=invar
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
#SBATCH --mem=5G
#SBATCH --time=12:00:00
#SBATCH --requeue
set -euo pipefail

: "${TASKS:=tasks.csv}" "${OUT:=results}"
shard=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
exec invar bench --tasks "$TASKS" --shard "$shard/$SLURM_ARRAY_TASK_COUNT" --out "$OUT/$shard" "$@"
