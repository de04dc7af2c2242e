#!/usr/bin/env bash
# Made the certificates beside it: two authorities, and a server's certificate for 127.0.0.1 from the first, for a hundred
# years. They are good for nothing but the tests.
set -euo pipefail
cd "$(dirname "$0")"
key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1"; }
authority() {
  key "$1.key"
  openssl req -x509 -new -key "$1.key" -subj "/CN=Kubecast test authority $1" -days 36500 -out "$1.crt" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign"
}
authority ca
authority other_ca
key server.key
openssl req -new -key server.key -subj "/CN=127.0.0.1" -out server.csr
openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 36500 -out server.crt -extfile <(
  printf '%s\n' "basicConstraints=critical,CA:FALSE" "keyUsage=critical,digitalSignature" \
    "extendedKeyUsage=serverAuth" "subjectAltName=IP:127.0.0.1,DNS:localhost"
)
rm -f ./*.csr ./*.srl ca.key other_ca.key
