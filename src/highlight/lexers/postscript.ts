import { words, type Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'

const named = words('nf', {
  nb: `abs add aload arc arcn array atan begin bind ceiling charpath clip closepath concat concatmatrix
    copy cos currentlinewidth currentmatrix currentpoint curveto cvi cvs def defaultmatrix dict
    dictstackoverflow div dtransform dup end exch exec exit exp fill findfont floor get getinterval
    grestore gsave identmatrix idiv idtransform index invertmatrix itransform length lineto ln load log
    loop matrix mod moveto mul neg newpath pathforall pathbbox pop print pstack put quit rand rangecheck
    rcurveto repeat restore rlineto rmoveto roll rotate round run save scale scalefont setdash setfont
    setgray setlinecap setlinejoin setlinewidth setmatrix setrgbcolor shfill show showpage sin sqrt stack
    stringwidth stroke strokepath sub syntaxerror transform translate truncate typecheck undefined
    undefinedfilename undefinedresult`,
  kr: 'eq ne ge gt le lt and or not if ifelse for forall',
  kc: 'false true',
})

const NUMBER = String.raw`[-+]?(?:[0-9]+\.?|[0-9]*\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][0-9]+)?`
const IN_A_BASE = new RegExp(String.raw`^[0-9]+#${NUMBER}$`)
const FLOAT = new RegExp(`^${NUMBER}$`)

/** Numbers are words, too: a word ends at a delimiter alone. */
function word(run: Lexing, text: string): void {
  if (IN_A_BASE.test(text)) return run.emit('mo', text)
  if (FLOAT.test(text)) return run.emit('mf', text)
  run.emit(named.words.get(text) ?? named.otherwise, text)
}

/** PostScript. A word at the very end of the code, with no delimiter behind it, is none. */
export const postscript: Grammar = {
  states: {
    root: [
      [/^%!.+?$/m, 'cp'],
      [/%%.*?$/m, 'cs'],
      [/%.*?$/m, 'c1'],
      [/\(/, 's', 'string'],
      [/\/?[^()<>[\]{}/%\s]+(?![^])/, 'err'],
      [/\/[^()<>[\]{}/%\s]+/, 'nv'],
      [/[{}<>[\]]/, 'p'],
      [/[^()<>[\]{}/%\s]+/, word],
      [/\s+/, ''],
    ],
    string: [
      [/[^()\\]+/, 's'],
      [/\\/, 'se', 'escape'],
      [/\(/, 's', 'string'],
      [/\)/, 's', '#pop'],
    ],
    escape: [[/[0-8]{3}|[nrtbf\\()]/, 'se', '#pop']],
  },
}
