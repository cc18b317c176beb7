"""Validates a JSON document from standard input against a JSON schema; prints one error per line.

usage: validate.py SCHEMA < DOCUMENT
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    validator = jsonschema.Draft7Validator(json.load(file))
for error in validator.iter_errors(json.load(sys.stdin)):
    print("/".join(map(str, error.absolute_path)) + ": " + error.message)
