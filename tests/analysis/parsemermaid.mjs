// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a sequence diagram with Mermaid's own parser and prints what it understood as JSON: texts as a reader sees them.
// Exit status 3: the packages mermaid and jsdom are not where Node looks for them (NODE_PATH).
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
let paths;
try {
    paths = ['jsdom', 'mermaid'].map((name) => pathToFileURL(require.resolve(name)));
} catch {
    process.exit(3);
}
const { JSDOM } = await import(paths[0]);
const { window } = new JSDOM('<!DOCTYPE html>');
globalThis.window = window;
globalThis.document = window.document;
const mermaid = (await import(paths[1])).default;

const text = readFileSync(0, 'utf8');
await mermaid.parse(text);
const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
// The parser keeps characters by number in a form of its own until it draws.
const shown = (s) => s.replace(/ﬂ°°(\d+)¶ß/g, (_, n) => String.fromCodePoint(n));
console.log(JSON.stringify({
    title: shown(db.getAccTitle()),
    description: shown(db.getAccDescription()),
    hosts: [...db.getActors().values()].map((actor) => shown(actor.description)),
    texts: db.getMessages().map((message) => shown(message.message)),
}));
