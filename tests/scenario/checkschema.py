#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""checkschema.py SCHEMA FILE…: a line for each YAML file: "accepted", or the first reason why the JSON Schema refuses it."""
import json
import sys

import jsonschema
import yaml


class TextLoader(yaml.SafeLoader):
    """The format's scalars are texts: 3.9 is a version, and a moment is checked by its letters."""


for tag in ("int", "float", "bool", "timestamp"):
    TextLoader.add_constructor("tag:yaml.org,2002:" + tag, lambda loader, node: loader.construct_scalar(node))

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        document = yaml.load(file, Loader=TextLoader)
    error = next(validator.iter_errors(document), None)
    if error is None:
        print("accepted")
    else:
        print("/".join(map(str, error.absolute_path)) + ": " + error.message[:200].replace("\n", " "))
