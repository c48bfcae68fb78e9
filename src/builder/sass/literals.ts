/**
 * What is written out in a declaration that is computed in part: libsass copies `transparent` and shows the
 * zero of `0.5em` there, and does neither for what it computed, so a compressed style sheet tells them apart.
 * Handed over as text that is put in, they are copied by Sass's own compiler, too.
 */

/** A declaration whose value holds no texts, up to its end. */
const DECLARATION = /(\*?[a-z_][\w-]*\s*:)((?:[^;{}"'#@]|#(?!\{)|#\{[^{}"']*\})*)(?=[;}])/iy

/** Brackets, what is put in already, and the word or a number below one between blanks, commas and brackets. */
const PART =
  /[()]|#\{[^}]*\}|(?<=^|[\s,(])(?:transparent|(-?)0?(\.\d*[1-9])0*([a-z]+|%)?)(?=[\s,)]|$)/gi

/** A variable whose value has nothing to compute in it. */
const VARIABLE = /(\$[a-z_][\w-]*\s*:)([^;{}"'@$()]*)(?=;)/iy

/** The declaration, or the variable with a list, that begins at `at`, as it is to be handed over; null where none does. */
export function withLiterals(scss: string, at: number): { whole: string; text: string } | null {
  if (scss[at] === '$') return listIn(scss, at)
  DECLARATION.lastIndex = at
  const match = DECLARATION.exec(scss)
  if (match === null) return null
  const [whole, head = '', value = ''] = match
  // A value with a comment, or in which nothing is computed, stays.
  const stays = /\/[/*]/.test(value) || !/[$(]|#\{/.test(value)
  return { whole, text: stays ? whole : head + literalsIn(value) }
}

// Of a list with words, such as `all .2s ease`, nobody computes; libsass copies it wherever it is shown.
function listIn(scss: string, at: number): { whole: string; text: string } | null {
  VARIABLE.lastIndex = at
  const match = VARIABLE.exec(scss)
  if (match === null) return null
  const [whole, head = '', value = ''] = match
  const elements = value
    .replace(/!.*/s, '')
    .trim()
    .split(/[\s,]+/)
  const isList = elements.length > 1 && elements.some((element) => /^[a-z][a-z-]+$/i.test(element))
  const stays = !isList || /\/[/*]/.test(value)
  return { whole, text: stays ? whole : head + literalsIn(value) }
}

/** Functions of CSS of whose arguments nothing is computed. */
const OF_CSS =
  /(?:^|[^\w-])(?:-[a-z]+-)?(?:translate|scale|rotate|skew|matrix|perspective|cubic-bezier|[a-z-]*gradient|color-stop|drop-shadow|blur)(?:3d|[XYZ])?$/i

function literalsIn(value: string): string {
  // For each open bracket, if nothing is computed in it.
  const open: boolean[] = []
  return value.replace(PART, (found: string, ...rest: (string | number | undefined)[]) => {
    const [sign, digits, unit, at] = rest as [string?, string?, string?, number?]
    const before = value.slice(Math.max(0, (at ?? 0) - 40), at)
    if (found === '(') open.push((open.at(-1) ?? true) && OF_CSS.test(before))
    else if (found === ')') open.pop()
    const after = (at ?? 0) + found.length
    const isLiteral = !/^[()#]/.test(found) && (open.at(-1) ?? true)
    if (!isLiteral || isOperand(before, value.slice(after, after + 40))) return found
    return `#{'${digits === undefined ? found : `${sign}0${digits}${unit ?? ''}`}'}`
  })
}

/** If what stands between two texts is computed with. */
function isOperand(before: string, after: string): boolean {
  const isLast = /(?:[-+*/=<>]|(?<!\d)%)\s*$/.test(before)
  return isLast || /^\s*(?:[+*/%=<>]|-(?=\s))/.test(after)
}
