import type { Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'

const KEYWORDS =
  'if fi else while do done for then return function select continue until esac elif in'
const BUILTINS = `alias bg bind break builtin caller cd command compgen complete declare dirs disown
  echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout
  popd printf pushd pwd read readonly set shift shopt source suspend test time times trap true type
  typeset ulimit umask unalias unset wait cat tac nl od base32 base64 fmt pr fold head tail split
  csplit wc sum cksum b2sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum sort shuf uniq
  comm ptx tsort cut paste join tr expand unexpand ls dir vdir dircolors cp dd install mv rm shred
  link ln mkdir mkfifo mknod readlink rmdir unlink chown chgrp chmod touch df du stat sync truncate
  echo printf yes false true test expr tee basename dirname pathchk mktemp realpath pwd stty
  printenv tty id logname whoami groups users who date arch nproc uname hostname hostid uptime
  chcon runcon chroot env nice nohup stdbuf timeout kill sleep factor numfmt seq tar awk grep sed
  sudo command mapfile gzip`

const alternatives = (list: string): string =>
  [...new Set(list.trim().split(/\s+/))].sort((a, b) => b.length - a.length).join('|')

// Ruby's `\b` knows the letters of all scripts.
const LETTER = '[\\p{L}\\p{N}_]'
const EDGE = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`
const KEYWORD = new RegExp(`(?<!${LETTER})(?:${alternatives(KEYWORDS)})\\s*${EDGE}`, 'u')
const BUILTIN = new RegExp(
  `(?<![.\\p{L}\\p{N}_])(?:${alternatives(BUILTINS)})\\s*${EDGE}(?![.-])`,
  'u',
)

// The line in hand has no end in a heredoc; its name is written again on a line of its own.
function heredocLine(run: Lexing, text: string): void {
  const name = run.queue[run.queue.length - 1] ?? ''
  const line = text.trimEnd()
  if (line.trim() === name) {
    run.emit('no', text)
    run.queue.pop()
    run.pop()
    return
  }
  // The line end behind it may stand before the name.
  run.emit('sh', line)
  run.at -= text.length - line.length
}

/** Bourne shells. */
export const shell: Grammar = {
  states: {
    root: [
      'include:basic',
      'include:quotes',
      [/`/, 'sb', 'backticks'],
      'include:interpolation',
      'include:data',
    ],
    basic: [
      [/#.*$/, 'c'],
      [KEYWORD, 'k'],
      [/\bcase\b/, 'k', 'case'],
      [BUILTIN, 'nb'],
      [/\.(?=\s)/, 'nb'],
      [/(\w+)(=)/, ['nv', 'o']],
      [/[[\]{}()!=>]/, 'o'],
      [/&&|\|\|/, 'o'],
      [/<<</, 'o'],
      [
        /(<<-?)(\s*)(['"]?)(\\?)(\w+)(\3)/,
        (run, _text, match) => {
          run.emit('o', match[1] ?? '')
          run.emit('', match[2] ?? '')
          run.emit('sh', match[3] ?? '')
          run.emit('sh', match[4] ?? '')
          run.emit('no', match[5] ?? '')
          run.emit('sh', match[6] ?? '')
          run.queue.push(match[5] ?? '')
        },
        'heredoc',
      ],
    ],
    heredoc: [[/\n/, 'sh', 'heredoc_line'], 'include:interpolation', [/[^\n$\\]+|[$\\]/, 'sh']],
    heredoc_line: [
      [
        /[ \t]*(\w+)\s*\n/,
        (run, text) => {
          run.pop()
          heredocLine(run, text)
        },
      ],
      [/(?:)/, '', '#pop'],
    ],
    case: [[/\besac\b/, 'k', '#pop'], [/\|/, 'p'], [/\)/, 'p', 'case_body'], 'include:root'],
    case_body: [[/;[;&]&?/, 'p', '#pop'], [/(?=\besac\b)/, '', '#pop'], 'include:root'],
    quotes: [
      [/\$?"/, 's2', 'double'],
      [/\$'/, 's1', 'ansi'],
      [/'[^']*'?/, 's1'],
    ],
    data: [
      [/\*/, 'k'],
      [/;/, 'p'],
      [/--?\w[\w-]*|--+[\w-]*/, 'nt'],
      [/\s+/, ''],
      [/[^=*\s{}()$"'`;\\<]+/, ''],
      [/\d+(?= |\n)/, 'mi'],
      [/[^$]/, ''],
    ],
    double: [
      [/"/, 's2', '#pop'],
      'include:interpolation',
      [/`/, 'sb', 'backticks'],
      [/[^"`\\$]+/, 's2'],
      [/[\\$]/, 's2'],
    ],
    ansi: [
      [/\\./, 'se'],
      [/[^\\']+/, 's1'],
      [/'/, 's1', '#pop'],
    ],
    interpolation: [
      [/\\.|\\/, 'se'],
      [/\$\(\(/, 'k', 'math'],
      [/\$\(/, 'si', 'parens'],
      [/\$\{#?/, 'k', 'braces'],
      [/\$#?(?:\w+|[^\n"#])/, 'nv'],
    ],
    braces: [
      [/\}/, 'k', '#pop'],
      [/:[-=?+]/, 'k'],
      [/\w+/, 'nv'],
      [/[^}:"'`$\\]+/, 'p'],
      'include:root',
    ],
    parens: [[/\)/, 'si', '#pop'], 'include:root'],
    math: [
      [/\)\)/, 'k', '#pop'],
      [/[-+*/%^|&!]|\*\*|\|\|/, 'o'],
      [/\d+(?:#\w+)?/, 'm'],
      'include:root',
    ],
    backticks: [[/`/, 'sb', '#pop'], 'include:root'],
  },
}
