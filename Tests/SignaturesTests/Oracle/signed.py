"""Makes keys, and signs a message with each: prints {name: {algorithm, parameters, signature}} in hexadecimal digits.

usage: signed.py < message
"""

import json
import sys

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

message = sys.stdin.buffer.read()


def digits(number, count=0):
    return number.to_bytes(count or (number.bit_length() + 7) // 8, "big").hex()


def rsa_key(bits, exponent=65537):
    key = rsa.generate_private_key(exponent, bits)
    numbers = key.public_key().public_numbers()
    return {"algorithm": "RS256", "parameters": [digits(numbers.n), digits(numbers.e)],
            "signature": key.sign(message, padding.PKCS1v15(), SHA256()).hex()}


def p256_key():
    key = ec.generate_private_key(ec.SECP256R1())
    numbers = key.public_key().public_numbers()
    r, s = utils.decode_dss_signature(key.sign(message, ec.ECDSA(SHA256())))
    return {"algorithm": "ES256", "parameters": [digits(numbers.x, 32), digits(numbers.y, 32)],
            "signature": digits(r, 32) + digits(s, 32)}


def ed25519_key():
    key = ed25519.Ed25519PrivateKey.generate()
    return {"algorithm": "EdDSA",
            "parameters": [key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()],
            "signature": key.sign(message).hex()}


print(json.dumps({
    "RSA with 2048 bits": rsa_key(2048), "RSA with 3072 bits": rsa_key(3072), "RSA with exponent 3": rsa_key(2048, 3),
    "RSA with 1024 bits": rsa_key(1024), "P-256": p256_key(), "Ed25519": ed25519_key()}))
