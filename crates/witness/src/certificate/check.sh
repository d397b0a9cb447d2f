#!/bin/sh
# Checks a proof that invar has written down, without invar.
#
#   ./check.sh            asks every solver on PATH: z3, cvc5, yices-smt2, bitwuzla, mathsat
#   ./check.sh z3 cvc5    asks these
#
# SECONDS_EACH=60 is the time for one question to one solver. Every obligation must be `unsat` for one solver at least and
# `sat` for none. Exit codes: 0 the proof is confirmed; 1 it is not: an obligation has a model, or the folder is not what
# its index says; 2 an obligation was not decided, or there is no solver.
set -u
cd "$(dirname "$0")" || exit 2
seconds=${SECONDS_EACH:-60}

refuse() {
    printf 'refused: %s\n' "$1"
    exit 1
}

digest() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum <"$1" | cut -d ' ' -f 1
    elif command -v shasum >/dev/null 2>&1; then
        shasum -a 256 <"$1" | cut -d ' ' -f 1
    else
        openssl dgst -sha256 <"$1" | sed 's/.* //'
    fi
}

# The files that the index names, one per line: NAME DIGEST.
named() {
    sed -n "s/^{\"$1\":\"\\([A-Za-z0-9._/-]*\\)\",\"sha256\":\"\\([0-9a-f]*\\)\".*/\\1 \\2/p" index.json
}

# What must be as it was when the proof was written down.
compare() {
    named "$1" | while read -r name wanted; do
        [ -f "$name" ] || refuse "$name is missing"
        [ "$(digest "$name")" = "$wanted" ] || refuse "$name is not the file that the index names"
    done || exit 1
}

if command -v timeout >/dev/null 2>&1; then
    limited="timeout $seconds"
else
    limited=
fi

ask() {
    case $1 in
    z3) options="-in -smt2" ;;
    cvc5) options="--lang=smt2 --fp-exp" ;;
    *) options= ;;
    esac
    # Words, not names of files.
    # shellcheck disable=SC2086
    $limited "$1" $options <"$2" 2>&1
}

# One word for what a solver says. One that does not understand all of a file has decided nothing.
answer() {
    said=$(ask "$1" "$2")
    case $said in
    *rror*) echo error ;;
    *) printf '%s\n' "$said" | grep -x -E 'sat|unsat|unknown' | head -n 1 | grep . || echo none ;;
    esac
}

[ -f index.json ] || refuse "index.json is missing"
count=$(sed -n 's/^"obligation_count":\([0-9]*\),*$/\1/p' index.json)
names=$(named file | cut -d ' ' -f 1)
[ "$count" = "$(named file | wc -l | tr -d ' ')" ] || refuse "the index does not list as many obligations as it says"
[ "$count" = "$(find obligations -type f | wc -l | tr -d ' ')" ] || refuse "there are files that the index does not name, or not all"
[ "$count" = "$(named file | cut -d ' ' -f 1 | sort -u | wc -l | tr -d ' ')" ] || refuse "the index names a file twice"
compare file
compare copy
compare program
for name in $names; do
    [ "$(grep -c '^(check-sat)$' "$name")" = 1 ] || refuse "$name does not ask one question"
done
# An invariant that is assumed must be the one that is shown.
for proof in $(printf '%s\n' $names | sed 's|obligations/\([0-9]*\)-.*|\1|' | sort -u); do
    defined=$(grep -h '^(define-fun .invariant' /dev/null obligations/"$proof"-*.smt2 | sort -u | cut -d ' ' -f 2)
    [ -z "$(printf '%s\n' "$defined" | uniq -d)" ] || refuse "proof $proof means two things by one invariant"
done

if [ "$count" = 0 ]; then
    echo "NOT confirmed: there are no obligations, invar's simplification alone is the proof; program.c may still be checked"
    exit 2
fi

solvers=
for solver in ${*:-z3 cvc5 yices-smt2 bitwuzla mathsat}; do
    if command -v "$solver" >/dev/null 2>&1; then
        solvers="$solvers $solver"
    fi
done
if [ -z "$solvers" ]; then
    echo "no solver: put z3, cvc5, yices-smt2, bitwuzla or mathsat on PATH"
    exit 2
fi

printf '%-52s' obligation
for solver in $solvers; do
    printf ' %-10s' "$solver"
done
printf '\n'
refuted=0
undecided=0
for name in $names; do
    printf '%-52s' "$name"
    decided=no
    for solver in $solvers; do
        word=$(answer "$solver" "$name")
        printf ' %-10s' "$word"
        case $word in
        unsat) decided=yes ;;
        sat) refuted=$((refuted + 1)) ;;
        esac
    done
    printf '\n'
    [ "$decided" = yes ] || undecided=$((undecided + 1))
done
printf 'index.json: sha256 %s\n' "$(digest index.json)"
if [ "$refuted" -gt 0 ]; then
    echo "NOT confirmed: a solver has a model for $refuted of the answers"
    exit 1
fi
if [ "$undecided" -gt 0 ]; then
    echo "NOT confirmed: $undecided of $count obligations were decided by no solver"
    exit 2
fi
echo "confirmed: each of $count obligations is unsat"
