import type { Grammar } from '../grammar.js'

const WORD = /[^\s$;{}()#]+/

/** Configuration of nginx. */
export const nginx: Grammar = {
  states: {
    root: [[/(include)(\s+)([^\s;]+)/, ['k', '', 'n']], [WORD, 'k', 'statement'], 'include:base'],
    block: [[/\}/, 'p', '#pop'], [WORD, 'kn', 'statement'], 'include:base'],
    statement: [[/\{/, 'p', ['#pop', 'block']], [/;/, 'p', '#pop'], 'include:base'],
    base: [
      [/\s+/, ''],
      [/#.*/, 'c1'],
      [/(?:on|off)\b/, 'no'],
      [/\$[a-zA-Z0-9_-]+/, 'nv'],
      [/([a-zA-Z0-9.-]+)(:)([0-9]+)/, ['nf', 'p', 'mi']],
      [/[a-zA-Z-]+\/[a-zA-Z-]+/, 'nc'],
      [/[0-9]+[kmg]?\b/i, 'mi'],
      [/(~)(\s*)([^\s{]+)/, ['p', '', 'sr']],
      [/[:=~]/, 'p'],
      [/\/[^\s$;{}()#]*/, 'n'],
      [/[^#\s;{}$\\]+/, 's'],
      [/[$;]/, ''],
    ],
  },
}
