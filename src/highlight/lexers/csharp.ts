import { words, type Grammar } from '../grammar.js'
import { CSHARP_WORDS } from '../words/csharp.js'
import { closed, closedOnLine } from '../pattern.js'

const ID = '@?[\\p{L}_][\\p{L}\\p{N}_]*'
const names = words('n', CSHARP_WORDS)

/** C#. */
export const csharp: Grammar = {
  states: {
    root: [
      [
        /^#\s*(?:if|else|elif|endif|define|undef|line|error|warning|region|endregion|pragma|nullable)\b[^\n]*\n?/,
        'cp',
      ],
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [/(?:class|struct|interface)\b/, 'k', 'class'],
      [/(namespace|using)(\s+)(?!\()/, ['k', ''], 'namespace'],
      [/\$@"|@\$"/, 's', 'verbatim_format'],
      [closed(/@"/, /(?:""|[^"])*"/), 's'],
      [/\$"/, 's', 'format'],
      [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's'],
      [/'(?:\\.[^'\n]*|[^\\'\n])'/, 'sc'],
      [/0x[0-9a-f]+[lu]*/i, 'm'],
      [/\d+(?:_\d+)*(?:\.\d+)?(?:e[+-]?\d+)?[fldum]*/i, 'm'],
      [
        new RegExp(`${ID}(?=\\s*\\()`, 'u'),
        words('nf', { k: CSHARP_WORDS.k, kt: CSHARP_WORDS.kt }),
      ],
      [new RegExp(ID, 'u'), names],
      [/[~!%^&*()+=|[\]{}:;"'<>,.?/-]/, 'p'],
    ],
    // What is no name is an error up to the next name.
    class: [
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [/[\p{L}_][\p{L}\p{N}_]*/u, 'nc', '#pop'],
    ],
    namespace: [
      [/(?=\()/, '', '#pop'],
      [/static\b/, 'k'],
      [/\s+/, ''],
      [/[\p{L}_@][\p{L}\p{N}_.]*/u, 'nn', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    format: [
      [/"/, 's', '#pop'],
      [/\{\{/, 's'],
      [/\{/, 'p', 'interpolation'],
      [/(?:\\.|[^"\\{])+/, 's'],
    ],
    verbatim_format: [
      [/""/, 's'],
      [/"/, 's', '#pop'],
      [/\{\{/, 's'],
      [/\{/, 'p', 'interpolation'],
      [/[^"{]+/, 's'],
    ],
    interpolation: [[/\}/, 'p', '#pop'], 'include:root'],
  },
}
