#!/usr/bin/env bash
# First step of the Action: unpacks a release archive and makes sure that clang is there.
#
# Reads INVAR_VERSION, INVAR_ARCHIVE, INVAR_REPOSITORY; adds bin/ to GITHUB_PATH.
set -euo pipefail

folder=${RUNNER_TEMP:?}/invar
mkdir -p "$folder"
archive=${INVAR_ARCHIVE-}
if [ -z "$archive" ]; then
    tag=()
    [ "${INVAR_VERSION:-latest}" = latest ] || tag=("v$INVAR_VERSION")
    gh release download "${tag[@]}" --repo "$INVAR_REPOSITORY" --dir "$RUNNER_TEMP" --clobber \
        --pattern 'invar-*-x86_64-linux.tar.gz' --pattern SHA256SUMS
    (cd "$RUNNER_TEMP" && sha256sum --ignore-missing --check --quiet SHA256SUMS)
    archive=$(echo "$RUNNER_TEMP"/invar-*-x86_64-linux.tar.gz)
fi
tar -xzf "$archive" --strip-components=1 -C "$folder"
echo "$folder/bin" >>"$GITHUB_PATH"
if ! compgen -c | grep -qxE 'clang(-(1[4-9]|20))?'; then
    sudo apt-get update -qq
    sudo apt-get install -y -qq --no-install-recommends clang
fi
"$folder/bin/invar" --version
