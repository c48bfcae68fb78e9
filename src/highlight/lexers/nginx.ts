import type { Grammar } from '../grammar.js'

const WORD = /[^\s;#{}$(]+/

/** Configuration of nginx. */
export const nginx: Grammar = {
  states: {
    root: [
      [/(include)(\s+)([^\s;]+)/, ['k', '', 'n']],
      [WORD, 'k', 'statement'],
      'include:space',
      [/[;{$(]/, ''],
    ],
    block: [[/\}/, 'p', '#pop'], [WORD, 'kn', 'statement'], 'include:space', [/[;{$(]/, '']],
    space: [
      [/\s+/, ''],
      [/#[^\n]*/, 'c1'],
    ],
    statement: [
      [/;/, 'p', '#pop'],
      [/\{/, 'p', ['#pop', 'block']],
      'include:space',
      [/\$[a-zA-Z_0-9]\w*/, 'nv'],
      [/(?:on|off)\b/, 'no'],
      [/[a-zA-Z-]+\/[a-zA-Z-]+/, 'nc'],
      [/([a-zA-Z0-9.-]+)(:)(\d+)/, ['nf', 'p', 'mi']],
      [/\d+[kmg]?\b/i, 'mi'],
      [/(~)(\s*)([^\s{]+)/, ['p', '', 'sr']],
      [/[:=~]/, 'p'],
      [/\/[^\s;$(){}'"]*/, 'n'],
      [/[^\s;{}$#\\]+/, 's'],
      [/\$/, ''],
    ],
  },
}
