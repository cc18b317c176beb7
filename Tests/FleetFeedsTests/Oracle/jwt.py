"""Verifies a token (RFC 7519) by openssl, and prints its header and its claims.

usage: jwt.py < {"key": private key in PEM, "token": token}
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile

given = json.load(sys.stdin)
signed, signature = given["token"].rsplit(".", 1)
assert "=" not in given["token"]


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def der(tag, content):
    return bytes([tag, len(content)]) + content


def integer(digits):
    number = int.from_bytes(digits, "big")
    return der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


raw = decoded(signature)
assert len(raw) == 64
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "key").write_text(given["key"])
    (folder / "signature").write_bytes(der(0x30, integer(raw[:32]) + integer(raw[32:])))
    openssl = ["openssl", "dgst", "-sha256", "-prverify", folder / "key", "-signature", folder / "signature"]
    subprocess.run(openssl, input=signed.encode(), check=True, stdout=sys.stderr)
print(json.dumps([json.loads(decoded(part)) for part in signed.split(".")]))
