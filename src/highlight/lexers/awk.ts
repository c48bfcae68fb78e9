import { words, type Grammar } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'

const names = words('nx', {
  k: 'break continue delete do else exit for getline if next nextfile print printf return while',
  kd: 'function',
  kr: 'BEGIN END',
  kc: 'ARGC ARGV CONVFMT ENVIRON FILENAME FNR FS NF NR OFMT OFS ORS RS SUBSEP',
  nb: `atan2 cos exp gsub index int length log match rand sin split sprintf sqrt srand sub substr
    system tolower toupper`,
  o: 'in',
})

/** AWK. */
export const awk: Grammar = {
  start: (run) => run.push('operand'),
  states: {
    root: [
      [/\s+/, ''],
      [/#.*$/, 'c1'],
      [/[-+*%^~!=<>&|]+|\//, 'o', 'operand'],
      [/[[({};,?:.]/, 'p', 'operand'],
      [/[\])]/, 'p'],
      [/\$\w*/, 'nv'],
      [
        /(?:break|continue|delete|do|else|exit|for|function|getline|if|in|next|nextfile)\b/,
        names,
        'operand',
      ],
      [/(?:print|printf|return|while)\b/, names, 'operand'],
      [/[A-Za-z_]\w*/, names],
      [/\d+\.\d+/, 'mf'],
      [/\d+/, 'mi'],
      [closed(/"/, /(?:\\[^]|[^"\\])*"/), 's2'],
    ],
    operand: [
      [/\s+/, ''],
      [/#.*$/, 'c1'],
      [closedOnLine(/\//, /(?=(?:\\.|\[[^\]\n]*\]|[^/\\[\n])*\/)/), 'sr', ['#pop', 'regex']],
      [/(?:)/, '', '#pop'],
    ],
    regex: [
      [/\//, 'sr', '#pop'],
      [/\\.|\[(?:\\.|[^\]\\\n])*\]/, 'se'],
      [/[^/\\[\n]+/, 'sr'],
      [/\n/, 'err', '#pop'],
    ],
  },
}
