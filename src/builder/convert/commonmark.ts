/** `markdown: CommonMark`: the reference implementation, with code highlighted as elsewhere. */

import { HtmlRenderer, Parser, type Node } from 'commonmark'
import type { Highlighter } from '../../highlight/highlight.js'
import type { Markdown } from '../../kramdown/markdown.js'

/** A converter for plain CommonMark. */
export function createCommonMark(highlighter: Highlighter): Pick<Markdown, 'toHtml'> {
  return {
    toHtml(source) {
      const root = new Parser({ smart: false }).parse(source)
      highlightBlocks(root, highlighter)
      return { html: new HtmlRenderer().render(root), warnings: [], work: source.length }
    },
  }
}

function highlightBlocks(root: Node, highlighter: Highlighter): void {
  const walker = root.walker()
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event
    if (!entering || node.type !== 'code_block' || !node.info) continue
    const language = node.info.split(/\s+/)[0] ?? ''
    const html = highlighter.highlight(node.literal ?? '', language)
    if (html === null) continue
    const block = new (Object.getPrototypeOf(node).constructor)('html_block')
    block.literal =
      `<div class="language-${language} highlighter-rouge"><div class="highlight">` +
      `<pre class="highlight"><code>${html}</code></pre></div></div>`
    node.insertBefore(block)
    node.unlink()
  }
}
