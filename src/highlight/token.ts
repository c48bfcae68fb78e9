/**
 * The classes a span may carry: the short names that Pygments gave to kinds of tokens and that
 * Rouge's HTML formatter prints. The empty string is plain text, which gets no span.
 */
export type TokenClass =
  | ''
  | 'w'
  | 'esc'
  | 'err'
  | 'x'
  | 'k'
  | 'kc'
  | 'kd'
  | 'kn'
  | 'kp'
  | 'kr'
  | 'kt'
  | 'kv'
  | 'n'
  | 'na'
  | 'nb'
  | 'bp'
  | 'nc'
  | 'no'
  | 'nd'
  | 'ni'
  | 'ne'
  | 'nf'
  | 'fm'
  | 'py'
  | 'nl'
  | 'nn'
  | 'nx'
  | 'nt'
  | 'nv'
  | 'vc'
  | 'vg'
  | 'vi'
  | 'vm'
  | 'l'
  | 'ld'
  | 's'
  | 'sa'
  | 'sb'
  | 'sc'
  | 'dl'
  | 'sd'
  | 's2'
  | 'se'
  | 'sh'
  | 'si'
  | 'sx'
  | 'sr'
  | 's1'
  | 'ss'
  | 'm'
  | 'mb'
  | 'mf'
  | 'mh'
  | 'mi'
  | 'il'
  | 'mo'
  | 'mx'
  | 'o'
  | 'ow'
  | 'p'
  | 'pi'
  | 'c'
  | 'ch'
  | 'cd'
  | 'cm'
  | 'cp'
  | 'cpf'
  | 'c1'
  | 'cs'
  | 'g'
  | 'gd'
  | 'ge'
  | 'gr'
  | 'gh'
  | 'gi'
  | 'go'
  | 'gp'
  | 'gs'
  | 'gu'
  | 'gt'
  | 'gl'

/** Collects tokens in order; empty texts are dropped and equal neighbours become one. */
export class TokenList {
  readonly classes: TokenClass[] = []
  readonly texts: string[] = []
  #last = -1

  add(token: TokenClass, text: string): void {
    if (text === '') return
    if (this.#last >= 0 && this.classes[this.#last] === token) {
      this.texts[this.#last] += text
      return
    }
    this.classes.push(token)
    this.texts.push(text)
    this.#last++
  }
}
