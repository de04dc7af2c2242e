#!/usr/bin/env bash
# Made the certificates beside it, for a hundred years from 2026; they are good for nothing but the tests.
#
# The authorities `ca` and `other_ca`; of the first, servers' certificates for 127.0.0.1 (`server`, `expired`) and for
# kubernetes.example (`named`), and clients': `ann`, whose key is in SEC 1, and `bob`, whose key is in PKCS #1; of the
# second, the client `stranger`. The client `renewed` has the key of `ann`, and is its own authority.
#
# Cases of the field, of the authority `ca` unless said otherwise. Servers for 127.0.0.1 and localhost: below an
# intermediate authority (`below`, of `middle`; `chain` has both), which are their own authority (`self_ca`,
# `self_leaf`), or one (`ca_server`), not valid yet (`future`), of an authority that has expired (`of_old`, of `old`),
# with localhost as their subject alone (`cn_only`), signed by a server that may not (`forged`, by `leaf`), and signed
# by another in the name of `ca`, in version 1 (`forged_v1`). Clients of version 1 (`v1`), with an unknown critical
# extension (`critical`), with keys that are small (`rsa1024`) or of odd types (`pss`, `secp256k1`), and expired
# (`late`). `names` has names of each kind.
set -euo pipefail
cd "$(dirname "$0")"
pkcs8() { openssl ecparam -name "${2:-prime256v1}" -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1.key"; }
certificate() { # NAME AUTHORITY SUBJECT FROM TO EXTENSION...: without an extension, of version 1
  mkdir -p issued && : > issued/index && openssl rand -hex 8 > issued/serial
  openssl req -new -key "$1.key" -subj "$3" -out "$1.csr"
  local by=(-cert "$2.crt" -keyfile "$2.key") extensions=()
  [ "$1" != "$2" ] || by=(-selfsign -keyfile "$2.key")
  [ $# -lt 6 ] || { printf '%s\n' "${@:6}" > issued/extensions; extensions=(-extfile issued/extensions); }
  openssl ca -batch -notext -in "$1.csr" -out "$1.crt" "${by[@]}" -startdate "$4" -enddate "$5" "${extensions[@]}" -config <(
    printf '%s\n' "[ca]" "default_ca=c" "[c]" "database=issued/index" "serial=issued/serial" "new_certs_dir=issued" \
      "default_md=sha256" "policy=p" "[p]" "organizationName=optional" "commonName=supplied"
  )
}
good=(20260101000000Z 21260101000000Z)
past=(20200101000000Z 20200102000000Z)
authority=("basicConstraints=critical,CA:TRUE" "keyUsage=critical,keyCertSign,cRLSign")
own=("basicConstraints=critical,CA:FALSE" "keyUsage=critical,digitalSignature")
client=("${own[@]}" "extendedKeyUsage=clientAuth")
local=("${own[@]}" "extendedKeyUsage=serverAuth" "subjectAltName=IP:127.0.0.1,DNS:localhost")
for name in ca other_ca; do
  pkcs8 $name && certificate $name $name "/CN=Kubecast test authority $name" "${good[@]}" "${authority[@]}"
done
pkcs8 server && certificate server ca /CN=127.0.0.1 "${good[@]}" "${local[@]}"
pkcs8 expired && certificate expired ca /CN=127.0.0.1 "${past[@]}" "${local[@]}"
pkcs8 named
certificate named ca /CN=kubernetes "${good[@]}" "${own[@]}" "extendedKeyUsage=serverAuth" "subjectAltName=DNS:kubernetes.example"
openssl ecparam -name prime256v1 -genkey -out ann.key
certificate ann ca /O=team/CN=ann "${good[@]}" "${client[@]}"
cp ann.key renewed.key && certificate renewed renewed /O=team/CN=renewed "${good[@]}" "${client[@]}"
openssl genrsa -traditional -out bob.key 2048
certificate bob ca /O=team/CN=bob "${good[@]}" "${client[@]}"
pkcs8 stranger && certificate stranger other_ca /O=team/CN=ann "${good[@]}" "${client[@]}"

pkcs8 middle && certificate middle ca /CN=middle "${good[@]}" "${authority[@]}"
pkcs8 below && certificate below middle /CN=below "${good[@]}" "${local[@]}"
cat below.crt middle.crt > chain.crt && cp below.key chain.key
pkcs8 self_ca && certificate self_ca self_ca /CN=self_ca "${good[@]}" "basicConstraints=critical,CA:TRUE" "${local[3]}"
pkcs8 self_leaf && certificate self_leaf self_leaf /CN=self_leaf "${good[@]}" "basicConstraints=critical,CA:FALSE" "${local[3]}"
pkcs8 ca_server && certificate ca_server ca /CN=ca_server "${good[@]}" "basicConstraints=critical,CA:TRUE" "${local[3]}"
pkcs8 future && certificate future ca /CN=future 21000101000000Z 21100101000000Z "${local[@]}"
pkcs8 old && certificate old old /CN=old "${good[@]}" "${authority[@]}"
pkcs8 of_old && certificate of_old old /CN=of_old "${good[@]}" "${local[@]}"
certificate old old /CN=old "${past[@]}" "${authority[@]}"
pkcs8 cn_only && certificate cn_only ca /CN=localhost "${good[@]}" "${own[@]}" "extendedKeyUsage=serverAuth"
pkcs8 leaf && certificate leaf ca /CN=leaf "${good[@]}" "${local[@]}"
cat leaf.crt ca.crt > leaf_ca.crt
pkcs8 forged && certificate forged leaf /CN=forged "${good[@]}" "${local[@]}"
pkcs8 fake && certificate fake fake "/CN=Kubecast test authority ca" "${good[@]}" "${authority[@]}"
pkcs8 forged_v1 && certificate forged_v1 fake /CN=localhost "${good[@]}"
pkcs8 v1 && certificate v1 ca /O=team/CN=v1 "${good[@]}"
pkcs8 critical && certificate critical ca /O=team/CN=critical "${good[@]}" "1.2.3.4.5=critical,ASN1:UTF8String:x"
openssl genrsa -out rsa1024.key 1024
openssl genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048 -out pss.key
pkcs8 secp256k1 secp256k1
pkcs8 names
certificate names names /CN=names "${good[@]}" "${own[0]}" "subjectAltName=IP:192.0.2.1,IP:::1,IP:fd00::1:2,DNS:*.shop.example"
for name in rsa1024 pss secp256k1; do certificate $name ca /O=team/CN=$name "${good[@]}" "${client[@]}"; done
pkcs8 late && certificate late ca /O=team/CN=late "${past[@]}" "${client[@]}"
rm -rf ./*.csr issued fake.* {ca,other_ca,middle,old,names,renewed}.key
