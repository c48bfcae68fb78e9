/** `{% highlight ruby linenos %}`: code with Rouge's classes in a figure. */

// jekyll/tags/highlight.rb

import { formatTable } from '../../../highlight/html.js'
import { markLines } from '../../../highlight/mark-lines.js'
import { Output } from '../../../liquid/context.js'
import { stripOf } from '../../../liquid/scan.js'
import type { TagDefinition, TagParser } from '../../../liquid/definition.js'
import { hostOf } from '../host.js'

const SYNTAX = /^([a-zA-Z0-9.+#_-]+)((?:\s+\w+(?:=(?:\w+|"(?:[0-9]+\s)*[0-9]+"))?)*)$/

const CELLS = { gutterClass: 'gutter', codeClass: 'code' }

interface HighlightMarkup {
  readonly language: string
  readonly hasLineNumbers: boolean
  /** Those of `mark_lines`, which Jekyll has since 4.4; null without it. */
  readonly markedLines: ReadonlySet<number> | null
}

function parseMarkup(markup: string, parser: TagParser): HighlightMarkup {
  const match = SYNTAX.exec(markup.trim())
  if (match === null) {
    return parser.fail(
      `Syntax Error in tag 'highlight' while parsing the following markup: ${markup}. ` +
        'Valid syntax: highlight <lang> [linenos]',
    )
  }
  const [, language = '', options = ''] = match
  const lines = /\bmark_lines="([\d\s]*)"/.exec(options)?.[1]
  return {
    language: language.toLowerCase(),
    hasLineNumbers: /\blinenos\b/.test(options),
    markedLines: lines === undefined ? null : new Set(lines.trim().split(/\s+/).map(Number)),
  }
}

function figure(html: string, { language }: HighlightMarkup): string {
  const name = language.replaceAll('+', '-')
  const code = `<code class="language-${name}" data-lang="${language}">${html.replace(/\r?\n$|\r$/, '')}</code>`
  return `<figure class="highlight"><pre>${code}</pre></figure>`
}

/** The tag. */
export const HIGHLIGHT_TAG: TagDefinition = {
  name: 'highlight',
  kind: 'block',
  parse(markup, parser) {
    const parsed = parseMarkup(markup, parser)
    const inside = parser.parseBody()
    return (context, out) => {
      const inner = new Output()
      inside.render(context, inner)
      const code = stripOf(inner.text, '\n\r')
      const host = hostOf(context)
      const html = host.highlight(code, parsed.language)
      const lines = parsed.markedLines === null ? html : markLines(html, parsed.markedLines)
      const prefix = context.environment.get('highlighter_prefix')
      const around = typeof prefix === 'string' ? prefix : ''
      const isNumbered = parsed.hasLineNumbers && host.isHighlighting
      const body = isNumbered ? formatTable(code, lines, CELLS) : lines
      out.write(around + figure(body, parsed) + around)
    }
  },
}
