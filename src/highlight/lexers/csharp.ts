import { words, type Grammar, type Rule } from '../grammar.js'
import { CSHARP_WORDS } from '../words/csharp.js'
import { closed, closedOnLine } from '../pattern.js'

const ID = '@?[A-Za-z_]\\w*'
const DIRECTIVES = 'define|elif|else|endif|endregion|error|if|line|pragma|region|undef|warning'

const gaps: readonly Rule[] = [
  [/\s+/, ''],
  [/\/\/.*/, 'c1'],
  [closed(/\/\*/, /.*?\*\//s), 'cm'],
]

/** C#. Names are of ASCII letters; a string ends at the end of its line, raw ones of several lines too. */
export const csharp: Grammar = {
  states: {
    root: [
      ...gaps,
      [/\$\s*"/, 's', 'format'],
      [/\$@\s*"/, 's', 'verbatim_format'],
      [new RegExp(`<\\[\\s*(?:${ID}:)?|\\]>`), 'k'],
      [/[~!%^&*()+=|[\]{}:;,.<>/?-]/, 'p'],
      [closed(/@"/, /(?:""|[^"])*"/), 's'],
      [closedOnLine(/"/, /(?:\\.|\\(?=\n)|[^"\\\n])*["\n]/), 's'],
      [/'(?:\\.|.)'/, 'sc'],
      [/0x[0-9a-f]+[lu]?/i, 'm'],
      [/\d(?:\.\d*)?(?:e[+-]\d+)?[fldu]?/i, 'm'],
      [/\b(?:class|struct|interface)\b/, 'k', 'class'],
      [/\b(?:namespace|using)\b/, 'k', 'namespace'],
      [new RegExp(`^#[ \\t]*(?:${DIRECTIVES})\\b.*\\n`), 'cp'],
      [new RegExp(`${ID}(?=\\s*\\()`), words('nf', CSHARP_WORDS)],
      [new RegExp(ID), words('n', CSHARP_WORDS)],
    ],
    // What is no name is an error up to the next name.
    class: [...gaps, [new RegExp(ID), 'nc', '#pop']],
    namespace: [...gaps, [/(?=\()/, '', '#pop'], [new RegExp(`(?:${ID}|\\.)+`), 'nn', '#pop']],
    format: [
      [/\\./, 's'],
      [/\{/, 'p', 'nested'],
      [/["\n]/, 's', '#pop'],
      [/./, 's'],
    ],
    verbatim_format: [
      [/""/, 's'],
      [/\{/, 'p', 'nested'],
      [/"/, 's', '#pop'],
      [/./, 's'],
    ],
    nested: [[/\{/, 'p', 'nested'], [/\}/, 'p', '#pop'], 'include:root'],
  },
}
