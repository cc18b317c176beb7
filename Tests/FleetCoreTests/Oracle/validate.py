"""Prints what a JSON document on the standard input has against a JSON schema, a fault a line.

usage: validate.py SCHEMA < DOCUMENT
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    validator = jsonschema.Draft7Validator(json.load(file))
for fault in validator.iter_errors(json.load(sys.stdin)):
    print("/".join(map(str, fault.absolute_path)) + ": " + fault.message)
