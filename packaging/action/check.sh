#!/usr/bin/env bash
# Second step of the Action: checks each file and writes one SARIF file for it; or, with INVAR_PROJECT=true, what
# invar.toml lists, with a summary of the job.
#
# Reads INVAR_FILES, INVAR_PROJECT, INVAR_ARGS, INVAR_FAIL_ON; sets the outputs `verdict` and `sarif`. Fails if a file is
# unsafe or cannot be read, and with INVAR_FAIL_ON=unknown also if one is not decided. A project fails with a new violation
# or a lost proof.
set -euo pipefail

sarif=${RUNNER_TEMP:?}/invar-sarif
rm -rf "$sarif"
mkdir -p "$sarif"
read -r -a arguments <<<"${INVAR_ARGS-}"
if [ "${INVAR_PROJECT:-false}" = true ]; then
    code=0
    invar ci "${arguments[@]}" --sarif "$sarif/project.sarif" --summary "$RUNNER_TEMP/invar.md" || code=$?
    case $code in
    0) verdict=safe ;;
    1) verdict=unsafe ;;
    3) verdict=unknown ;;
    *) verdict=error ;;
    esac
    echo "verdict=$verdict" >>"$GITHUB_OUTPUT"
    [ ! -s "$sarif/project.sarif" ] || echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
    [ ! -s "$RUNNER_TEMP/invar.md" ] || cat "$RUNNER_TEMP/invar.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
    exit "$code"
fi
files=()
while read -r -a line; do files+=("${line[@]}"); done <<<"$INVAR_FILES"
if [ ${#files[@]} -eq 0 ]; then
    echo "::error::the input 'files' names no file"
    exit 2
fi

worst=safe
rank() {
    case $1 in
    safe) echo 0 ;;
    unknown) echo 1 ;;
    unsafe) echo 2 ;;
    *) echo 3 ;;
    esac
}

for index in "${!files[@]}"; do
    file=${files[$index]}
    code=0
    echo "::group::invar check $file"
    invar check "$file" "${arguments[@]}" --sarif "$sarif/$index.sarif" || code=$?
    echo "::endgroup::"
    case $code in
    0) verdict=safe ;;
    1) verdict=unsafe ;;
    3) verdict=unknown ;;
    *) verdict=error ;;
    esac
    echo "$file: $verdict"
    [ "$(rank $verdict)" -le "$(rank $worst)" ] || worst=$verdict
done

echo "verdict=$worst" >>"$GITHUB_OUTPUT"
# Without a file there is nothing to upload.
[ -z "$(ls -A "$sarif")" ] || echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
case $worst/${INVAR_FAIL_ON:-unsafe} in
safe/* | unknown/unsafe) ;;
*) exit 1 ;;
esac
