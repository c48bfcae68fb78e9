import type { Grammar } from './grammar.js'
import { css } from './lexers/css.js'
import { html, xml } from './lexers/html.js'
import { javascript } from './lexers/javascript.js'
import { json, jsonDoc } from './lexers/json.js'
import { plaintext } from './lexers/plaintext.js'
import { ruby } from './lexers/ruby.js'
import { shell } from './lexers/shell.js'
import { yaml } from './lexers/yaml.js'

/** Lexers by the language's own name. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  css,
  html,
  javascript,
  json,
  'json-doc': jsonDoc,
  plaintext,
  ruby,
  shell,
  xml,
  yaml,
}
