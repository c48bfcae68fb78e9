import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

const names = words('nx', {
  kr: 'BEGIN END',
  kc: 'ARGC ARGV CONVFMT ENVIRON FILENAME FNR FS NF NR OFMT OFS ORS RS SUBSEP',
  nb: `atan2 cos exp gsub index int length log match rand sin split sprintf sqrt srand sub substr
    system tolower toupper`,
})
const KEYWORDS =
  /(?:break|continue|delete|do|else|exit|for|getline|if|next|nextfile|print|printf|return|while)(?!\w)/

/** AWK. */
export const awk: Grammar = {
  states: {
    space: [
      [/\s+/, ''],
      [/#.*$/, 'c1'],
    ],
    root: [
      'include:space',
      [/(?:[-<>+*/%^!=]=?|in\b|\+\+|--|\|)|&&|\|\||~!?/, 'o', 'operand'],
      [/[([,]/, 'p', 'operand'],
      [/;/, 'p', 'statement'],
      [/[)\].]/, 'p'],
      [/\?/, 'p', ['ternary', 'operand']],
      [/[{}]/, 'p', 'statement'],
      [KEYWORDS, 'k', 'operand'],
      [/function(?!\w)/, 'kd', 'operand'],
      [/\$\w*/, 'nv'],
      [/[a-zA-Z_]\w*/, names],
      [/\d+\.\d+/, 'mf'],
      [/\d+/, 'mi'],
      [closed(/"/, /(?:\\[^]|[^"\\])*"/), 's2'],
      [/:/, 'p'],
    ],
    // Where an operand is due, a slash begins a pattern.
    operand: ['include:space', [/\//, 'sr', ['#pop', 'regex']], [/(?:)/, '', '#pop']],
    statement: [[/[{}]/, 'p'], 'include:operand'],
    ternary: [[/:/, 'p', ['#pop', 'operand']], 'include:root'],
    regex: [
      [/\//, 'sr', '#pop'],
      [/[^/]\n|\n/, 'err', '#pop'],
      [/\[\^?/, 'se', 'group'],
      [/\\.|\(\?[:=<!]|\{[\d,]+\}|[()?]/, 'se'],
      [/./, 'sr'],
    ],
    group: [
      [/\//, 'se'],
      [/[^/]\n/, 'err', '#pop:2'],
      [/\]/, 'se', '#pop'],
      [/\\./, 'se'],
      [/./, 'sr'],
    ],
  },
}
