import { words, type Grammar } from '../grammar.js'
import { R_WORDS } from '../words/r.js'
import { closed } from '../pattern.js'

const { k, kc, nb } = R_WORDS
const names = words('n', {
  k,
  kc: `${kc} NA_integer_ NA_real_ NA_complex_ NA_character_`,
  nb: `${nb} month.abb month.name`,
})

/** Functions that R itself has without a closure in R. */
const primitives = words('n', {
  k,
  kc,
  nb: `${nb} month.abb month.name`,
  nf: `
    Arg Conj Im Mod Re UseMethod abs acos acosh all any anyNA as.call as.character as.complex
    as.double as.environment as.integer as.logical as.numeric as.raw asin asinh atan atanh attr
    attributes baseenv browser c call ceiling class cos cosh cospi cummax cummin cumprod cumsum
    digamma dim dimnames emptyenv exp expression floor forceAndCall gamma gc.time globalenv
    interactive invisible is.array is.call is.character is.complex is.double is.environment
    is.finite is.function is.infinite is.integer is.language is.list is.logical is.matrix is.na
    is.name is.nan is.null is.numeric is.object is.pairlist is.raw is.recursive is.single is.symbol
    lazyLoadDBfetch length lgamma list log max min missing names nargs oldClass on.exit pos.to.env
    proc.time prod quote range rep return round seq.int seq_along seq_len sign signif sin sinh sinpi
    sqrt standardGeneric substitute sum switch tan tanh tanpi tracemem trigamma trunc unclass
    untracemem xtfrm
  `,
})

/** R. */
export const r: Grammar = {
  states: {
    root: [
      [/#'[^\n]*/, 'cd'],
      [/#[^\n]*/, 'c1'],
      [/\s+/, 'w'],
      [closed(/`(?=[^`])/, /[^`]+`/), 'n'],
      [closed(/'/, /(?:\\[^]|[^\\'])*'/), 's1'],
      [closed(/'/, /[^]*'/), 's1'],
      [closed(/"/, /(?:\\[^]|[^\\"])*"/), 's2'],
      [closed(/"/, /[^]*"/), 's2'],
      [closed(/%/, /[^%]*%/), 'o'],
      [/%/, 'o'],
      [/0[xX][a-fA-F0-9]+(?:[pP][0-9]+)?[Li]?/, 'mh'],
      [/[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[Li]?/, 'm'],
      [/[\p{L}.][\p{L}\p{N}_.]*(?=\()/u, primitives],
      [/[\p{L}.][\p{L}\p{N}_.]*/u, names],
      [/[[\]{}();,]/, 'p'],
      [/<<-|[-<>=!+*/^&|~?:$@]/, 'o'],
    ],
  },
}
