"""Verifies signatures with ES256, and fails unless all are valid.

usage: verified.py < [{x, y, message, signature}, …] (in hexadecimal digits)
"""

import json
import sys

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

for entry in json.load(sys.stdin):
    raw = bytes.fromhex(entry["signature"])
    assert len(raw) == 64
    key = ec.EllipticCurvePublicNumbers(int(entry["x"], 16), int(entry["y"], 16), ec.SECP256R1()).public_key()
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(signature, bytes.fromhex(entry["message"]), ec.ECDSA(SHA256()))
