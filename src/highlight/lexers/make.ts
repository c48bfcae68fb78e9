import type { Grammar, Rule } from '../grammar.js'
import { closed, closedBefore, closedOnLine, oneOf } from '../pattern.js'

const FUNCTIONS =
  oneOf(`abspath addprefix addsuffix and basename call dir error eval file filter filter-out
  findstring firstword flavor foreach if join lastword notdir or origin patsubst realpath shell sort strip subst
  suffix value warning wildcard word wordlist words`)

/** Text of the shell, whose lexer keeps its states from piece to piece. */
const piece = (pattern: RegExp): Rule => [pattern, (run, text) => run.delegate('shell', text)]

/** Makefiles: the states of Rouge's lexer. */
export const make: Grammar = {
  start: (run) => run.restart('shell'),
  states: {
    root: [
      [/\s+/, ''],
      [closedOnLine(/#/, /.*?\n/), 'c'],
      [/([-s]?include)((?:[\t ]+[^\t\n #]+)+)/, ['k', 'sx']],
      [/(ifn?def|ifn?eq)([\t ]+)([^#\n]+)/, ['k', '', 'nv']],
      [/(?:else|endif)[\t ]*(?=[#\n])/, 'k'],
      [
        closedBefore(/[^\w${}()\t -]/g, /(export)([\t ]+)/, /(?=[\w${}()\t -]+\n)/),
        ['k', ''],
        'export',
      ],
      [/export[\t ]+/, 'k'],
      // Where it fails, it fails behind each character of these, too.
      [/(?<![\w${}().-])([\w${}().-]+)([\t ]*)([!?:+]?=)/, ['nv', '', 'o'], 'shell_line'],
      [closed(/"/, /(?:\\[^\n]|[^"\\])*"/), 's2'],
      [closed(/'/, /(?:\\[^\n]|[^'\\])*'/), 's1'],
      [
        closedOnLine(/(?=[^\n:])/, /([^\n:]+)(:+)([ \t]*)/),
        ['nl', 'o', ''],
        ['block_body', 'block_header'],
      ],
    ],
    export: [
      [/[\w${}()-]/, 'nv'],
      [/\n/, '', '#pop'],
      [/[\t ]+/, ''],
    ],
    block_header: [
      [/[^,\\\n#]+/, 'nf'],
      [/,/, 'p'],
      [/#/, 'c'],
      [/\\[^]/, ''],
      [/\n/, '', '#pop'],
    ],
    block_body: [
      [/(ifn?def|ifn?eq)([\t ]+)([^#\n]+)(#[^\n]*)?(\n)/, ['k', '', 'nv', 'c', '']],
      [/(else|endif)([\t ]*)(#[^\n]*)?(\n)/, ['k', '', 'c', '']],
      [/(\t[\t ]*)([@-]?)/, ['', 'p'], 'shell_line'],
      [
        /(?:)/,
        (run) => {
          run.restart('shell')
          run.pop()
        },
      ],
    ],
    shell: [
      [/\$[({][\t ]*\w[\w:=%.]*[\t ]*[)}]/, 'nv'],
      [
        new RegExp(`(\\$[({])([\\t ]*)(${FUNCTIONS})([\\t ]+)`),
        ['nf', '', 'nb', ''],
        'shell_expression',
      ],
      piece(/\\[^]/),
      piece(/[^](?:[^()}\\\n$]|\$(?![({]))*/),
    ],
    shell_expression: [
      [
        /[({]/,
        (run, text) => {
          run.delegate('shell', text)
          run.push('shell_expression')
        },
      ],
      [/[)}]/, 'nf', '#pop'],
      'include:shell',
    ],
    shell_line: [[/\n/, '', '#pop'], 'include:shell'],
  },
}
