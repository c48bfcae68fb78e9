import type { Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { oneOf } from '../pattern.js'

const KEYWORDS =
  'if fi else while do done for then return function select continue until esac elif in'
const BUILTINS = `alias bg bind break builtin caller cd command compgen complete declare dirs disown
  enable eval exec exit export false fc fg getopts hash help history jobs let local logout mapfile
  popd pushd pwd read readonly set shift shopt source suspend test time times trap true type typeset
  ulimit umask unalias unset wait cat tac nl od base32 base64 fmt pr fold head tail split csplit wc
  sum cksum b2sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum sort shuf uniq comm ptx
  tsort cut paste join tr expand unexpand ls dir vdir dircolors cp dd install mv rm shred link ln
  mkdir mkfifo mknod readlink rmdir unlink chown chgrp chmod touch df du stat sync truncate echo
  printf yes expr tee basename dirname pathchk mktemp realpath stty printenv tty id logname whoami
  groups users who date arch nproc uname hostname hostid uptime chcon runcon chroot env nice nohup
  stdbuf timeout kill sleep factor numfmt seq tar grep sudo awk sed gzip gunzip`

// Ruby's `\b` knows the letters of all scripts.
const LETTER = '[\\p{L}\\p{N}_]'
const EDGE = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`
// What stood before is not looked at: behind an escape a word may begin anywhere. White space behind one of these
// is taken as far as a word follows it.
const KEYWORD = new RegExp(`(?:${oneOf(KEYWORDS)})\\s*${EDGE}`, 'u')
const BUILTIN = new RegExp(`(?:${oneOf(BUILTINS)})\\s*${EDGE}(?![.-])`, 'u')

function heredoc(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, mark = '', space = '', quote = '', escape = '', name = '', close = ''] = match
  run.emit('o', mark)
  run.emit('', space)
  run.emit('sh', quote + escape)
  run.emit('no', name)
  run.emit('sh', close)
  run.notes.set('heredoc', name)
  run.push('heredoc')
}

function heredocLine(run: Lexing, text: string, match: RegExpExecArray): void {
  const isEnd = match[1] === run.notes.get('heredoc')
  run.emit(isEnd ? 'no' : 'sh', text)
  if (isEnd) run.pop(2)
}

/** Bourne shells. */
export const shell: Grammar = {
  states: {
    root: [
      [/#.*/, 'c'],
      [KEYWORD, 'k'],
      [/case\b/, 'k', 'case'],
      [BUILTIN, 'nb'],
      [/\.(?=\s)/, 'nb'],
      [/(\w+)(=)/, ['nv', 'o']],
      [/[[\]{}()!=>]/, 'o'],
      [/&&|\|\||<<</, 'o'],
      [/(<<-?)(\s*)(['"]?)(\\?)(\w+)(\3)/, heredoc],
      [/\s+/, ''],
      [/\\./, 'se'],
      [/\$?"/, 's2', 'double'],
      [/\$'/, 's1', 'ansi'],
      [/'/, 's1', 'single'],
      [/\*/, 'k'],
      [/;/, 'p'],
      [/--?[\w-]+/, 'nt'],
      [/[^=*\s{}()$"'`;\\<]+/, ''],
      [/</, ''],
      'include:interpolation',
    ],
    heredoc: [
      [/\n/, 'sh', 'heredoc_line'],
      [/[^$\n\\]+/, 'sh'],
      'include:interpolation',
      [/\$/, 'sh'],
    ],
    heredoc_line: [
      [/\s*(\w+)\s*\n/, heredocLine],
      [/(?:)/, '', '#pop'],
    ],
    case: [[/esac\b/, 'k', '#pop'], [/\|/, 'p'], [/\)/, 'p', 'case_body'], 'include:root'],
    case_body: [[/;;/, 'p', '#pop'], 'include:root'],
    // `$"` at the end of a text is two characters of it.
    double: [[/(?:\$#?)?"/, 's2', '#pop'], 'include:interpolation', [/[^"`\\$]+/, 's2']],
    ansi: [[/\\./, 'se'], [/[^\\']+/, 's1'], 'include:single'],
    single: [
      [/'/, 's1', '#pop'],
      [/[^']+/, 's1'],
    ],
    interpolation: [
      [/\\(?:$|.)/, 'se'],
      [/\$\(\(/, 'k', 'math'],
      [/\$\(/, 'si', 'parens'],
      [/\$\{#?/, 'k', 'braces'],
      [/`/, 'sb', 'backticks'],
      [/\$#?(?:\w+|.)/, 'nv'],
    ],
    braces: [
      [/\}/, 'k', '#pop'],
      [/:-/, 'k'],
      [/[a-zA-Z0-9_]+/, 'nv'],
      [/[^}:"`'$]+/, 'p'],
      'include:root',
    ],
    parens: [[/\)/, 'si', '#pop'], [/\(/, 'o', 'inner'], 'include:root'],
    inner: [[/\(/, 'o', 'inner'], [/\)/, 'o', '#pop'], 'include:root'],
    math: [
      [/\)\)/, 'k', '#pop'],
      [/[-+*/%^|&!]|\*\*|\|\|/, 'o'],
      [/\d+(?:#\w+)?/, 'm'],
      'include:root',
    ],
    backticks: [[/`/, 'sb', '#pop'], 'include:root'],
  },
}
