import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedBefore } from '../pattern.js'
import type { TokenClass } from '../token.js'

const WORD = '[\\p{L}\\p{M}\\p{N}_]'
const NAME = '[\\p{L}\\p{M}\\p{N}_-]'

const names = words(
  'err',
  {
    nb: `ABS AVG BNODE BOUND CEIL COALESCE CONCAT CONTAINS COUNT DATATYPE DAY ENCODE_FOR_URI FLOOR GROUP_CONCAT HOURS
      IF IRI LANG LANGMATCHES LCASE MAX MD5 MIN MINUTES MONTH NOW RAND REGEX REPLACE ROUND SAMETERM SAMPLE SECONDS
      SEPARATOR SHA1 SHA256 SHA384 SHA512 STR STRAFTER STRBEFORE STRDT STRENDS STRLANG STRLEN STRSTARTS STRUUID SUBSTR
      SUM TIMEZONE TZ UCASE URI UUID YEAR`,
    k: `ADD ALL AS ASC ASK BASE BIND BINDINGS BY CLEAR CONSTRUCT COPY CREATE DATA DEFAULT DELETE DESC DESCRIBE DISTINCT
      DROP EXISTS FILTER FROM GRAPH GROUP BY HAVING IN INSERT LIMIT LOAD MINUS MOVE NAMED NOT OFFSET OPTIONAL ORDER
      PREFIX SELECT REDUCED SERVICE SILENT TO UNDEF UNION USING VALUES WHERE WITH`,
  },
  { ignoreCase: true },
)

/** The inside of a text; behind its end stands its language or type. */
function text(quote: string, token: TokenClass): Rule[] {
  return [
    [new RegExp(quote), token, ['#pop', 'end']],
    [/\\(?:[tbnrf"'\\]|u[\da-fA-F]{4}|U[\da-fA-F]{8})/, 'se'],
    [new RegExp(`[^${quote.charAt(0)}\\\\]+|\\\\|${quote.charAt(0)}`), token],
  ]
}

/** SPARQL, which asks for RDF: the states of Rouge's lexer. */
export const sparql: Grammar = {
  states: {
    root: [
      [/\s+/, 'w'],
      [/#.*/, 'c1'],
      [/"""/, 's2', 'long_double'],
      [/"/, 's2', 'double'],
      [/'''/, 's1', 'long_single'],
      [/'/, 's1', 'single'],
      [new RegExp(`[$?]${WORD}+`, 'u'), 'nv'],
      [
        closedBefore(
          /[^\p{L}\p{M}\p{N}_-]|$/gu,
          new RegExp(`(?=${NAME}|:)`, 'u'),
          new RegExp(`(${NAME}*)(:)(${NAME}*)`, 'u'),
        ),
        ['nn', 'o', 'ss'],
      ],
      [closed(/</, /[^>]*>/), 'nn'],
      [/true|false/i, 'kc'],
      [/a\b/, 'k'],
      [new RegExp(`[A-Z]${WORD}+`, 'iu'), names],
      [/[+-]?(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?/i, 'mf'],
      [/[+-]?\d+/, 'mi'],
      [/[\][(){}.,;=]/, 'p'],
      [/[/?*+=!<>]|&&|\|\||\^\^/, 'o'],
    ],
    double: text('"', 's2'),
    long_double: text('"""', 's2'),
    single: text("'", 's1'),
    long_single: text("'''", 's1'),
    end: [
      [/(@)([a-zA-Z]+(?:-[a-zA-Z0-9]+)*)/, ['o', 'py']],
      [/\^\^/, 'o'],
      [/(?:)/, '', '#pop'],
    ],
  },
}
