#!/bin/sh
# Checks program.c, the program with its loops cut at their invariants, with CBMC: another reading of C.
#
# Run it where invar was run, if the program includes files of its own.
#
#   ./check-c.sh          needs goto-cc, goto-instrument and cbmc on PATH, or in the folder that CBMC names
#
# Exit codes: 0 CBMC confirms it; 1 CBMC does not; 2 it could not be asked.
set -u
folder=$(dirname "$0")
PATH=${CBMC:+$CBMC:}$PATH
for program in goto-cc goto-instrument cbmc; do
    if ! command -v "$program" >/dev/null 2>&1; then
        echo "no $program on PATH"
        exit 2
    fi
done
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# What is undefined and not asked for ends an execution; what is asked for is checked.
all="bounds-check pointer-check div-by-zero-check undefined-shift-check signed-overflow-check"
asked="@ASKED@"
wrapping="@WRAPPING@"
assumed=
checked=
off=--no-pointer-primitive-check
for check in $all; do
    off="$off --no-$check"
    case " $asked " in
    *" $check "*)
        checked="$checked --$check"
        assumed="$assumed --no-$check"
        ;;
    *)
        case " $wrapping " in
        *" $check "*) assumed="$assumed --no-$check" ;;
        *) assumed="$assumed --$check" ;;
        esac
        ;;
    esac
done

step() {
    "$@" >"$work/said" 2>&1 || {
        cat "$work/said"
        echo "not read by $1"
        exit 2
    }
}

# shellcheck disable=SC2086
{
    step goto-cc @MODEL@ @OPTIONS@ "$folder/program.c" -o "$work/read.gb"
    step goto-instrument $off @REMOVED@ "$work/read.gb" "$work/read.gb"
    step goto-instrument --add-library --no-malloc-may-fail --assert-to-assume --no-pointer-primitive-check $assumed "$work/read.gb" "$work/program.gb"
    step goto-instrument $off --generate-function-body '@TARGETS@' \
        --generate-function-body-options assert-false-assume-false "$work/program.gb" "$work/program.gb"
    step goto-instrument $off --generate-function-body '@ENDS@' \
        --generate-function-body-options assume-false "$work/program.gb" "$work/program.gb"
    cbmc --no-standard-checks --no-malloc-may-fail $checked --unwind @UNWIND@ --unwinding-assertions --object-bits 12 \
        "$work/program.gb" >"$work/said" 2>&1
}
grep -E 'FAILURE|no body for|^VERIFICATION' "$work/said"
if grep -q '^VERIFICATION SUCCESSFUL' "$work/said"; then
    exit 0
fi
if grep -q '^VERIFICATION FAILED' "$work/said"; then
    exit 1
fi
tail -n 3 "$work/said"
exit 2
