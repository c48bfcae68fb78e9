/** Changes the text of a page's body and leaves its tags and comments, and the text in some elements, alone. */

const RAW = ['script', 'style', 'textarea']

/**
 * The page with each run of text between tags changed; a page without `<body` is all body.
 *
 * @param skipped elements whose text stays as it is
 */
export function mapText(
  html: string,
  skipped: readonly string[],
  change: (text: string) => string,
): string {
  const start = Math.max(0, html.search(/<body\b/i))
  const body = html.slice(start)
  let result = html.slice(0, start)
  let at = 0
  for (const match of body.matchAll(markupOf(skipped))) {
    const { raw = '' } = match.groups ?? {}
    result +=
      change(body.slice(at, match.index)) + (raw === '' ? match[0] : inside(match[0], change))
    at = match.index + match[0].length
  }
  return result + change(body.slice(at))
}

// An element to leave alone, one that holds no tags, a comment, or one tag.
function markupOf(skipped: readonly string[]): RegExp {
  const raw = RAW.filter((name) => !skipped.includes(name)).join('|')
  const whole = (name: string, names: string) =>
    `<(?<${name}>${names})\\b[^>]*>[^]*?</\\k<${name}>\\s*>`
  return new RegExp(
    `${whole('left', skipped.join('|'))}|${whole('raw', raw)}|<!--[^]*?-->|<[^>]*>`,
    'gi',
  )
}

function inside(element: string, change: (text: string) => string): string {
  const from = element.indexOf('>') + 1
  const to = element.lastIndexOf('</')
  return element.slice(0, from) + change(element.slice(from, to)) + element.slice(to)
}
