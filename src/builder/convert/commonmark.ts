/** `markdown: CommonMark`: the reference implementation, with code highlighted as elsewhere. */

import { HtmlRenderer, Parser, type Node } from 'commonmark'
import type { Highlighter } from '../../highlight/highlight.js'
import { escapeHtml } from '../../liquid/filters/html.js'
import type { Markdown } from '../../kramdown/markdown.js'

/** Those of jekyll-commonmark's options that this knows. */
export interface CommonMarkOptions {
  /** Quotes, dashes and ellipses as printers set them. */
  readonly isSmart: boolean
  /** A line end inside of a paragraph is one in HTML. */
  readonly breaksLines: boolean
}

/** A converter for plain CommonMark. */
export function createCommonMark(
  highlighter: Highlighter,
  { isSmart, breaksLines }: CommonMarkOptions,
): Pick<Markdown, 'toHtml'> {
  const softbreak = breaksLines ? '<br />\n' : '\n'
  return {
    toHtml(source) {
      const root = new Parser({ smart: isSmart }).parse(source)
      highlightBlocks(root, highlighter)
      return {
        html: new HtmlRenderer({ softbreak }).render(root),
        warnings: [],
        work: source.length,
      }
    },
  }
}

const PLAIN = 'plaintext'

// As jekyll-commonmark 1.4 frames code (html_renderer.rb: code_block).
function highlightBlocks(root: Node, highlighter: Highlighter): void {
  const walker = root.walker()
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event
    if (!entering || node.type !== 'code_block') continue
    const language = node.info?.split(/\s+/)[0] ?? ''
    const code = node.literal ?? ''
    const html =
      highlighter.highlight(code, language === '' ? PLAIN : language) ??
      highlighter.highlight(code, PLAIN)
    const name = escapeHtml(language)
    const block = new (Object.getPrototypeOf(node).constructor)('html_block')
    block.literal =
      `<div class="${name === '' ? '' : `language-${name} `}highlighter-rouge"><div class="highlight">` +
      `<pre class="highlight"><code${name === '' ? '' : ` data-lang="${name}"`}>${html}</code></pre></div></div>`
    node.insertBefore(block)
    node.unlink()
  }
}
