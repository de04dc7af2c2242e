#!/usr/bin/env bash
# Made the certificates beside it, for a hundred years; they are good for nothing but the tests. The authorities `ca` and
# `other_ca`; of the first, servers' certificates for 127.0.0.1 (`server`, `expired`) and for kubernetes.example (`named`),
# and clients': `ann`, whose key is in SEC 1, and `bob`, whose key is in PKCS #1; of the second, the client `stranger`.
set -euo pipefail
cd "$(dirname "$0")"
pkcs8() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1.key"; }
authority() {
  pkcs8 "$1"
  openssl req -x509 -new -key "$1.key" -subj "/CN=Kubecast test authority $1" -days 36500 -out "$1.crt" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign"
}
certificate() { # NAME AUTHORITY SUBJECT FROM TO EXTENSION...
  mkdir -p issued && : > issued/index && openssl rand -hex 8 > issued/serial
  openssl req -new -key "$1.key" -subj "$3" -out "$1.csr"
  openssl ca -batch -notext -in "$1.csr" -out "$1.crt" -cert "$2.crt" -keyfile "$2.key" -startdate "$4" -enddate "$5" \
    -config <(
      printf '%s\n' "[ca]" "default_ca=c" "[c]" "database=issued/index" "serial=issued/serial" "new_certs_dir=issued" \
        "default_md=sha256" "policy=p" "[p]" "organizationName=optional" "commonName=supplied"
    ) -extfile <(printf '%s\n' "basicConstraints=critical,CA:FALSE" "keyUsage=critical,digitalSignature" "${@:6}")
}
good=(20260101000000Z 21260101000000Z)
local=("extendedKeyUsage=serverAuth" "subjectAltName=IP:127.0.0.1,DNS:localhost")
authority ca
authority other_ca
pkcs8 server && certificate server ca /CN=127.0.0.1 "${good[@]}" "${local[@]}"
pkcs8 expired && certificate expired ca /CN=127.0.0.1 20200101000000Z 20200102000000Z "${local[@]}"
pkcs8 named
certificate named ca /CN=kubernetes "${good[@]}" "extendedKeyUsage=serverAuth" "subjectAltName=DNS:kubernetes.example"
openssl ecparam -name prime256v1 -genkey -out ann.key
certificate ann ca /O=team/CN=ann "${good[@]}" "extendedKeyUsage=clientAuth"
openssl genrsa -traditional -out bob.key 2048
certificate bob ca /O=team/CN=bob "${good[@]}" "extendedKeyUsage=clientAuth"
pkcs8 stranger && certificate stranger other_ca /O=team/CN=ann "${good[@]}" "extendedKeyUsage=clientAuth"
rm -rf ./*.csr ./*.srl issued ca.key other_ca.key
