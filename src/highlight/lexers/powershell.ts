import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedOnLine, oneOf } from '../pattern.js'
import { POWERSHELL_WORDS } from '../words/powershell.js'

const OPERATORS = `and as band bnot bor bxor ccontains ceq cge cgt cle clike clt cmatch cne
  cnotcontains cnotlike cnotmatch contains creplace csplit eq exact ge gt icontains ieq ige igt ile
  ilike ilt imatch in ine inotcontains inotlike inotmatch ireplace is isnot isplit join le like lt
  match ne not notcontains notin notlike notmatch or replace shl shr split wildcard xor`
const AUTOMATIC = `args ConsoleFileName EnabledExperimentalFeatures Error Event EventArgs
  EventSubscriber ExecutionContext false foreach HOME Host input IsCoreCLR IsLinux IsMacOS IsWindows
  LASTEXITCODE Matches MyInvocation NestedPromptLevel null PID PROFILE PSBoundParameters PSCmdlet
  PSCommandPath PSCulture PSDebugContext PSHOME PSItem PSScriptRoot PSSenderInfo PSUICulture
  PSVersionTable PWD Sender ShellId StackTrace switch this true`
const keywords = words('n', { kr: POWERSHELL_WORDS.kr }, { ignoreCase: true })

const variables: readonly Rule[] = [
  [new RegExp(`\\$(?:(?:${oneOf(AUTOMATIC)}|[$^?_]))`), 'bp'],
  [/(\$)([a-zA-Z]\w*)(:)(\w+)/, ['nv', 'nn', 'p', 'nv']],
  [closedOnLine(/\$\{/, /[^}\n]*\}/), 'nv'],
  [/\$\w+/, 'nv'],
]

const values: readonly Rule[] = [
  [closed(/<#/, /(?=[^]*?#>)/), 'cm', 'block'],
  [/#[^\n]*/, 'c'],
  [/@"/, 'sh', 'here_double'],
  [closed(/@'\s*?\n/, /[^]*?\n'@/), 'sh'],
  [/"/, 's2', 'double'],
  [/'[^']*'/, 's1'],
  ...variables,
  [new RegExp(`-(?:${oneOf(OPERATORS)})\\b`, 'i'), 'o'],
  [/--?\w[\w-]*/, 'nt'],
]

/** PowerShell. */
export const powershell: Grammar = {
  states: {
    root: [
      [/\s+/, 'w'],
      ...values,
      [/(class)(\s+)(\w+)/i, ['kr', 'w', 'nc'], 'class'],
      [/(function|filter)(\s+)(?:(\w+)(:))?([a-zA-Z][\w-]*)/i, ['kr', 'w', 'nn', 'p', 'nf']],
      [/(\.)(\w+)/, ['o', 'nf']],
      [/\?+/, 'nf'],
      [/\d+\.\d+/, 'mf'],
      [/\d+/, 'mi'],
      [/@\{/, 'p', 'table'],
      [/@\(/, 'p', 'list'],
      [/(\[)(\s*)([a-zA-Z_][\w.]*)/, ['p', 'w', 'n'], 'arguments'],
      [/::|[{}()[\]:;,]/, 'p'],
      [/\.\.|\+\+|--|&&|\|\||[-+*%=!.&|]=?|\/=/, 'o'],
      [
        /[a-zA-Z_/\\~][-\w./\\:~]*/,
        (run, text) => {
          const known = keywords.words.has(text.toLowerCase())
          run.emit(known ? 'kr' : 'n', text)
          if (known) return
          run.push('arguments')
          run.push('gap')
        },
      ],
    ],
    arguments: [
      [/`\n/, 'se'],
      [/[^\S\n]+/, 'w'],
      [/\n/, 'w', '#pop'],
      ...values,
      [/(\.)(\w+)/, ['o', 'nf']],
      [/\?+/, 'nf'],
      [/@\{/, 'p', ['#pop', 'table']],
      [/@\(/, 'p', ['#pop', 'list']],
      [/(\[)(\s*)([a-zA-Z_][\w.]*)/, ['p', 'w', 'n']],
      [/[{}()[\];]/, 'p', '#pop'],
      [/[:,]/, 'p'],
      [/&&|[*%&!+]|\.\.?/, 'o'],
      [/\|\|?|=/, 'o', '#pop'],
      [/[\w/\\~][-\w./\\:~]*/, 'nx'],
    ],
    gap: [
      [/\s+/, 'w', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    table: [
      [/\}/, 'p', '#pop'],
      [/\{/, 'p', 'braces'],
      [/[a-zA-Z_/\\~][-\w./\\:~]*/, 'nx'],
      'include:root',
    ],
    list: [[/\)/, 'p', '#pop'], [/[a-zA-Z_][\w-]*/, 'err'], [/\(/, 'p', 'parens'], 'include:root'],
    class: [
      [/\s+/, 'w'],
      [/[:,]/, 'p'],
      [/\w+/, 'nc'],
      [/(?:)/, '', '#pop'],
    ],
    block: [
      [/#>/, 'cm', '#pop'],
      [/(?<=^[ \t]*)\.[A-Z]+/, 'cs'],
      [/[^#.]+|[#.]/, 'cm'],
    ],
    here_double: [
      [/\n"@/, 'sh', '#pop'],
      [/\$\(/, 'si', 'interpolation'],
      ...variables,
      [/`./, 'se'],
      [/[^$`\n]+|[$`\n]/, 'sh'],
    ],
    double: [
      [/""/, 's2'],
      [/"/, 's2', '#pop'],
      [/`[^]/, 'se'],
      [/\$\(/, 'si', 'interpolation'],
      ...variables,
      [/[^$`"]+/, 's2'],
    ],
    interpolation: [[/\)/, 'si', '#pop'], [/\(/, 'p', 'parens'], 'include:root'],
    braces: [[/\}/, 'p', '#pop'], [/\{/, 'p', 'braces'], 'include:root'],
    parens: [[/\)/, 'p', '#pop'], [/\(/, 'p', 'parens'], 'include:root'],
  },
}
