/**
 * Style sheets by what they say: a list of rules and declarations, without comments, white space and
 * the freedoms of spelling (`0.5` and `.5`, quotes, `;` at the end, `#FFF` and `#fff`).
 */

/** One string a declaration (or at-rule without a block), each with the selectors it is in. */
export function declarationsOf(css: string): string[] {
  const found: string[] = []
  const path: string[] = []
  let start = 0
  const text = withoutComments(css)
  const finish = (end: number) => {
    const statement = normalised(text.slice(start, end))
    if (statement !== '') found.push([...path, statement].join(' { '))
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"' || char === "'") at = endOfString(text, at)
    else if (char === '(') at = endOfUrl(text, at)
    else if (char === '{') {
      path.push(normalised(text.slice(start, at)))
      start = at + 1
    } else if (char === '}') {
      finish(at)
      path.pop()
      start = at + 1
    } else if (char === ';') {
      finish(at)
      start = at + 1
    }
  }
  finish(text.length)
  return found
}

function withoutComments(css: string): string {
  return css
    .replace(/^\uFEFF|@charset "[^"]*";/g, '')
    .replace(
      /("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|\/\*[^]*?\*\//g,
      (_, quoted) => quoted ?? ' ',
    )
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[from]) return at
  }
  return text.length
}

/** An address without quotes may hold `;`. */
function endOfUrl(text: string, open: number): number {
  if (!/url$/i.test(text.slice(Math.max(0, open - 3), open))) return open
  const close = text.indexOf(')', open)
  return /^\(\s*["']/.test(text.slice(open, open + 10)) || close < 0 ? open : close
}

function normalised(statement: string): string {
  return statement
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([,>~+=(){}:!]) ?/g, '$1')
    .replace(/=(["'])([\w-]+)\1\]/g, '=$2]')
    .replace(/'/g, '"')
    .replace(/(^|[^\w.])0+(?=\.\d)/g, '$1')
    .replace(/#[0-9a-f]{3,8}\b/gi, (colour) => shortColour(colour.toLowerCase()))
}

function shortColour(colour: string): string {
  const [, ...digits] = colour
  if (digits.length !== 6) return colour
  const isShort = [0, 2, 4].every((at) => digits[at] === digits[at + 1])
  return isShort ? `#${digits[0]}${digits[2]}${digits[4]}` : colour
}
