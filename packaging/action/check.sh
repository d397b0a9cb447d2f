#!/usr/bin/env bash
# Second step of the Action: checks each file and writes one SARIF file for it.
#
# Reads INVAR_FILES, INVAR_ARGS, INVAR_FAIL_ON; sets the outputs `verdict` and `sarif`. Fails if a file is
# unsafe or cannot be read, and with INVAR_FAIL_ON=unknown also if one is not decided.
set -euo pipefail

sarif=${RUNNER_TEMP:?}/invar-sarif
rm -rf "$sarif"
mkdir -p "$sarif"
read -r -a arguments <<<"${INVAR_ARGS-}"
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
