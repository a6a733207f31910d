#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""checkschema.py SCHEMA FILE: prints nothing if a JSON Schema accepts a YAML file, else the first reason why not."""
import json, sys
import yaml, jsonschema
class TextLoader(yaml.SafeLoader):
    pass
def text(loader, node):
    return loader.construct_scalar(node)
# The format's scalars are texts: "3.9" is a version, "1" a number that the schema describes by its digits.
for tag in ('int', 'float', 'bool', 'timestamp'):
    TextLoader.add_constructor('tag:yaml.org,2002:' + tag, text)
schema = json.load(open(sys.argv[1], encoding='utf-8'))
jsonschema.Draft202012Validator.check_schema(schema)
document = yaml.load(open(sys.argv[2], encoding='utf-8'), Loader=TextLoader)
error = next(iter(jsonschema.Draft202012Validator(schema).iter_errors(document)), None)
print('' if error is None else '/'.join(map(str, error.absolute_path)) + ': ' + error.message[:300])
